#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
extern crate alloc;

pub mod compare;
mod sentences;
mod summary;
pub mod timeline;
mod witness;

pub use compare::compare;
pub use sentences::{SENTENCES_RUSSIAN, Sentences, SentencesError};
pub use summary::{LadderStep, Summary, SummaryCell, summarize};
pub use timeline::{SvgOptions, escape_xml, timeline};
pub use witness::{AlsoFixed, Witness, can_have_witness, example_witness, witness, witness_of_each, witnesses};
