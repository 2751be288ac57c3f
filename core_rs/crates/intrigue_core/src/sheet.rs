use crate::Text;

/// A numbered clause of a rule sheet.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Its number: `D-12`.
    pub id: &'static str,
    /// What it says.
    pub text: Text,
}

/// The clauses of a rule sheet that is kept in both languages as Markdown, one list item a
/// clause: `- D-12 Take: ...`.
///
/// ```
/// let clauses = intrigue_core::clauses("- X-01 One card.\n", "- X-01 Une carte.\n");
/// assert_eq!(clauses[0].id, "X-01");
/// assert_eq!(clauses[0].text.fr, "Une carte.");
/// ```
pub fn clauses(en: &'static str, fr: &'static str) -> Vec<Clause> {
    let french: Vec<_> = items(fr).collect();
    items(en)
        .map(|(id, text)| {
            let (_, translated) = french
                .iter()
                .find(|(other, _)| *other == id)
                .unwrap_or_else(|| panic!("clause {id} has no French text"));
            Clause { id, text: Text::fixed(text, translated) }
        })
        .collect()
}

fn items(sheet: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    sheet.lines().filter_map(|line| {
        let (id, text) = line.strip_prefix("- ")?.split_once(' ')?;
        let (letter, number) = id.split_once('-')?;
        let numbered = number.starts_with(|c: char| c.is_ascii_alphanumeric());
        (letter.len() == 1 && numbered).then_some((id, text.trim()))
    })
}
