use crate::Plane;

/// The numbers of all planes together.
pub const fn feature_size(planes: &[Plane]) -> usize {
    let (mut size, mut plane) = (0, 0);
    while plane < planes.len() {
        size += planes[plane].size;
        plane += 1;
    }
    size
}

/// Writes a feature tensor plane by plane.
pub struct FeatureWriter<'a, const SIZE: usize> {
    out: &'a mut [i8; SIZE],
    at: usize,
}

impl<'a, const SIZE: usize> FeatureWriter<'a, SIZE> {
    /// A writer at the beginning of a tensor, which it sets to zeros.
    #[inline]
    pub fn new(out: &'a mut [i8]) -> Self {
        let out = out.first_chunk_mut().expect("the tensor has its size");
        *out = [0; SIZE];
        Self { out, at: 0 }
    }

    /// One number. What fits no byte is the nearest that does.
    #[inline]
    pub fn number(&mut self, value: impl Into<i32>) {
        let value = value.into().clamp(i8::MIN.into(), i8::MAX.into());
        self.out[self.at] = value.to_le_bytes()[0].cast_signed();
        self.at += 1;
    }

    /// The next numbers, which are zeros, to be written one by one.
    #[inline]
    pub fn plane(&mut self, size: usize) -> &mut [i8] {
        let plane = &mut self.out[self.at..][..size];
        self.at += size;
        plane
    }

    /// A plane with a one in one place; none if the place is not in it.
    #[inline]
    pub fn one_hot(&mut self, index: Option<usize>, size: usize) {
        let plane = self.plane(size);
        if let Some(place) = index.and_then(|index| plane.get_mut(index)) {
            *place = 1;
        }
    }

    /// Whether every number was written or passed over.
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.at == SIZE
    }
}
