use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use intrigue_core::{ActionId, AnyMatch, Guarded, Refusal, Seat, Turn, Viewer};
use intrigue_games::catalog;
use intrigue_search::{Policy, resolve_policy};
use intrigue_wire::{Message, v1 as wire};
use numpy::{Ix1, PyArray};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{detached, panicked, refused};
use crate::{read_seed, wording};

/// One playing of a game.
#[pyclass(name = "Match", module = "intrigue._core", frozen)]
pub(crate) struct PyMatch {
    inner: Mutex<Guarded>,
    game: &'static str,
    seats: usize,
}

impl PyMatch {
    fn wrap(inner: Box<dyn AnyMatch>) -> Self {
        let (game, seats) = (inner.game(), inner.seats());
        Self { inner: Mutex::new(Guarded::new(inner)), game, seats }
    }

    /// Works on the match with the GIL released.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyMatch) -> T + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            // A panic is caught within the lock, so poisoning means nothing here.
            self.inner.lock().unwrap_or_else(PoisonError::into_inner).with(work)
        })
        .map_err(panicked)
    }

    fn seat(&self, seat: usize) -> PyResult<Seat> {
        Seat::new(seat)
            .filter(|seat| seat.index() < self.seats)
            .ok_or_else(|| PyValueError::new_err("there is no such seat"))
    }

    fn viewer(&self, viewer: Option<usize>) -> PyResult<Viewer> {
        viewer.map_or(Ok(Viewer::Spectator), |seat| self.seat(seat).map(Viewer::Seat))
    }
}

/// An action by its id or in notation.
#[derive(FromPyObject)]
enum ActionName {
    Id(u32),
    Notation(String),
}

impl ActionName {
    fn id(&self, inner: &dyn AnyMatch) -> Result<ActionId, Refusal> {
        match self {
            // Whatever does not fit is as unknown as the largest id.
            Self::Id(id) => Ok(ActionId(u16::try_from(*id).unwrap_or(u16::MAX))),
            Self::Notation(notation) => inner.parse(notation),
        }
    }
}

fn read_record(record: &[u8]) -> PyResult<wire::MatchRecord> {
    wire::MatchRecord::decode(record).map_err(|_| refused(Refusal::bad_record("no-record")))
}

#[expect(clippy::needless_pass_by_value, reason = "Python's arguments arrive as owned values")]
#[pymethods]
impl PyMatch {
    #[new]
    fn new(
        py: Python<'_>,
        game: &str,
        options: BTreeMap<String, String>,
        seed: &[u8],
        script: Vec<String>,
    ) -> PyResult<Self> {
        let seed = read_seed(seed)?;
        let dealt = detached(py, || catalog::new_match(game, &options, &seed, &script))?;
        dealt.map(Self::wrap).map_err(refused)
    }

    #[staticmethod]
    fn restore(
        py: Python<'_>,
        game: &str,
        options: BTreeMap<String, String>,
        seed: &[u8],
        script: Vec<String>,
        entries: Vec<Vec<u8>>,
    ) -> PyResult<Self> {
        let seed = read_seed(seed)?;
        let whole =
            detached(py, || catalog::restore_match(game, &options, &seed, &script, &entries))?;
        whole.map(Self::wrap).map_err(refused)
    }

    #[staticmethod]
    #[pyo3(signature = (record, steps=None))]
    fn replay(py: Python<'_>, record: &[u8], steps: Option<usize>) -> PyResult<Self> {
        let record = read_record(record)?;
        let replayed = detached(py, || catalog::replay(&record, steps.unwrap_or(usize::MAX)))?;
        replayed.map(Self::wrap).map_err(refused)
    }

    #[staticmethod]
    fn verify(py: Python<'_>, record: &[u8]) -> PyResult<Self> {
        let record = read_record(record)?;
        let verified = detached(py, || catalog::verify(&record))?;
        verified.map(Self::wrap).map_err(refused)
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.game
    }

