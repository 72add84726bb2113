//! The calls that a plan has still to make, before the ids in them are known.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::{plan::Plan, request::Request};
use crate::product::ProductId;

/// A call that a plan has still to make, as far as it is known before the calls before it are answered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Foreseen {
    /// The product in the set-up, as a JSON Pointer: `/initiator`, `/renewals/0`.
    pub step: String,
    /// With a mark in the place of each id that is not known.
    request: Request,
}

/// What marks an id that is not known, around the call of those that are left whose answer gives it: it is in no JSON
/// text.
const MARK: char = '\0';

impl Foreseen {
    /// The request, with a text for each id that the answer to another of these calls will give, by the
    /// position of that call among them.
    pub fn request(&self, id: impl Fn(usize) -> String) -> Request {
        let filled = |text: &str| -> String {
            let parts = text.split(MARK).enumerate();
            let part = |(index, part): (usize, &str)| {
                let call = part.parse().ok().filter(|_| index % 2 == 1);
                call.map_or_else(|| part.into(), &id)
            };
            parts.map(part).collect()
        };
        let (path, body) = (filled(self.request.path()), filled(self.request.body()));
        Request::new(self.request.method(), path.into(), body)
    }

    /// The calls whose answers give the ids that it needs.
    pub(crate) fn needs(&self) -> impl Iterator<Item = usize> {
        let texts = [self.request.path(), self.request.body()].into_iter();
        let marked = texts.flat_map(|text| text.split(MARK).skip(1).step_by(2));
        marked.filter_map(|call| call.parse().ok())
    }
}

impl Plan {
    /// The calls that are left, in order (§4.4). The plan stays as it is.
    pub fn foreseen(&self) -> Vec<Foreseen> {
        let mut ids: Vec<_> = self.done.iter().map(ProductId::to_string).collect();
        let left = self.jobs().skip(self.done.len()).enumerate();
        let foreseen = left.map(|(call, job)| {
            let request = self.request(job, &ids, |id| id.to_string());
            ids.push(format!("{MARK}{call}{MARK}"));
            Foreseen { step: job.path(), request }
        });
        foreseen.collect()
    }
}
