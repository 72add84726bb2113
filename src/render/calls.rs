use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString as _},
    vec::Vec,
};

use serde_json::json;

use crate::{
    service::{Foreseen, Piece},
    text::{aligned, put, words},
};

words! {
    /// How the calls of a plan are written.
    #[non_exhaustive]
    CallFormat {
        /// A line for each: its number, its method and path, the product in the set-up, its body.
        Table = "table",
        /// A list of objects with `product`, its place in the set-up, and `method`, `path`, `headers` and `body`.
        Json = "json",
        /// Lines for a shell with `curl` and `jq`, which has the variables `BASE_URL` and `TOKEN_HEADER`.
        Curl = "curl",
    }
}

/// The calls of a [`Plan`](crate::service::Plan). An id that the first of them will give is written
/// `$ID_1`.
///
/// ```
/// use renewal_rules::{Options, render::{CallFormat, plan_calls}, service::{Kinds, Plan, Setup}};
///
/// let product = r#"{"family_name":"F","name":"N","licence_term":"P1M","variants":[
///     {"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#;
/// let setup = Setup::new(product)?.with_kinds(Kinds::auto());
/// let plan = Plan::new(setup, &Options::default()).map_err(|report| report.to_string())?;
///
/// let table = plan_calls(&plan.foreseen(), CallFormat::Table);
/// assert!(table.contains("2  PATCH /v1/product/$ID_1  /initiator"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan_calls(calls: &[Foreseen], format: CallFormat) -> String {
    match format {
        CallFormat::Table => table(calls),
        CallFormat::Json => data(calls),
        CallFormat::Curl => calls
            .iter()
            .enumerate()
            .map(|call| curl(call, calls))
            .collect(),
    }
}

fn variable(call: usize) -> String {
    format!("ID_{}", call + 1)
}

/// Pieces as one text, each id as its variable.
fn shown(pieces: &[Piece]) -> String {
    let pieces = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Id(call) => String::from("$") + &variable(*call),
    });
    pieces.collect()
}

fn table(calls: &[Foreseen]) -> String {
    let rows = calls.iter().enumerate().map(|(index, call)| {
        [
            (index + 1).to_string(),
            format!("{} {}", call.method, shown(&call.path)),
            call.step.clone(),
            shown(&call.body),
        ]
    });
    let rows: Vec<_> = rows.collect();
    aligned(&rows)
}

fn data(calls: &[Foreseen]) -> String {
    let calls = calls.iter().map(|call| {
        let headers = call.headers.iter().copied();
        json!({
            "product": call.step,
            "method": call.method,
            "path": shown(&call.path),
            "headers": headers.collect::<BTreeMap<_, _>>(),
            "body": shown(&call.body),
        })
    });
    let calls: Vec<_> = calls.collect();
    serde_json::to_string_pretty(&calls).unwrap_or_default() + "\n"
}

/// A call for a shell. Where a later one needs the id that it gives, the answer's id is kept.
fn curl((index, call): (usize, &Foreseen), calls: &[Foreseen]) -> String {
    let mut line = format!(
        "curl -sS --fail-with-body -X {} \"$BASE_URL\"{} -H \"$TOKEN_HEADER\"",
        call.method,
        quoted(&call.path),
    );
    for (name, value) in call.headers {
        put!(line, " -H '{name}: {value}'");
    }
    put!(line, " --data-binary {}", quoted(&call.body));
    let mut pieces = calls
        .iter()
        .flat_map(|call| call.path.iter().chain(&call.body));
    if pieces.any(|piece| *piece == Piece::Id(index)) {
        format!("{}=$({line} | jq -e .id)\n", variable(index))
    } else {
        line + "\n"
    }
}

/// Pieces as one word of a shell.
fn quoted(pieces: &[Piece]) -> String {
    let pieces = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => text.replace('\'', "'\\''"),
        Piece::Id(call) => format!("'\"${}\"'", variable(*call)),
    });
    let inner: String = pieces.collect();
    format!("'{inner}'")
}
