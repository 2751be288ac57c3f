use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use intrigue_core::Wording;
use intrigue_search::{AnyLanes, BatchSpec, Columns, IllegalLaneAction, Masks, Policy, Shape};
use intrigue_wire::{Message, v1 as wire};
use numpy::{Ix1, Ix2, PyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arrays::{Given, Rows, readable, writable};
use crate::errors::{detached, refused};
use crate::read_seed;

/// The most refusals of one step that are told.
const MAX_REFUSALS: usize = 16;

/// Many matches of one game, stepped together.
#[pyclass(name = "Lanes", module = "intrigue._core", frozen)]
pub(crate) struct PyLanes {
    inner: Mutex<Box<dyn AnyLanes>>,
    game: &'static str,
    shape: Shape,
}

impl PyLanes {
    /// Works on the lanes with the GIL released.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyLanes) -> T + Send,
    ) -> PyResult<T> {
        detached(py, || {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            work(inner.as_mut())
        })
    }
}

fn misstep(misstep: IllegalLaneAction) -> PyErr {
    let error = refused(misstep.refusal);
    Python::attach(|py| {
        let set = error.value(py).setattr("lane", misstep.lane);
        set.err().unwrap_or(error)
    })
}

/// The columns of a message.
struct Packed {
    seats: Vec<u8>,
    masks: Vec<u8>,
    features: Vec<i8>,
    rewards: Vec<f32>,
    ends: Vec<u8>,
}

impl Packed {
    fn new(shape: Shape, features: bool) -> Self {
        let lanes = shape.lanes;
        Self {
            seats: vec![0; lanes],
            masks: vec![0; lanes * shape.actions.div_ceil(8)],
            features: vec![0; if features { lanes * shape.features } else { 0 }],
            rewards: vec![0.0; lanes * shape.seats],
            ends: vec![0; lanes],
        }
    }

    fn columns(&mut self) -> Columns<'_> {
        Columns {
            seats: &mut self.seats,
            masks: Masks::Bits(&mut self.masks),
            features: &mut self.features,
            rewards: &mut self.rewards,
            ends: &mut self.ends,
        }
    }

    fn encode(self) -> Vec<u8> {
        wire::BatchColumns {
            seats: self.seats,
            masks: self.masks,
            features: self.features.iter().map(|number| number.cast_unsigned()).collect(),
            rewards: self.rewards.iter().flat_map(|reward| reward.to_le_bytes()).collect(),
            ends: self.ends,
        }
        .encode_to_vec()
    }
}

