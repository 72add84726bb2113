//! Choices that are made from bytes.

use arbitrary::Unstructured;

/// Where the bytes end, every choice is the first one: so a generator ends, and a short input is a
/// plain product.
pub struct Choices<'a> {
    bytes: Unstructured<'a>,
    /// In one of how many places something is wrong; 0 for nowhere.
    slips: usize,
}

impl<'a> Choices<'a> {
    /// The first byte tells how much is wrong: few slips reach the rules across fields, many show
    /// what hides what.
    pub fn new(data: &'a [u8]) -> Self {
        let mut choices = Self { bytes: Unstructured::new(data), slips: 0 };
        choices.slips = choices.pick(&[24, 0, 8, 64, 3]);
        choices
    }

    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        let last = count.saturating_sub(1);
        self.bytes.int_in_range(0..=last).unwrap_or(0)
    }

    pub fn number(&mut self) -> u16 {
        self.bytes.int_in_range(0..=u16::MAX).unwrap_or(0)
    }

    /// One of a list; the first where the bytes have ended.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Something that happens once in `count` times.
    pub fn once_in(&mut self, count: usize) -> bool {
        self.below(count) + 1 == count && count > 1
    }

    /// Whether something is wrong here.
    pub fn slip(&mut self) -> bool {
        self.slips > 0 && self.once_in(self.slips)
    }

    pub fn coin(&mut self) -> bool {
        self.once_in(2)
    }

    pub fn is_over(&self) -> bool {
        self.bytes.is_empty()
    }
}
