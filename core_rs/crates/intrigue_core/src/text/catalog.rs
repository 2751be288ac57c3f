use std::collections::{BTreeMap, BTreeSet, HashMap};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast;

use super::{Lang, Localizer, SeatNames, pseudo};

/// The texts of a game, or of the core, in every language: what `en.ftl` and `fr.ftl` say.
///
/// The files are in the [Fluent](https://projectfluent.org) format. Code names a message and its
/// arguments ([`message!`](crate::message)); a test compares the files with each other and with the
/// code.
pub struct Catalog {
    languages: Vec<Language>,
}

/// The messages of a language.
struct Language {
    bundle: FluentBundle<FluentResource>,
    /// The variables of each message, and of each of its attributes (`id.attribute`).
    variables: HashMap<String, Vec<String>>,
}

impl Catalog {
    /// A catalog of the languages' files, in the order of [`Lang::ALL`].
    ///
    /// # Panics
    ///
    /// Panics if a file is not Fluent, or has a message twice.
    pub fn new(sources: [&str; Lang::ALL.len()]) -> Self {
        let pseudo = (Lang::Pseudo, sources[Lang::En as usize]);
        let languages = Lang::ALL.into_iter().zip(sources).chain([pseudo]);
        Self { languages: languages.map(|(lang, source)| Language::new(lang, source)).collect() }
    }

    /// A writer of these texts in one language, which calls seats by these names.
    pub fn localizer<'a>(&'a self, lang: Lang, names: &'a SeatNames) -> Localizer<'a> {
        Localizer::new(self, lang, names)
    }

    /// The messages of a language, with the variables of each.
    pub fn messages(&self, lang: Lang) -> BTreeMap<&str, BTreeSet<&str>> {
        let variables = self.languages[lang as usize].variables.iter();
        variables
            .map(|(id, names)| (id.as_str(), names.iter().map(String::as_str).collect()))
            .collect()
    }

    /// A message, or its attribute if the id names one (`id.attribute`). `argument` gives the value
    /// of a variable.
    ///
    /// # Panics
    ///
    /// Panics in a debug build if there is no such message or variable. In a release the id or the
    /// name of the variable stands in its place.
    pub(super) fn format<'a>(
        &'a self,
        lang: Lang,
        id: &str,
        argument: impl Fn(&str) -> Option<FluentValue<'a>>,
    ) -> String {
        let language = &self.languages[lang as usize];
        let Some((pattern, variables)) = language.get(id) else {
            debug_assert!(false, "there is no message {id} in {}", lang.code());
            return id.to_owned();
        };
        // Most names and labels are one piece of text.
        if let ([ast::PatternElement::TextElement { value }], false) =
            (&pattern.elements[..], lang == Lang::Pseudo)
        {
            return (*value).to_owned();
        }
        let mut values = FluentArgs::with_capacity(variables.len());
        for name in variables {
            match argument(name) {
                Some(value) => values.set(name.as_str(), value),
                None => debug_assert!(false, "the message {id} is given no ${name}"),
            }
        }
        let mut errors = Vec::new();
        let text = language.bundle.format_pattern(pattern, Some(&values), &mut errors);
        debug_assert!(errors.is_empty(), "{id}: {errors:?}");
        text.into_owned()
    }
}

impl Language {
    fn new(lang: Lang, source: &str) -> Self {
        let resource = FluentResource::try_new(source.to_owned())
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", lang.code()));
        let mut variables = HashMap::new();
        for entry in resource.entries() {
            let ast::Entry::Message(message) = entry else {
                continue;
            };
            if let Some(value) = &message.value {
                variables.insert(message.id.name.to_owned(), variables_of(value));
            }
            for attribute in &message.attributes {
                let id = format!("{}.{}", message.id.name, attribute.id.name);
                variables.insert(id, variables_of(&attribute.value));
            }
        }
        let code = match lang {
            Lang::Pseudo => Lang::En.code(),
            lang => lang.code(),
        };
        let code = code.parse().expect("a language code");
        let mut bundle = FluentBundle::new_concurrent(vec![code]);
        // Names of people are isolated where they are put in; nothing else comes from outside.
        bundle.set_use_isolating(false);
        if lang == Lang::Pseudo {
            bundle.set_transform(Some(pseudo::transform));
        }
        bundle
            .add_resource(resource)
            .unwrap_or_else(|errors| panic!("{}: {errors:?}", lang.code()));
        Self { bundle, variables }
    }

    fn get(&self, id: &str) -> Option<(&ast::Pattern<&str>, &[String])> {
        let variables = self.variables.get(id)?;
        let pattern = match id.split_once('.') {
            None => self.bundle.get_message(id)?.value()?,
            Some((id, attribute)) => self.bundle.get_message(id)?.get_attribute(attribute)?.value(),
        };
        Some((pattern, variables))
    }
}

/// The variables of a pattern, each once.
fn variables_of(pattern: &ast::Pattern<&str>) -> Vec<String> {
    let mut names = BTreeSet::new();
    add_variables(pattern, &mut names);
    names.into_iter().collect()
}

fn add_variables(pattern: &ast::Pattern<&str>, names: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let ast::PatternElement::Placeable { expression } = element {
            add_from_expression(expression, names);
        }
    }
}

fn add_from_expression(expression: &ast::Expression<&str>, names: &mut BTreeSet<String>) {
    match expression {
        ast::Expression::Inline(inline) => add_from_inline(inline, names),
        ast::Expression::Select { selector, variants } => {
            add_from_inline(selector, names);
            for variant in variants {
                add_variables(&variant.value, names);
            }
        }
    }
}

fn add_from_inline(inline: &ast::InlineExpression<&str>, names: &mut BTreeSet<String>) {
    match inline {
        ast::InlineExpression::VariableReference { id } => {
            names.insert(id.name.to_owned());
        }
        ast::InlineExpression::Placeable { expression } => add_from_expression(expression, names),
        ast::InlineExpression::FunctionReference { arguments, .. } => {
            for argument in &arguments.positional {
                add_from_inline(argument, names);
            }
        }
        ast::InlineExpression::StringLiteral { .. }
        | ast::InlineExpression::NumberLiteral { .. }
        | ast::InlineExpression::MessageReference { .. }
        | ast::InlineExpression::TermReference { .. } => {}
    }
}
