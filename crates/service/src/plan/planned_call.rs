//! Preview of the remaining calls of a plan.

use alloc::string::String;

use crate::request::Request;

/// Preview of a remaining call, with placeholders for ids that are not known yet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlannedCall {
    /// JSON Pointer into the setup to the product: `/initiator`, `/renewals/0`.
    pub path: String,
    /// The request, with a placeholder for each unknown id: the position, among the remaining calls, of the call that
    /// returns the id, between two [`DELIMITER`] characters.
    request: Request,
}

/// Delimits the placeholder of an unknown id. JSON text never contains this character.
const DELIMITER: char = '\0';

impl PlannedCall {
    pub(super) const fn new(path: String, request: Request) -> Self {
        Self { path, request }
    }

    /// Returns the placeholder of the id that the call at a position, among the remaining calls, will return.
    pub(super) fn placeholder(position: usize) -> String {
        format!("{DELIMITER}{position}{DELIMITER}")
    }

    /// Returns the request. `id` provides the text for each unknown id; its argument is the position, among the
    /// remaining calls, of the call that returns the id.
    pub fn request(&self, id: impl Fn(usize) -> String) -> Request {
        let filled = |text: &str| -> String {
            let fragments = text.split(DELIMITER).enumerate();
            let fill = |(index, fragment): (usize, &str)| {
                let call = fragment.parse().ok().filter(|_| index % 2 == 1);
                call.map_or_else(|| fragment.into(), &id)
            };
            fragments.map(fill).collect()
        };
        let (path, body) = (filled(self.request.path()), filled(self.request.body()));
        Request::new(self.request.endpoint(), path.into(), body)
    }

    /// Returns the positions of the calls whose responses provide the ids used in this request.
    pub fn needs(&self) -> impl Iterator<Item = usize> {
        let texts = [self.request.path(), self.request.body()].into_iter();
        let placeholders = texts.flat_map(|text| text.split(DELIMITER).skip(1).step_by(2));
        placeholders.filter_map(|call| call.parse().ok())
    }
}
