//! The Python binding: `intrigue._core`. No logic and no game names; what it says is documented
//! in `service/intrigue/_core.pyi`.

mod arrays;
mod errors;
mod lanes;
mod matches;
mod search;
mod worlds;

use std::collections::BTreeMap;

use intrigue_core::{Lang, RefusalKind, SeatNames, Seed};
use intrigue_games::catalog;
use intrigue_wire::{Message, v1 as wire};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use errors::{detached, refused};

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

#[pyfunction]
fn list_games(py: Python<'_>) -> PyResult<Bound<'_, PyBytes>> {
    Ok(bytes(py, &detached(py, catalog::list_games)?))
}

#[pyfunction]
fn get_game<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyBytes>> {
    Ok(bytes(py, &detached(py, || catalog::get_game(game))?.map_err(refused)?))
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
fn study<'py>(
    py: Python<'py>,
    game: &str,
    option: &str,
    text: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let study = detached(py, || catalog::study(game, option, text))?.map_err(refused)?;
    Ok(bytes(py, &study.to_wire()))
}

#[pyfunction]
fn refusal_kinds() -> Vec<&'static str> {
    RefusalKind::ALL.iter().map(|kind| kind.name()).collect()
}

#[pyfunction]
fn is_resignation(entry: &[u8]) -> bool {
    let entry = intrigue_core::Entry::decode(entry);
    entry.is_some_and(|entry| matches!(entry.kind, intrigue_core::StepKind::Resignation(_)))
}

#[pyfunction]
fn rules_version(py: Python<'_>, game: &str) -> PyResult<String> {
    let game = detached(py, || catalog::get_game(game))?.map_err(refused)?.game;
    Ok(game.unwrap_or_default().rules_version)
}

#[pyfunction]
fn cooperative(py: Python<'_>, game: &str) -> PyResult<bool> {
    let game = detached(py, || catalog::get_game(game))?.map_err(refused)?.game;
    Ok(game.unwrap_or_default().cooperative)
}

#[pyfunction]
#[pyo3(signature = (view, lang, names=None))]
fn render(py: Python<'_>, view: &[u8], lang: &str, names: Option<Vec<String>>) -> PyResult<String> {
    let lang = Lang::parse(lang)
        .ok_or_else(|| PyValueError::new_err("the language is neither en nor fr"))?;
    let (view, names): (wire::View, _) = (read(view)?, seat_names(names));
    detached(py, || catalog::render(&view, lang, &names))?.map_err(refused)
}

#[pyfunction]
fn facts(py: Python<'_>, view: &[u8]) -> PyResult<Vec<(String, String)>> {
    let view: wire::View = read(view)?;
    detached(py, || catalog::facts(&view))?.map_err(refused)
}

#[pyfunction]
fn event_notation(py: Python<'_>, event: &[u8]) -> PyResult<String> {
    let event: wire::Event = read(event)?;
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
        wrap_pyfunction!(settle_options, module)?,
        wrap_pyfunction!(study, module)?,
        wrap_pyfunction!(refusal_kinds, module)?,
        wrap_pyfunction!(is_resignation, module)?,
        wrap_pyfunction!(rules_version, module)?,
        wrap_pyfunction!(cooperative, module)?,
        wrap_pyfunction!(render, module)?,
        wrap_pyfunction!(facts, module)?,
        wrap_pyfunction!(event_notation, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}
