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
    /// What is worth knowing of it.
    pub notes: Vec<Text>,
    /// What is wrong with it. It is sound if there is nothing.
    pub faults: Vec<Text>,
}

impl Default for DocumentReport {
    fn default() -> Self {
        Self { id: String::new(), name: Text::fixed("", ""), notes: Vec::new(), faults: Vec::new() }
    }
}

impl DocumentKind {
    pub(crate) fn to_wire<G: Game>(&self) -> wire::DocumentKind {
        let document = |document: &Document| wire::Document {
            id: document.id.to_owned(),
            name: Some(G::check_document(self.option, document.text).name.to_wire()),
            text: document.text.to_owned(),
        };
        wire::DocumentKind {
            option: self.option.to_owned(),
            name: Some(game_text::<G>(|text| message!(text, ("document", self.option))).to_wire()),
            schema: self.schema.to_owned(),
            template: self.template.to_owned(),
            built_in: self.built_in.iter().map(document).collect(),
        }
    }
}

impl DocumentReport {
    /// Whether a match can be played with the document.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// The study as what `CheckDocument` answers.
    pub fn to_wire(&self) -> wire::CheckDocumentResponse {
        let texts = |texts: &[Text]| texts.iter().map(Text::to_wire).collect();
        wire::CheckDocumentResponse {
            id: self.id.clone(),
            name: Some(self.name.to_wire()),
            notes: texts(&self.notes),
            faults: texts(&self.faults),
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
    }
}
