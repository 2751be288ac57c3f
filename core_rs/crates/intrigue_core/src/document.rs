use intrigue_wire::v1 as wire;

use crate::{Game, Refusal, RefusalKind, Text, game_text, message, quote};

/// A kind of content that a game takes as a text: an option of it is such a text, or the name of
/// one that is built in.
#[derive(Clone, Debug)]
pub struct DocumentKind {
    /// The option that takes it.
    pub option: &'static str,
    /// What its text may say, for machines and for those who write one.
    pub schema: &'static str,
    /// A text to begin with: it is sound, and says what each part of it is for.
    pub template: &'static str,
    /// The documents that come with the game.
    pub built_in: &'static [Document],
}

/// A document that comes with a game.
#[derive(Clone, Debug)]
pub struct Document {
    /// The name by which the option takes it.
    pub id: &'static str,
    /// The text, as anybody could have written it.
    pub text: &'static str,
}

/// What there is to say of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentReport {
    /// The id that the document gives itself; empty if it has none that can be read.
    pub id: String,
    /// The name that it gives itself.
    pub name: Text,
    /// What its author should know. It can be played if none of it is an error.
    pub issues: Vec<DocumentIssue>,
}

/// Something about a document that its author should know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentIssue {
    /// Whether the document can't be played with it.
    pub is_error: bool,
    /// Where it is, as keys and numbers such as `walls[2]`; empty if it is about the whole.
    pub path: String,
    /// Line and column, from 1; 0 where they are not known.
    pub position: (u32, u32),
    /// What is to be known.
    pub text: Text,
}

impl DocumentIssue {
    /// Something worth knowing about the whole document.
    pub fn note(text: Text) -> Self {
        Self { is_error: false, path: String::new(), position: (0, 0), text }
    }
}

impl Default for DocumentReport {
    fn default() -> Self {
        Self { id: String::new(), name: Text::fixed("", ""), issues: Vec::new() }
    }
}

impl DocumentKind {
    pub(crate) fn to_wire<G: Game>(&self) -> wire::DocumentKind {
        let document = |document: &Document| wire::GameDocument {
            id: document.id.to_owned(),
            name: Some(G::check_document(self.option, document.text).name.to_wire()),
            text: document.text.to_owned(),
        };
        wire::DocumentKind {
            option: self.option.to_owned(),
            name: Some(game_text::<G>(|text| message!(text, ("document", self.option))).to_wire()),
            form: Some(wire::document_kind::Form::JsonSchema(self.schema.to_owned())),
            template: self.template.to_owned(),
            built_in: self.built_in.iter().map(document).collect(),
        }
    }
}

impl DocumentReport {
    /// Whether a match can be played with the document.
    pub fn is_sound(&self) -> bool {
        self.issues.iter().all(|issue| !issue.is_error)
    }

    /// The report as what `CheckDocument` answers.
    pub fn to_wire(&self) -> wire::CheckDocumentResponse {
        let issue = |issue: &DocumentIssue| wire::DocumentIssue {
            severity: if issue.is_error {
                wire::IssueSeverity::Error.into()
            } else {
                wire::IssueSeverity::Note.into()
            },
            path: issue.path.clone(),
            line: issue.position.0,
            column: issue.position.1,
            text: Some(issue.text.to_wire()),
        };
        wire::CheckDocumentResponse {
            id: self.id.clone(),
            name: Some(self.name.to_wire()),
            issues: self.issues.iter().map(issue).collect(),
        }
    }
}

impl Refusal {
    /// The game takes no documents by such an option; those that do.
    pub fn no_document(option: &str, kinds: &[DocumentKind]) -> Self {
        let option = quote(option);
        let known: Vec<&str> = kinds.iter().map(|kind| kind.option).collect();
        let known = known.join(", ");
        let text = Text::of_core(|text| {
            if known.is_empty() {
                message!(text, "no-documents")
            } else {
                message!(text, "no-document-option", option = &option, known = &known)
            }
        });
        Self::new(RefusalKind::BadOption, "NO_DOCUMENT", text)
            .with("option", option)
            .with("known", known)
            .in_field("option")
    }
}
