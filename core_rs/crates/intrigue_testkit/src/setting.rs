//! What a scenario is dealt with: options, whole documents as options, and chance.

use std::path::Path;

use intrigue_core::Settings;

use crate::scenario::Scenario;

/// The options and the chance of a scenario, wherever they stand in it.
#[derive(Debug, Default)]
pub(crate) struct Setting {
    pub(crate) settings: Settings,
    pub(crate) script: Vec<String>,
}

impl Setting {
    /// `folder` is where documents lie.
    pub(crate) fn of(scenario: &Scenario, folder: &Path) -> Result<Self, String> {
        let mut setting = Self::default();
        let mut last = String::new();
        for (number, line) in &scenario.lines {
            let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
            match verb {
                "options" => {
                    for option in rest.split_whitespace() {
                        let (name, value) =
                            option.split_once('=').ok_or("an option has no value")?;
                        setting.settings.insert(name.to_owned(), value.to_owned());
                    }
                }
                "document" => {
                    let (name, file) = rest.split_once('=').ok_or("a document has no file")?;
                    let text = std::fs::read_to_string(folder.join(file))
                        .map_err(|error| format!("line {number}: {file}: {error}"))?;
                    setting.settings.insert(name.to_owned(), text);
                    name.clone_into(&mut last);
                }
                "where" => {
                    let document = setting.settings.get_mut(&last).ok_or("where in what?")?;
                    *document = put(document, rest);
                }
                "deal" => {
                    let tokens = rest.split_whitespace().filter(|token| *token != "|");
                    setting.script.extend(tokens.map(str::to_owned));
                }
                _ => {}
            }
        }
        Ok(setting)
    }
}

/// A document with one line of its head (`KEY = VALUE`) put in the place of the one it has. A line
/// goes to the front, because in TOML what stands below a table belongs to it.
fn put(document: &str, line: &str) -> String {
    let key = line.split('=').next().unwrap_or(line).trim_end();
    let other = |old: &&str| {
        let rest = old.strip_prefix(key).map(str::trim_start);
        !rest.is_some_and(|rest| rest.starts_with('='))
    };
    let rest: Vec<&str> = document.lines().filter(other).collect();
    format!("{line}\n{}\n", rest.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_takes_the_place_of_its_key() {
        let document = "save = true\nsaved = 1\n[text]\nen = \"a\"";
        assert_eq!(put(document, "save = false"), "save = false\nsaved = 1\n[text]\nen = \"a\"\n");
        assert_eq!(put("a = 1", "b = 2"), "b = 2\na = 1\n");
    }
}
