//! Numpy arrays of the caller, checked before anything is written into them.

use intrigue_search::{Columns, Masks, Shape};
use numpy::{Element, PyArray, PyArrayMethods, PyReadonlyArray, PyReadwriteArray};
use numpy::{Ix1, Ix2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The arrays of a step, borrowed for as long as it takes.
pub(crate) struct Rows<'py> {
    seats: PyReadwriteArray<'py, u8, Ix1>,
    masks: PyReadwriteArray<'py, u8, Ix2>,
    features: Option<PyReadwriteArray<'py, i8, Ix2>>,
    rewards: PyReadwriteArray<'py, f32, Ix2>,
    ends: PyReadwriteArray<'py, u8, Ix1>,
}

/// The arrays as they are given.
pub(crate) struct Given<'a, 'py> {
    pub(crate) seats: &'a Bound<'py, PyArray<u8, Ix1>>,
    pub(crate) masks: &'a Bound<'py, PyArray<u8, Ix2>>,
    pub(crate) features: Option<&'a Bound<'py, PyArray<i8, Ix2>>>,
    pub(crate) rewards: &'a Bound<'py, PyArray<f32, Ix2>>,
    pub(crate) ends: &'a Bound<'py, PyArray<u8, Ix1>>,
}

impl<'py> Rows<'py> {
    pub(crate) fn of(given: &Given<'_, 'py>, shape: Shape) -> PyResult<Self> {
        let Shape { lanes, seats, actions, features } = shape;
        Ok(Self {
            seats: writable("seats", given.seats, &[lanes])?,
            masks: writable("masks", given.masks, &[lanes, actions])?,
            features: given
                .features
                .map(|array| writable("features", array, &[lanes, features]))
                .transpose()?,
            rewards: writable("rewards", given.rewards, &[lanes, seats])?,
            ends: writable("ends", given.ends, &[lanes])?,
        })
    }

    pub(crate) fn columns(&mut self) -> PyResult<Columns<'_>> {
        Ok(Columns {
            seats: self.seats.as_slice_mut()?,
            masks: Masks::Bytes(self.masks.as_slice_mut()?),
            features: match &mut self.features {
                Some(features) => features.as_slice_mut()?,
                None => &mut [],
            },
            rewards: self.rewards.as_slice_mut()?,
            ends: self.ends.as_slice_mut()?,
        })
    }
}

/// An array that can be written into, of this shape and without gaps.
pub(crate) fn writable<'py, T: Element, D: numpy::ndarray::Dimension>(
    name: &str,
    array: &Bound<'py, PyArray<T, D>>,
    shape: &[usize],
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    check(name, array, shape)?;
    array.try_readwrite().map_err(|_| {
        PyValueError::new_err(format!("{name} can't be written: it is read-only, or in use"))
    })
}

/// An array that can be read, of this shape and without gaps.
pub(crate) fn readable<'py, T: Element, D: numpy::ndarray::Dimension>(
    name: &str,
    array: &Bound<'py, PyArray<T, D>>,
    shape: &[usize],
) -> PyResult<PyReadonlyArray<'py, T, D>> {
    check(name, array, shape)?;
    array
        .try_readonly()
        .map_err(|_| PyValueError::new_err(format!("{name} can't be read: it is in use")))
}

fn check<T: Element, D: numpy::ndarray::Dimension>(
    name: &str,
    array: &Bound<'_, PyArray<T, D>>,
    shape: &[usize],
) -> PyResult<()> {
    if array.shape() != shape {
        let found = array.shape();
        return Err(PyValueError::new_err(format!(
            "{name} must have the shape {shape:?}, not {found:?}"
        )));
    }
    if !array.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("{name} must be contiguous, row after row")));
    }
    Ok(())
}
