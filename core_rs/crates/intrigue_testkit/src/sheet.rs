use std::collections::BTreeMap;
use std::path::Path;

use intrigue_core::Clause;

use crate::scenario::{MatchSource, run, scenarios};

/// A clause and what proves it.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The clause's number.
    pub clause: &'static str,
    /// The titles of the scenarios and the names of the tests that prove it.
    pub by: Vec<String>,
}

/// Runs all scenarios of a game and says which clause is proven by what. A `proof` block names
/// tests that prove a clause which no scenario can: `FILE NAME`, a file of the repository and a
/// test function in it. The error lists every scenario that fails and every test that is missing.
pub fn proofs(
    sheet: &[Clause],
    game: &str,
    root: &Path,
    source: &dyn MatchSource,
) -> Result<Vec<Proof>, Vec<String>> {
    let mut faults = Vec::new();
    let mut by: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let folder = root.join("tests/golden").join(game);
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .map_err(|error| vec![format!("{}: {error}", folder.display())])?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).map_err(|error| vec![error.to_string()])?;
        for scenario in scenarios(&text) {
            let proven = match &scenario.kind[..] {
                "scenario" => {
                    run(&scenario, game, &folder, source).map(|()| vec![scenario.title.clone()])
                }
                "proof" => find_tests(&scenario.lines, root),
                other => Err(format!("a block is neither scenario nor proof: {other}")),
            };
            match proven {
                Ok(titles) => {
                    for clause in &scenario.clauses {
                        if sheet.iter().all(|known| known.id != clause) {
                            faults.push(format!("{name}: there is no clause {clause}"));
                        }
                        by.entry(clause.clone()).or_default().extend(titles.iter().cloned());
                    }
                }
                Err(why) => faults.push(format!("{name}: {}: {why}", scenario.title)),
            }
        }
    }
    if faults.is_empty() {
        let proof = |clause: &Clause| Proof {
            clause: clause.id,
            by: by.get(clause.id).cloned().unwrap_or_default(),
        };
        Ok(sheet.iter().map(proof).collect())
    } else {
        Err(faults)
    }
}

fn find_tests(lines: &[(usize, String)], root: &Path) -> Result<Vec<String>, String> {
    lines
        .iter()
        .map(|(_, line)| {
            let (file, test) = line.split_once(' ').ok_or("a proof names a file and a test")?;
            let source = std::fs::read_to_string(root.join(file)).unwrap_or_default();
            let rust = format!("fn {test}(");
            let is_rust =
                source.split("#[test]").skip(1).any(|after| after.trim_start().starts_with(&rust));
            if is_rust || source.contains(&format!("def {test}(")) {
                Ok(test.to_owned())
            } else {
                Err(format!("{file} has no test {test}"))
            }
        })
        .collect()
}
