use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use intrigue_core::{ActionId, Seat, Turn, Viewer};
use intrigue_search::AnyWorld;
use intrigue_wire::Message;
use numpy::{Ix1, PyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{detached, refused};
use crate::{read_position, read_seed};

/// A position without a log.
#[pyclass(name = "World", module = "intrigue._core", frozen)]
pub(crate) struct PyWorld {
    inner: Mutex<Box<dyn AnyWorld>>,
    game: &'static str,
    seats: usize,
}

impl PyWorld {
    fn wrap(inner: Box<dyn AnyWorld>) -> Self {
        Self { game: inner.game(), seats: inner.seats(), inner: Mutex::new(inner) }
    }

    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyWorld) -> T + Send,
    ) -> PyResult<T> {
        detached(py, || {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            work(inner.as_mut())
        })
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

#[expect(clippy::needless_pass_by_value, reason = "Python's arguments arrive as owned values")]
#[pymethods]
impl PyWorld {
    #[new]
    #[pyo3(signature = (view, seed, index, setup=None, explicit_chance=false))]
    fn new(
        py: Python<'_>,
        view: &[u8],
        seed: &[u8],
        index: u64,
        setup: Option<&[u8]>,
        explicit_chance: bool,
    ) -> PyResult<Self> {
        let (position, seed) = (read_position(view, setup)?, read_seed(seed)?);
        let fitting = || intrigue_search::world_of(&position, &seed, index, explicit_chance);
        detached(py, fitting)?.map(Self::wrap).map_err(refused)
    }

    #[staticmethod]
    fn deal(
        py: Python<'_>,
        game: &str,
        options: BTreeMap<String, String>,
        seed: &[u8],
    ) -> PyResult<Self> {
        let seed = read_seed(seed)?;
        let world = detached(py, || intrigue_search::deal_world(game, &options, &seed))?;
        world.map(Self::wrap).map_err(refused)
    }

    #[staticmethod]
    fn undealt(py: Python<'_>, game: &str, options: BTreeMap<String, String>) -> PyResult<Self> {
        let world = detached(py, || intrigue_search::undealt_world(game, &options))?;
        world.map(Self::wrap).map_err(refused)
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
        self.with(py, |world| world.turn() == Turn::Over)
    }

    fn asked(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.with(py, |world| world.turn().seats().iter().map(Seat::index).collect())
    }

    fn out(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.with(py, |world| world.out().iter().map(Seat::index).collect())
    }

    fn legal(&self, py: Python<'_>, seat: usize) -> PyResult<Vec<u16>> {
        let seat = self.seat(seat)?;
        self.with(py, |world| world.legal(seat).into_iter().map(|id| id.0).collect())
    }

    fn act(&self, py: Python<'_>, seat: usize, action: u32) -> PyResult<()> {
        let seat = self.seat(seat)?;
        let id = ActionId(u16::try_from(action).unwrap_or(u16::MAX));
        self.with(py, |world| world.act(seat, id))?.map_err(refused)
    }

    fn chances(&self, py: Python<'_>) -> PyResult<Vec<(u32, f64)>> {
        self.with(py, |world| world.chances())
    }

    fn apply_chance(&self, py: Python<'_>, chance: u32) -> PyResult<()> {
        if self.with(py, |world| world.apply_chance(chance))? {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("{chance} is not among nature's choices now")))
    }

    fn chance_notation(&self, py: Python<'_>, chance: u32) -> PyResult<String> {
        self.with(py, |world| world.chance_notation(chance))
    }

    #[pyo3(signature = (viewer))]
    fn view<'py>(&self, py: Python<'py>, viewer: Option<usize>) -> PyResult<Bound<'py, PyBytes>> {
        let viewer = self.viewer(viewer)?;
        let view = self.with(py, |world| world.view(viewer).encode_to_vec())?;
        Ok(PyBytes::new(py, &view))
    }

    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let setup = self.with(py, |world| world.setup().encode_to_vec())?;
        Ok(PyBytes::new(py, &setup))
    }

    #[pyo3(signature = (viewer))]
    fn features<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray<i8, Ix1>>> {
        let viewer = self.viewer(viewer)?;
        let features = self.with(py, |world| world.features(viewer))?;
        Ok(PyArray::from_vec(py, features))
    }

    fn payoffs(&self, py: Python<'_>) -> PyResult<Vec<u32>> {
        self.with(py, |world| world.payoffs())
    }

    fn playout(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |world| world.playout())
    }

    #[pyo3(signature = (seed=None))]
    fn clone(&self, py: Python<'_>, seed: Option<&[u8]>) -> PyResult<Self> {
        let seed = seed.map(read_seed).transpose()?;
        self.with(py, |world| world.boxed(seed.as_ref())).map(Self::wrap)
    }
}