    #[getter]
    fn seats(&self) -> usize {
        self.seats
    }

    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |inner| inner.turn() == Turn::Over)
    }

    #[getter]
    fn entry_count(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |inner| inner.log().len())
    }

    #[pyo3(signature = (start=0))]
    fn entries<'py>(&self, py: Python<'py>, start: usize) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let entries: Vec<Vec<u8>> =
            self.with(py, |inner| inner.log().iter().skip(start).map(<[u8]>::to_vec).collect())?;
        Ok(entries.iter().map(|entry| PyBytes::new(py, entry)).collect())
    }

    fn asked(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.with(py, |inner| inner.turn().seats().iter().map(Seat::index).collect())
    }

    fn out(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.with(py, |inner| inner.out().iter().map(Seat::index).collect())
    }

    #[pyo3(signature = (viewer))]
    fn asked_as_seen(&self, py: Python<'_>, viewer: Option<usize>) -> PyResult<Vec<usize>> {
        let viewer = self.viewer(viewer)?;
        self.with(py, |inner| inner.asked(viewer).iter().map(Seat::index).collect())
    }

    #[pyo3(signature = (viewer))]
    fn revision(&self, py: Python<'_>, viewer: Option<usize>) -> PyResult<u32> {
        let viewer = self.viewer(viewer)?;
        self.with(py, |inner| inner.revision(viewer))
    }

    fn parse_action(&self, py: Python<'_>, notation: &str) -> PyResult<u16> {
        self.with(py, |inner| inner.parse(notation))?.map(|id| id.0).map_err(refused)
    }

    #[pyo3(signature = (seat, action, expected_revision=None))]
    fn act<'py>(
        &self,
        py: Python<'py>,
        seat: usize,
        action: ActionName,
        expected_revision: Option<u32>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let seat = self.seat(seat)?;
        let entry = self.with(py, |inner| {
            // A closed prompt comes before everything else that may be wrong with the answer.
            inner.check_expected(seat, expected_revision)?;
            let id = action.id(inner)?;
            inner.act(seat, id, expected_revision).map(<[u8]>::to_vec)
        })?;
        entry.map(|entry| PyBytes::new(py, &entry)).map_err(refused)
    }

    fn forfeit_on_time<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyBytes>> {
        let seat = self.seat(seat)?;
        let entry = self.with(py, |inner| inner.forfeit_on_time(seat).map(<[u8]>::to_vec))?;
        entry.map(|entry| PyBytes::new(py, &entry)).map_err(refused)
    }

    #[getter]
    fn public_entry(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |inner| inner.public_entry())
    }

    fn note_replaced(&self, py: Python<'_>, seat: usize) -> PyResult<()> {
        let seat = self.seat(seat)?;
        self.with(py, |inner| inner.note_replaced(seat))
    }

    fn resign<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyBytes>> {
        let seat = self.seat(seat)?;
        let entry = self.with(py, |inner| inner.resign(seat).map(<[u8]>::to_vec))?;
        entry.map(|entry| PyBytes::new(py, &entry)).map_err(refused)
    }

    fn keep_to_script(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |inner| inner.keep_to_script())
    }

    fn rest_of_script(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |inner| inner.rest_of_script().to_vec())
    }

    fn play(&self, py: Python<'_>, seat: usize, action: ActionName) -> PyResult<usize> {
        let seat = self.seat(seat)?;
        let number = self.with(py, |inner| {
            let id = action.id(inner)?;
            inner.act(seat, id, None)?;
            Ok(inner.log().len() - 1)
        })?;
        number.map_err(refused)
    }

    fn play_resignation(&self, py: Python<'_>, seat: usize) -> PyResult<usize> {
        let seat = self.seat(seat)?;
        let number = self.with(py, |inner| {
            inner.resign(seat)?;
            Ok(inner.log().len() - 1)
        })?;
        number.map_err(refused)
    }

    fn step<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyBytes>> {
        let step = self.with(py, |inner| inner.step(number))?;
        let step = step.ok_or_else(|| PyIndexError::new_err("no such step was taken"))?;
        Ok(crate::bytes(py, &step))
    }

    #[pyo3(signature = (number, viewer, names=None, languages=None))]
    fn events<'py>(
        &self,
        py: Python<'py>,
        number: usize,
        viewer: Option<usize>,
        names: Option<Vec<String>>,
        languages: Option<Vec<String>>,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let (viewer, wording) = (self.viewer(viewer)?, wording(names, languages));
        let events = self.with(py, |inner| inner.events_of(number, viewer, &wording))?;
        let events = events.ok_or_else(|| PyIndexError::new_err("no such step was taken"))?;
        Ok(events.iter().map(|event| crate::bytes(py, event)).collect())
    }

    fn follow(&self, py: Python<'_>, entry: &[u8]) -> PyResult<()> {
        self.with(py, |inner| inner.follow(entry))?.map_err(refused)
    }

    fn rematch(&self, py: Python<'_>, seats: Vec<usize>) -> PyResult<BTreeMap<String, String>> {
        self.with(py, |inner| inner.rematch(&seats))
    }

    fn resolve_policy(&self, py: Python<'_>, policy: &str) -> PyResult<String> {
        let policy = Policy::parse(policy).map_err(refused)?;
        if !policy.needs_options() {
            return Ok(policy.to_string());
        }
        let resolve =
            |inner: &mut dyn AnyMatch| resolve_policy(policy, self.game, &inner.settings());
        self.with(py, resolve)?.map(|policy| policy.to_string()).map_err(refused)
    }

    #[pyo3(signature = (viewer, names=None, languages=None))]
    fn view<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<usize>,
        names: Option<Vec<String>>,
        languages: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (viewer, wording) = (self.viewer(viewer)?, wording(names, languages));
        let view = self.with(py, |inner| inner.view_with(viewer, &wording).encode_to_vec())?;
        Ok(PyBytes::new(py, &view))
    }

    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let setup = self.with(py, |inner| inner.setup().encode_to_vec())?;
        Ok(PyBytes::new(py, &setup))
    }

    #[pyo3(signature = (viewer, revision, include_view=false, names=None, languages=None))]
    fn update<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<usize>,
        revision: u32,
        include_view: bool,
        names: Option<Vec<String>>,
        languages: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (viewer, wording) = (self.viewer(viewer)?, wording(names, languages));
        let after = revision.checked_sub(1);
        let update = self.with(py, |inner| {
            let updates = inner.updates_with(viewer, after?, 1, include_view, &wording);
            updates.first().map(Message::encode_to_vec)
        })?;
        let update = update.ok_or_else(|| PyIndexError::new_err("no such update has happened"))?;
        Ok(PyBytes::new(py, &update))
    }

    #[pyo3(signature = (viewer, after, include_view=false, names=None, languages=None, count=None))]
    #[expect(clippy::too_many_arguments, reason = "it is called by name")]
    fn updates<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<usize>,
        after: u32,
        include_view: bool,
        names: Option<Vec<String>>,
        languages: Option<Vec<String>>,
        count: Option<usize>,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let (viewer, wording) = (self.viewer(viewer)?, wording(names, languages));
        let count = count.unwrap_or(usize::MAX);
        let updates: Vec<Vec<u8>> = self.with(py, |inner| {
            let updates = inner.updates_with(viewer, after, count, include_view, &wording);
            updates.iter().map(Message::encode_to_vec).collect()
        })?;
        Ok(updates.iter().map(|update| PyBytes::new(py, update)).collect())
    }

    #[pyo3(signature = (seat, action, names=None, languages=None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        seat: usize,
        action: ActionName,
        names: Option<Vec<String>>,
        languages: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (seat, wording) = (self.seat(seat)?, wording(names, languages));
        let explained = self.with(py, |inner| {
            let id = action.id(inner)?;
            inner.explain(seat, id, &wording)
        })?;
        Ok(crate::bytes(py, &explained.map_err(refused)?))
    }

    fn legal(&self, py: Python<'_>, seat: usize) -> PyResult<Vec<u16>> {
        let seat = self.seat(seat)?;
        self.with(py, |inner| inner.legal(seat).into_iter().map(|id| id.0).collect())
    }

    #[pyo3(signature = (viewer))]
    fn features<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray<i8, Ix1>>> {
        let viewer = self.viewer(viewer)?;
        let features = self.with(py, |inner| inner.features(viewer))?;
        Ok(PyArray::from_vec(py, features))
    }

    fn clone(&self, py: Python<'_>) -> PyResult<Self> {
        self.with(py, |inner| inner.boxed()).map(Self::wrap)
    }

    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let outcome = self.with(py, |inner| inner.outcome())?;
        Ok(outcome.map(|outcome| crate::bytes(py, &outcome)))
    }

    fn record<'py>(&self, py: Python<'py>, seed: bool) -> PyResult<Bound<'py, PyBytes>> {
        let record = self.with(py, |inner| inner.record(seed))?;
        Ok(crate::bytes(py, &record))
    }
}
