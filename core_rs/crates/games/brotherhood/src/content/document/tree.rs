//! A document as it was written, whatever its format, and its reading into typed forms. The
//! reading is this project's own so that a fault says where it is and speaks both languages.

use std::fmt;

use intrigue_core::{Localizer, Value, message, quote};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor, value::StrDeserializer,
};
use serde::forward_to_deserialize_any;

use super::Fault;

/// A value of a document.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tree {
    Nothing,
    Truth(bool),
    Number(i64),
    Fraction(f64),
    Words(String),
    List(Vec<Self>),
    Table(Vec<(String, Self)>),
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(Planter)
    }
}

struct Planter;

impl<'de> Visitor<'de> for Planter {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Tree, E> {
        Ok(Tree::Nothing)
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Tree, E> {
        Ok(Tree::Truth(truth))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Tree, E> {
        Ok(Tree::Number(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Tree, E> {
        // A number so large is out of every bound, and stays so.
        Ok(Tree::Number(i64::try_from(number).unwrap_or(i64::MAX)))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Tree, E> {
        Ok(Tree::Fraction(number))
    }

    fn visit_str<E: Error>(self, words: &str) -> Result<Tree, E> {
        Ok(Tree::Words(words.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut source: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = source.next_element()? {
            list.push(value);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut source: A) -> Result<Tree, A::Error> {
        let mut table: Vec<(String, Tree)> = Vec::new();
        while let Some(key) = source.next_key::<String>()? {
            if table.iter().any(|(known, _)| *known == key) {
                return Err(A::Error::custom(format_args!("the key {key:?} is there twice")));
            }
            table.push((key, source.next_value()?));
        }
        Ok(Tree::Table(table))
    }
}

impl Tree {
    /// Reads the tree into a typed form.
    pub(super) fn read<'de, T: Deserialize<'de>>(self) -> Result<T, Fault> {
        T::deserialize(self).map_err(|misfit| misfit.0)
    }

    fn unexpected(&self) -> Unexpected<'_> {
        match self {
            Self::Nothing => Unexpected::Unit,
            Self::Truth(truth) => Unexpected::Bool(*truth),
            Self::Number(number) => Unexpected::Signed(*number),
            Self::Fraction(number) => Unexpected::Float(*number),
            Self::Words(words) => Unexpected::Str(words),
            Self::List(_) => Unexpected::Seq,
            Self::Table(_) => Unexpected::Map,
        }
    }
}

impl<'de> Deserializer<'de> for Tree {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self {
            Self::Nothing => visitor.visit_unit(),
            Self::Truth(truth) => visitor.visit_bool(truth),
            Self::Number(number) => visitor.visit_i64(number),
            Self::Fraction(number) => visitor.visit_f64(number),
            Self::Words(words) => visitor.visit_string(words),
            Self::List(list) => visitor.visit_seq(Items { rest: list.into_iter(), next: 0 }),
            Self::Table(table) => {
                visitor.visit_map(Entries { rest: table.into_iter(), value: None })
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self {
            Self::Nothing => visitor.visit_none(),
            tree => visitor.visit_some(tree),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    /// A name alone, or a table with one key: the name, and what belongs to it.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self {
            Self::Words(name) => visitor.visit_enum(Choice { name, rest: None }),
            Self::Table(mut table) if table.len() == 1 => {
                let (name, rest) = table.remove(0);
                visitor.visit_enum(Choice { name, rest: Some(rest) })
            }
            other => Err(Misfit::invalid_type(other.unexpected(), &CHOICE)),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Items {
    rest: std::vec::IntoIter<Tree>,
    next: usize,
}

impl<'de> SeqAccess<'de> for Items {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Misfit> {
        let Some(tree) = self.rest.next() else {
            return Ok(None);
        };
        let place = format!("[{}]", self.next);
        self.next += 1;
        seed.deserialize(tree).map(Some).map_err(|misfit| misfit.below(&place))
    }
}

struct Entries {
    rest: std::vec::IntoIter<(String, Tree)>,
    value: Option<(String, Tree)>,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Misfit> {
        let Some((key, tree)) = self.rest.next() else {
            return Ok(None);
        };
        let name: StrDeserializer<'_, Misfit> = key.as_str().into_deserializer();
        let read = seed.deserialize(name).map_err(|misfit| misfit.below(&key))?;
        self.value = Some((key, tree));
        Ok(Some(read))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        let (key, tree) = self.value.take().expect("a key comes before its value");
        seed.deserialize(tree).map_err(|misfit| misfit.below(&key))
    }
}

struct Choice {
    name: String,
    rest: Option<Tree>,
}

impl<'de> EnumAccess<'de> for Choice {
    type Error = Misfit;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Misfit> {
        let name: StrDeserializer<'_, Misfit> = self.name.as_str().into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl Choice {
    fn content(self) -> Result<(String, Tree), Misfit> {
        match self.rest {
            Some(tree) => Ok((self.name, tree)),
            None => Err(Misfit::new(|text| {
                message!(text, "fault-needs-value", name = quote(&self.name))
            })),
        }
    }
}

impl<'de> VariantAccess<'de> for Choice {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        match self.rest {
            None => Ok(()),
            Some(_) => Err(Misfit::new(|text| {
                message!(text, "fault-takes-no-value", name = quote(&self.name))
            })),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Misfit> {
        let (name, tree) = self.content()?;
        seed.deserialize(tree).map_err(|misfit| misfit.below(&name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Misfit> {
        let (name, tree) = self.content()?;
        tree.deserialize_any(visitor).map_err(|misfit| misfit.below(&name))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let (name, tree) = self.content()?;
        tree.deserialize_any(visitor).map_err(|misfit| misfit.below(&name))
    }
}

/// A value that does not fit the form, on the way out to where it is.
#[derive(Debug)]
pub(super) struct Misfit(Fault);

impl Misfit {
    fn new(reason: impl Fn(&Localizer<'_>) -> String) -> Self {
        Self(Fault::new("", reason))
    }

    /// The same, seen from one floor further up.
    fn below(mut self, place: &str) -> Self {
        let place: String =
            place.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c }).take(40).collect();
        let inner = &self.0.place;
        self.0.place = match inner.chars().next() {
            None => place,
            Some('[') => place + inner,
            Some(_) => place + "." + inner,
        };
        self
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.place, self.0.reason.en)
    }
}

impl std::error::Error for Misfit {}

impl Error for Misfit {
    fn custom<T: fmt::Display>(words: T) -> Self {
        Self::new(|text| message!(text, "fault-custom", words = words.to_string()))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(|text| {
            let (found, form) = (shown(found), form(expected));
            message!(text, "fault-form", found, form)
        })
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        Self::new(|text| {
            let known = text.list(known);
            message!(text, "fault-unknown-word", name = quote(name), known)
        })
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        Self::new(|text| {
            let known = text.list(known);
            message!(text, "fault-unknown-key", name = quote(name), known)
        })
    }

    fn missing_field(name: &'static str) -> Self {
        Self::new(|text| message!(text, "fault-missing-key")).below(name)
    }
}

const CHOICE: &str = "a name, or a table with one key";

/// The form that is expected, as a message of the catalog.
fn form(expected: &dyn Expected) -> Value<'static> {
    let form = match expected.to_string().as_str() {
        "u8" => "byte",
        "u16" => "number",
        "a string" => "text",
        "a boolean" => "truth",
        "a sequence" => "list",
        CHOICE => "choice",
        "2x2, or a list" => "tiles",
        // All that is left are forms with keys.
        _ => "table",
    };
    Value::Entry("form", form)
}

/// What is there instead.
fn shown(found: Unexpected<'_>) -> Value<'static> {
    match found {
        Unexpected::Bool(truth) => truth.into(),
        Unexpected::Signed(number) => number.into(),
        Unexpected::Float(number) => number.to_string().into(),
        Unexpected::Str(words) => quote(words),
        Unexpected::Seq => Value::Entry("form", "list"),
        Unexpected::Map => Value::Entry("form", "table"),
        _ => Value::Entry("form", "nothing"),
    }
}
