//! The calls of the site: a set-up at a glance, what it means for buyers, and its picture.

use alloc::{string::String, vec::Vec};

use renewal_rules::{
    ProductId,
    editing::{self, Picture, Words},
    timeline::{Options, Timeline},
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{Answer, Call, calls, json, outcome, words};

calls! {
    /// The products at a glance.
    outline: |call| outcome(editing::outline(call.input).map(|products| Outlined { products }));

    /// What a product of the set-up means for its buyers.
    answer: |call| answered(&call);

    /// The timeline of a product of the set-up, as data and as a picture.
    picture: |call| pictured(&call);

    /// The chain, as the service lists it, of a product whose id comes first and of the renewals
    /// whose ids follow.
    chain: |call| {
        let mut ids = call.extra.split(',').filter_map(|id| ProductId::new(id.parse().ok()?));
        let own = ids.next().ok_or("there is no own id")?;
        json(&editing::chain(own, ids.collect()))
    };

    /// The patch that makes a free trial of a product.
    free_trial: |call| json(&editing::free_trial(call.input));
}

/// What a call is about: lines of plain text, as to read JSON once more would cost the site 10 KB.
struct Request<'a> {
    /// The index of the product.
    index: usize,
    /// The day at which the picture has its line.
    today: &'a str,
    /// The sentences of another language, as JSON; empty for English.
    words: &'a str,
}

impl<'a> Request<'a> {
    fn read(text: &'a str) -> Self {
        let mut lines = text.splitn(3, '\n');
        let mut line = || lines.next().unwrap_or_default();
        Self {
            index: line().parse().unwrap_or(usize::MAX),
            today: line(),
            words: line(),
        }
    }

    fn words(&self) -> Result<Words, String> {
        if self.words.is_empty() {
            return Ok(Words::english());
        }
        Words::from_json(self.words).map_err(|_| "these are not sentences".into())
    }
}

#[derive(Serialize)]
struct Outlined {
    products: Vec<editing::Outline>,
}

#[derive(Serialize)]
struct Pictured {
    svg: String,
    timeline: Timeline,
}

fn answered(call: &Call<'_>) -> Answer {
    let request = Request::read(call.extra);
    let options = Options::from_json(call.options).map_err(words)?;
    outcome(editing::answer(
        call.input.clone(),
        request.index,
        &options,
        &request.words()?,
    ))
}

fn pictured(call: &Call<'_>) -> Answer {
    let request = Request::read(call.extra);
    let options = Options::from_json(call.options).map_err(words)?;
    let mut picture = Picture::default();
    picture.words = request.words()?;
    picture.today = request.today.parse().ok();
    let timeline = editing::timeline_at(call.input.clone(), request.index, &options);
    outcome(timeline.map(|timeline| Pictured {
        svg: timeline.to_picture(&picture),
        timeline,
    }))
}