#[expect(clippy::needless_pass_by_value, reason = "Python's arguments arrive as owned values")]
#[pymethods]
impl PyLanes {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "it is called by name")]
    fn new(
        py: Python<'_>,
        game: &str,
        options: BTreeMap<String, String>,
        lanes: usize,
        seed: &[u8],
        policies: Vec<Option<String>>,
        rotate: bool,
        threads: usize,
    ) -> PyResult<Self> {
        let policies: Result<Vec<Option<Policy>>, _> = policies
            .iter()
            .map(|policy| policy.as_deref().map(Policy::parse).transpose())
            .collect();
        let spec = BatchSpec {
            options,
            lanes,
            seed: read_seed(seed)?,
            policies: policies.map_err(refused)?,
            rotate,
            threads,
        };
        let inner = detached(py, || intrigue_search::new_lanes(game, &spec))?.map_err(refused)?;
        Ok(Self { game: inner.game(), shape: inner.shape(), inner: Mutex::new(inner) })
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.game
    }

    #[getter]
    fn lanes(&self) -> usize {
        self.shape.lanes
    }

    #[getter]
    fn seats(&self) -> usize {
        self.shape.seats
    }

    #[getter]
    fn actions(&self) -> usize {
        self.shape.actions
    }

    #[getter]
    fn features(&self) -> usize {
        self.shape.features
    }

    fn reset(&self, py: Python<'_>, seed: &[u8]) -> PyResult<()> {
        let seed = read_seed(seed)?;
        self.with(py, |lanes| lanes.reset(&seed))?.map_err(refused)
    }

    #[pyo3(signature = (seats, masks, features, rewards, ends))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seats: &Bound<'py, PyArray<u8, Ix1>>,
        masks: &Bound<'py, PyArray<u8, Ix2>>,
        features: Option<&Bound<'py, PyArray<i8, Ix2>>>,
        rewards: &Bound<'py, PyArray<f32, Ix2>>,
        ends: &Bound<'py, PyArray<u8, Ix1>>,
    ) -> PyResult<()> {
        let given = Given { seats, masks, features, rewards, ends };
        let mut rows = Rows::of(&given, self.shape)?;
        let columns = rows.columns()?;
        self.with(py, |lanes| lanes.observe(columns))
    }

    #[pyo3(signature = (actions, seats, masks, features, rewards, ends))]
    #[expect(clippy::too_many_arguments, reason = "an array each")]
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: &Bound<'py, PyArray<i32, Ix1>>,
        seats: &Bound<'py, PyArray<u8, Ix1>>,
        masks: &Bound<'py, PyArray<u8, Ix2>>,
        features: Option<&Bound<'py, PyArray<i8, Ix2>>>,
        rewards: &Bound<'py, PyArray<f32, Ix2>>,
        ends: &Bound<'py, PyArray<u8, Ix1>>,
    ) -> PyResult<()> {
        let given = Given { seats, masks, features, rewards, ends };
        let actions = readable("actions", actions, &[self.shape.lanes])?;
        let actions = actions.as_slice()?;
        let mut rows = Rows::of(&given, self.shape)?;
        let columns = rows.columns()?;
        self.with(py, |lanes| match lanes.missteps(actions, 1).pop() {
            Some(first) => Err(misstep(first)),
            None => lanes.step(actions, columns).map_err(refused),
        })?
    }

    fn sample(&self, py: Python<'_>, actions: &Bound<'_, PyArray<i32, Ix1>>) -> PyResult<()> {
        let mut actions = writable("actions", actions, &[self.shape.lanes])?;
        let actions = actions.as_slice_mut()?;
        self.with(py, |lanes| lanes.sample(actions))
    }

    fn columns<'py>(&self, py: Python<'py>, features: bool) -> PyResult<Bound<'py, PyBytes>> {
        let shape = self.shape;
        let bytes = self.with(py, |lanes| {
            let mut packed = Packed::new(shape, features);
            lanes.observe(packed.columns());
            packed.encode()
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn step_columns<'py>(
        &self,
        py: Python<'py>,
        actions: &[u8],
        features: bool,
    ) -> PyResult<(Bound<'py, PyBytes>, bool)> {
        let shape = self.shape;
        let (pairs, rest) = actions.as_chunks::<2>();
        if pairs.len() != shape.lanes || !rest.is_empty() {
            let (lanes, found) = (shape.lanes, actions.len());
            return Err(PyValueError::new_err(format!(
                "actions must have two bytes for each of {lanes} lanes, not {found} in all"
            )));
        }
        let actions: Vec<i32> = pairs.iter().map(|pair| u16::from_le_bytes(*pair).into()).collect();
        let stepped = self.with(py, |lanes| {
            let missteps = lanes.missteps(&actions, MAX_REFUSALS);
            if !missteps.is_empty() {
                let refusals = wire::StepLeaseResponse {
                    columns: None,
                    refusals: missteps.iter().map(lane_refusal).collect(),
                };
                return Ok((refusals.encode_to_vec(), false));
            }
            let mut packed = Packed::new(shape, features);
            lanes.step(&actions, packed.columns())?;
            Ok((packed.encode(), true))
        })?;
        let (bytes, done) = stepped.map_err(refused)?;
        Ok((PyBytes::new(py, &bytes), done))
    }
}

fn lane_refusal(misstep: &IllegalLaneAction) -> wire::LaneRefusal {
    wire::LaneRefusal {
        lane: u32::try_from(misstep.lane).ok(),
        refusal: Some(misstep.refusal.to_wire(Wording::PLAIN)),
    }
}
