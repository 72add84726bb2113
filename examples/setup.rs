//! Carries out a setup with an HTTP client: `cargo run --example setup -- SETUP.json STATE.json BASE_URL [ID |
//! not-made]`.
//!
//! The plan is saved before and after each call. If a run is interrupted, the next one continues, and nothing is
//! created twice. If no response shows whether a product was created, look it up in the service, and pass its id or
//! `not-made` to the next run. To try it, start a service with `cargo run -p renewal-rules-emulator -- --no-token`.

use std::{env, error::Error, fs, path::Path};

use renewal_rules::setup::Setup;
use renewal_rules::{Options, ProductId};
use renewal_rules_service::{Method, Plan};

/// Makes the remaining calls of a plan and saves the plan around each.
fn carry_out(mut plan: Plan, base: &str, file: &Path) -> Result<(), Box<dyn Error>> {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let agent = ureq::Agent::from(config.build());
    while let Some(request) = plan.next_request()? {
        // Save the plan before the call: if this run is interrupted, the next one knows that the call may have been
        // made.
        keep(&plan, file)?;
        let url = request.url(base);
        let mut call = match request.method() {
            Method::Patch => agent.patch(url),
            _ => agent.post(url),
        };
        for (name, value) in request.headers() {
            call = call.header(*name, *value);
        }
        // Add the token here, in the header that the service's operator prescribes.
        let mut answer = call.send(request.body())?;
        let body = answer.body_mut().read_to_vec()?;
        let fed = plan.record_response(answer.status().as_u16(), body);
        keep(&plan, file)?;
        fed?;
    }
    for step in plan.progress().steps {
        println!("{} {}: {:?}", step.call, step.path, step.id);
    }
    Ok(())
}

/// Writes the plan atomically.
fn keep(plan: &Plan, file: &Path) -> Result<(), Box<dyn Error>> {
    let new = file.with_extension("new");
    fs::write(&new, plan.to_json())?;
    Ok(fs::rename(new, file)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (setup, file, base, became) = match arguments.as_slice() {
        [setup, file, base] => (setup, file, base, None),
        [setup, file, base, became] => (setup, file, base, Some(became.as_str())),
        _ => return Err("usage: setup SETUP.json STATE.json BASE_URL [ID | not-made]".into()),
    };
    let file = Path::new(file);
    let mut plan = if file.exists() {
        Plan::from_json(&fs::read_to_string(file)?)?
    } else {
        Plan::new(Setup::from_json(&fs::read_to_string(setup)?)?, &Options::default())?
    };
    match became {
        Some("not-made") => plan.deny()?,
        Some(id) => plan.confirm(ProductId::try_from(id.parse::<u64>()?)?)?,
        None => {}
    }
    carry_out(plan, base, file)
}
