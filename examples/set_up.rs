//! A set-up made call by call with an HTTP client: `cargo run --example set_up`.
//!
//! The service is simulated in here, and it fails on the way: of one creation the answer never
//! comes, though the product is made, and another one is refused at first. The plan is saved around
//! each call, so each run goes on where the last one broke off, and nothing is created twice.

use std::{
    error::Error,
    fs,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::Path,
    sync::mpsc,
};

use renewal_rules::{
    Options, ProductId,
    service::{Kinds, Method, Plan, PlanError, Setup},
};

/// Makes the calls of a plan that are left, and keeps the plan in a file.
fn carry_out(mut plan: Plan, base: &str, file: &Path) -> Result<(), Box<dyn Error>> {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let agent = ureq::Agent::from(config.build());
    while let Some(request) = plan.next_request()? {
        // Saved before the call: whatever becomes of it, the plan knows that it may have been made.
        fs::write(file, plan.to_json())?;
        let url = request.url(base);
        let mut call = match request.method() {
            Method::Patch => agent.patch(url),
            _ => agent.post(url),
        };
        for (name, value) in request.headers() {
            call = call.header(*name, *value);
        }
        // The token goes here, in the way that the service's operator stated.
        let mut answer = call.send(request.body())?;
        let body = answer.body_mut().read_to_vec()?;
        let fed = plan.feed(answer.status().as_u16(), body);
        fs::write(file, plan.to_json())?;
        fed?;
    }
    Ok(())
}

/// Goes on with the plan in the file. Of a creation in doubt, `find` says whether it was made: a
/// person looks in the service's own administration, as no call shows it.
fn resume(
    base: &str,
    file: &Path,
    find: &dyn Fn() -> Option<ProductId>,
) -> Result<(), Box<dyn Error>> {
    let mut plan = Plan::from_json(&fs::read_to_string(file)?)?;
    if let Err(PlanError::InDoubt { path }) = plan.clone().next_request() {
        let found = find();
        println!("  in doubt: {path}, found: {found:?}");
        match found {
            Some(id) => plan.set_made(id)?,
            None => plan.set_not_made()?,
        }
    }
    carry_out(plan, base, file)
}

fn main() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let base = format!("http://{}", listener.local_addr()?);
    let (made, products) = mpsc::channel();
    std::thread::spawn(move || serve(&listener, &made));

    let product = |name: &str, price: &str| {
        format!(
            r#"{{"family_name":"Example","name":"{name}","licence_term":"P1M","variants":[
            {{"vendor_code":"V","sku":"{name}","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}]}}"#
        )
    };
    let setup = Setup::new(product("First month", "1.90"))?
        .with_renewal(product("Second month", "4.90"))?
        .with_renewal(product("Month", "9.90"))?
        .with_kinds(Kinds::auto());
    let plan = Plan::new(setup, &Options::default())?;

    let file = std::env::temp_dir().join(format!("set-up-{}.json", std::process::id()));
    println!("run 1");
    let mut outcome = carry_out(plan, &base, &file);
    let find = || products.try_iter().last();
    for run in 2.. {
        let Err(error) = outcome else { break };
        println!("  stopped: {error}\nrun {run}");
        outcome = resume(&base, &file, &find);
    }
    let plan = Plan::from_json(&fs::read_to_string(&file)?)?;
    for step in plan.progress().steps {
        println!("  {} {}: {:?}", step.call, step.path, step.id);
    }
    Ok(fs::remove_file(file)?)
}

/// The service: it makes a product of each creation but the third, and answers all but the second.
fn serve(listener: &TcpListener, made: &mpsc::Sender<ProductId>) {
    let mut last = 100;
    for (call, stream) in listener.incoming().flatten().enumerate() {
        let is_refused = call == 2;
        last += u64::from(!is_refused);
        let answered = answer(&stream, |body| {
            println!("  service: call {} {}", call + 1, name_in(body));
            if is_refused {
                return Some(("429 Too Many Requests", String::from("{}")));
            }
            let _ = ProductId::new(last).map(|id| made.send(id));
            (call != 1).then(|| ("201 Created", format!(r#"{{"id":{last}}}"#)))
        });
        if let Err(error) = answered {
            eprintln!("  service: {error}");
        }
    }
}

fn name_in(body: &str) -> String {
    let product: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    product
        .get("name")
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// Answers a request, or closes the connection without an answer.
fn answer(
    mut stream: &TcpStream,
    of: impl FnOnce(&str) -> Option<(&'static str, String)>,
) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line)? > 2 {
        let header = line.to_ascii_lowercase();
        if let Some(value) = header.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or_default();
        }
        line.clear();
    }
    let mut body = String::new();
    reader.take(length).read_to_string(&mut body)?;
    let Some((status, body)) = of(&body) else {
        return Ok(());
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}
