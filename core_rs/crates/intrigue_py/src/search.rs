//! Policies and simulations, as functions.

use std::collections::BTreeMap;

use intrigue_search::{Policy, Recording, Source, Stop};
use intrigue_wire::{Message, v1 as wire};
use numpy::PyArray;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::{detached, on_view, refused};
use crate::{bytes, read_position, read_seed};

/// Asks work in another thread to end.
#[pyclass(name = "Stop", module = "intrigue._core", frozen)]
#[derive(Default)]
pub(crate) struct PyStop(Stop);

#[pymethods]
impl PyStop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn set(&self) {
        self.0.set();
    }

    #[getter]
    fn is_set(&self) -> bool {
        self.0.is_set()
    }
}

fn stop_of(stop: Option<&Bound<'_, PyStop>>) -> Stop {
    stop.map(|stop| stop.get().0.clone()).unwrap_or_default()
}

fn source(trusted: bool) -> Source {
    if trusted { Source::Match } else { Source::Caller }
}

fn read_task(task: &[u8]) -> PyResult<wire::SimulationTask> {
    wire::SimulationTask::decode(task)
        .map_err(|_| refused(intrigue_core::Refusal::bad_record("no-task")))
}

#[pyfunction]
fn list_policies(py: Python<'_>) -> Bound<'_, PyBytes> {
    bytes(py, &intrigue_search::list_policies())
}

#[pyfunction]
fn check_policy(policy: &str) -> PyResult<String> {
    Policy::parse(policy).map(|policy| policy.to_string()).map_err(refused)
}

#[expect(clippy::needless_pass_by_value, reason = "Python's arguments arrive as owned values")]
#[pyfunction]
fn resolve_policy(
    py: Python<'_>,
    policy: &str,
    game: &str,
    options: BTreeMap<String, String>,
) -> PyResult<String> {
    let policy = Policy::parse(policy).map_err(refused)?;
    let resolve = || intrigue_search::resolve_policy(policy, game, &options);
    detached(py, resolve)?.map(|policy| policy.to_string()).map_err(refused)
}

#[pyfunction]
fn policy_effort(policy: &str) -> PyResult<(u32, u32)> {
    Policy::parse(policy).map(Policy::effort).map_err(refused)
}

#[pyfunction]
#[pyo3(signature = (view, policy, seed, index, threads=1, setup=None, trusted=false))]
#[expect(clippy::too_many_arguments, reason = "it is called by name")]
fn decide(
    py: Python<'_>,
    view: &[u8],
    policy: &str,
    seed: &[u8],
    index: u64,
    threads: usize,
    setup: Option<&[u8]>,
    trusted: bool,
) -> PyResult<u16> {
    let policy = Policy::parse(policy).map_err(refused)?;
    let (position, seed) = (read_position(view, setup)?, read_seed(seed)?);
    let source = source(trusted);
    let decide = || intrigue_search::decide(&position, source, policy, &seed, index, threads);
    on_view(py, source, decide).map(|id| id.0)
}

#[pyfunction]
fn check_task<'py>(py: Python<'py>, task: &[u8]) -> PyResult<(Bound<'py, PyBytes>, u64, u64)> {
    let task = read_task(task)?;
    let checked = detached(py, || intrigue_search::check_task(&task))?.map_err(refused)?;
    Ok((bytes(py, &checked.task), checked.blocks, checked.block_matches))
}

#[pyfunction]
#[pyo3(signature = (task, first_block, blocks, stop=None))]
fn simulate<'py>(
    py: Python<'py>,
    task: &[u8],
    first_block: u64,
    blocks: u64,
    stop: Option<&Bound<'py, PyStop>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (task, stop) = (read_task(task)?, stop_of(stop));
    let tally = detached(py, || intrigue_search::simulate(&task, first_block, blocks, &stop))?;
    Ok(bytes(py, &tally.map_err(refused)?))
}

