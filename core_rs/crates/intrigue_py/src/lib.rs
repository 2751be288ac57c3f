//! The Python binding: `intrigue._core`. No logic and no game names; what it says is documented
//! in `service/intrigue/_core.pyi`.

mod arrays;
mod errors;
mod lanes;
mod matches;
mod search;
mod worlds;

use std::collections::BTreeMap;

use intrigue_core::{
    Entry, Lang, Languages, PositionMessage, RefusalKind, SeatNames, Seed, SettingsMessage,
    StepKind, Wording,
};
use intrigue_games::catalog;
use intrigue_search::Source;
use intrigue_wire::{Message, v1 as wire};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use errors::{detached, on_view, refused};

fn bytes<'py>(py: Python<'py>, message: &impl Message) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &message.encode_to_vec())
}

fn read<M: Message + Default>(bytes: &[u8]) -> PyResult<M> {
    M::decode(bytes).map_err(|_| refused(intrigue_core::Refusal::bad_view()))
}

fn read_seed(seed: &[u8]) -> PyResult<Seed> {
    let bytes = seed.try_into().map_err(|_| refused(intrigue_core::Refusal::bad_seed()))?;
    Ok(Seed::new(bytes))
}

/// The names by which texts call seats; without any, they are numbers.
fn seat_names(names: Option<Vec<String>>) -> SeatNames {
    SeatNames::new(names.unwrap_or_default())
}

/// How texts are written; without languages in all of them.
fn wording(names: Option<Vec<String>>, languages: Option<Vec<String>>) -> Wording {
    let languages =
        languages.map_or(Languages::ALL, |codes| Languages::of(codes.iter().map(String::as_str)));
    Wording { languages, names: seat_names(names) }
}

fn read_position(view: &[u8], setup: Option<&[u8]>) -> PyResult<PositionMessage> {
    Ok(PositionMessage { view: read(view)?, setup: read(setup.unwrap_or_default())? })
}

#[pyfunction]
fn list_games(py: Python<'_>) -> PyResult<Bound<'_, PyBytes>> {
    Ok(bytes(py, &detached(py, catalog::list_games)?))
}

#[pyfunction]
fn get_game<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyBytes>> {
    Ok(bytes(py, &detached(py, || catalog::get_game(game))?.map_err(refused)?))
}

#[pyfunction]
fn parse_action(py: Python<'_>, game: &str, notation: &str) -> PyResult<u16> {
    let parsed = detached(py, || catalog::parse_action(game, notation))?;
    parsed.map(|id| id.0).map_err(refused)
}

#[expect(clippy::needless_pass_by_value, reason = "Python's arguments arrive as owned values")]
#[pyfunction]
fn settle_options(
    py: Python<'_>,
    game: &str,
    options: BTreeMap<String, String>,
) -> PyResult<(BTreeMap<String, String>, usize)> {
    detached(py, || catalog::settle_options(game, &options))?.map_err(refused)
}

#[pyfunction]
fn read_settings(
    py: Python<'_>,
    game: &str,
    options: BTreeMap<String, String>,
    documents: BTreeMap<String, String>,
    seat_count: u32,
) -> PyResult<BTreeMap<String, String>> {
    let message = SettingsMessage { seat_count, options, documents };
    detached(py, || catalog::read_settings(game, &message))?.map_err(refused)
}

#[pyfunction]
fn check_document<'py>(
    py: Python<'py>,
    game: &str,
    option: &str,
    text: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let report = detached(py, || catalog::check_document(game, option, text))?.map_err(refused)?;
    Ok(bytes(py, &report.to_wire()))
}

#[pyfunction]
fn refusal_kinds() -> Vec<&'static str> {
    RefusalKind::ALL.iter().map(|kind| kind.name()).collect()
}

#[pyfunction]
fn is_resignation(entry: &[u8]) -> bool {
    let entry = Entry::decode(entry);
    entry.is_some_and(|entry| {
        matches!(entry.kind, StepKind::Resignation(_) | StepKind::TimeForfeit(_))
    })
}

#[pyfunction]
fn entry_action(entry: &[u8]) -> Option<u16> {
    match Entry::decode(entry)?.kind {
        StepKind::Action(_, id) => Some(id.0),
        StepKind::Deal | StepKind::Resignation(_) | StepKind::TimeForfeit(_) => None,
    }
}

#[pyfunction]
fn rules_version(py: Python<'_>, game: &str) -> PyResult<u32> {
    Ok(detached(py, || catalog::about(game))?.map_err(refused)?.rules_version)
}

#[pyfunction]
fn feature_version(py: Python<'_>, game: &str) -> PyResult<u32> {
    Ok(detached(py, || catalog::about(game))?.map_err(refused)?.features_version)
}

#[pyfunction]
fn cooperative(py: Python<'_>, game: &str) -> PyResult<bool> {
    Ok(detached(py, || catalog::about(game))?.map_err(refused)?.cooperative)
}

#[pyfunction]
fn perfect_information(py: Python<'_>, game: &str) -> PyResult<bool> {
    Ok(detached(py, || catalog::about(game))?.map_err(refused)?.open)
}

#[pyfunction]
#[pyo3(signature = (view, lang, names=None, setup=None))]
fn render(
    py: Python<'_>,
    view: &[u8],
    lang: &str,
    names: Option<Vec<String>>,
    setup: Option<&[u8]>,
) -> PyResult<String> {
    let lang = Lang::parse(lang)
        .ok_or_else(|| PyValueError::new_err("the language is neither en nor fr"))?;
    let (position, names) = (read_position(view, setup)?, seat_names(names));
    on_view(py, Source::Caller, || catalog::render(&position, lang, &names))
}

#[pyfunction]
#[pyo3(signature = (view, setup=None))]
fn facts(py: Python<'_>, view: &[u8], setup: Option<&[u8]>) -> PyResult<Vec<(String, String)>> {
    let position = read_position(view, setup)?;
    on_view(py, Source::Caller, || catalog::facts(&position))
}

#[pyfunction]
fn event_notation(py: Python<'_>, event: &[u8]) -> PyResult<String> {
    let event: wire::MatchEvent = read(event)?;
    detached(py, || catalog::event_notation(&event))?.map_err(refused)
}

/// The core of Intrigue.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::register(module)?;
    search::register(module)?;
    module.add_class::<matches::PyMatch>()?;
    module.add_class::<worlds::PyWorld>()?;
    module.add_class::<lanes::PyLanes>()?;
    for function in [
        wrap_pyfunction!(list_games, module)?,
        wrap_pyfunction!(get_game, module)?,
        wrap_pyfunction!(parse_action, module)?,
        wrap_pyfunction!(settle_options, module)?,
        wrap_pyfunction!(read_settings, module)?,
        wrap_pyfunction!(check_document, module)?,
        wrap_pyfunction!(entry_action, module)?,
        wrap_pyfunction!(refusal_kinds, module)?,
        wrap_pyfunction!(is_resignation, module)?,
        wrap_pyfunction!(rules_version, module)?,
        wrap_pyfunction!(feature_version, module)?,
        wrap_pyfunction!(cooperative, module)?,
        wrap_pyfunction!(perfect_information, module)?,
        wrap_pyfunction!(render, module)?,
        wrap_pyfunction!(facts, module)?,
        wrap_pyfunction!(event_notation, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}
