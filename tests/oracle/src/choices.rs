//! Turns the bytes of a fuzz target into choices for generators.

use arbitrary::Unstructured;

/// Choices made from bytes. After the last byte, every choice is the first alternative, so that generators terminate
/// and a short input gives a plain product.
pub struct Choices<'a> {
    bytes: Unstructured<'a>,
    /// Average number of values per mistake; 0 for no mistakes.
    mistake_interval: usize,
}

impl<'a> Choices<'a> {
    /// Creates the choices. The first byte sets the rate of mistakes: with few mistakes, products reach the rules that
    /// read several fields; with many, they test how mistakes hide each other.
    pub fn new(data: &'a [u8]) -> Self {
        let mut choices = Self { bytes: Unstructured::new(data), mistake_interval: 0 };
        choices.mistake_interval = choices.pick(&[24, 0, 8, 64, 3]);
        choices
    }

    /// Returns a number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        let last = count.saturating_sub(1);
        self.bytes.int_in_range(0..=last).unwrap_or(0)
    }

    pub fn number(&mut self) -> u16 {
        self.bytes.int_in_range(0..=u16::MAX).unwrap_or(0)
    }

    /// Returns an item of a list, or its first item if no bytes are left.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Returns true once in `count` calls on average.
    pub fn once_in(&mut self, count: usize) -> bool {
        self.below(count) + 1 == count && count > 1
    }

    /// Returns whether the generator should make a mistake at this point.
    pub fn mistake(&mut self) -> bool {
        self.mistake_interval > 0 && self.once_in(self.mistake_interval)
    }

    pub fn coin(&mut self) -> bool {
        self.once_in(2)
    }

    pub fn is_over(&self) -> bool {
        self.bytes.is_empty()
    }
}