#[pyfunction]
#[pyo3(signature = (task, first_block, blocks, stop=None, legal=true, features=true))]
fn simulate_recorded<'py>(
    py: Python<'py>,
    task: &[u8],
    first_block: u64,
    blocks: u64,
    stop: Option<&Bound<'py, PyStop>>,
    legal: bool,
    features: bool,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyDict>)> {
    let (task, stop) = (read_task(task)?, stop_of(stop));
    let recording = Recording { legal, features };
    let simulate =
        || intrigue_search::simulate_recorded(&task, first_block, blocks, &stop, recording);
    let (tally, rows) = detached(py, simulate)?.map_err(refused)?;
    let columns = PyDict::new(py);
    columns.set_item("match", PyArray::from_vec(py, rows.matches))?;
    columns.set_item("decision", PyArray::from_vec(py, rows.decisions))?;
    columns.set_item("seat", PyArray::from_vec(py, rows.seats))?;
    columns.set_item("policy", PyArray::from_vec(py, rows.policies))?;
    columns.set_item("action", PyArray::from_vec(py, rows.actions))?;
    columns.set_item("payoff", PyArray::from_vec(py, rows.payoffs))?;
    columns.set_item("legal_count", PyArray::from_vec(py, rows.legal_counts))?;
    columns.set_item("legal", PyArray::from_vec(py, rows.legal))?;
    columns.set_item("features", PyArray::from_vec(py, rows.features))?;
    Ok((bytes(py, &tally), columns))
}

fn read_tally(tally: &[u8]) -> PyResult<wire::Tally> {
    wire::Tally::decode(tally).map_err(|_| refused(intrigue_core::Refusal::bad_record("no-tally")))
}

#[expect(clippy::needless_pass_by_value, reason = "Python's arguments arrive as owned values")]
#[pyfunction]
fn add_tallies(py: Python<'_>, tallies: Vec<Vec<u8>>) -> PyResult<Bound<'_, PyBytes>> {
    let tallies: PyResult<Vec<_>> = tallies.iter().map(|tally| read_tally(tally)).collect();
    Ok(bytes(py, &intrigue_search::add_tallies(&tallies?)))
}

#[pyfunction]
fn summarize<'py>(py: Python<'py>, task: &[u8], tally: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let (task, tally) = (read_task(task)?, read_tally(tally)?);
    Ok(bytes(py, &intrigue_search::summarize(&task, &tally)))
}

#[pyfunction]
#[pyo3(signature = (view, policy, seed, threads=1, stop=None, setup=None, trusted=false))]
#[expect(clippy::too_many_arguments, reason = "it is called by name")]
fn analyze<'py>(
    py: Python<'py>,
    view: &[u8],
    policy: &str,
    seed: &[u8],
    threads: usize,
    stop: Option<&Bound<'py, PyStop>>,
    setup: Option<&[u8]>,
    trusted: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let policy = Policy::parse(policy).map_err(refused)?;
    let (position, seed) = (read_position(view, setup)?, read_seed(seed)?);
    let (stop, source) = (stop_of(stop), source(trusted));
    let analyze = || intrigue_search::analyze(&position, source, policy, &seed, threads, &stop);
    Ok(bytes(py, &on_view(py, source, analyze)?))
}

#[pyfunction]
#[pyo3(signature = (view, seed, first, count, setup=None, trusted=false))]
fn sample_worlds<'py>(
    py: Python<'py>,
    view: &[u8],
    seed: &[u8],
    first: u64,
    count: u64,
    setup: Option<&[u8]>,
    trusted: bool,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let (position, seed) = (read_position(view, setup)?, read_seed(seed)?);
    let sample = || intrigue_search::sample_worlds(&position, &seed, first, count);
    let worlds = on_view(py, source(trusted), sample)?;
    Ok(worlds.iter().map(|world| bytes(py, world)).collect())
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyStop>()?;
    for function in [
        wrap_pyfunction!(list_policies, module)?,
        wrap_pyfunction!(check_policy, module)?,
        wrap_pyfunction!(resolve_policy, module)?,
        wrap_pyfunction!(policy_effort, module)?,
        wrap_pyfunction!(decide, module)?,
        wrap_pyfunction!(check_task, module)?,
        wrap_pyfunction!(simulate, module)?,
        wrap_pyfunction!(simulate_recorded, module)?,
        wrap_pyfunction!(add_tallies, module)?,
        wrap_pyfunction!(summarize, module)?,
        wrap_pyfunction!(analyze, module)?,
        wrap_pyfunction!(sample_worlds, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}
