//! Tests the binary: its arguments, its store and its exit.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::{fs, net::TcpStream};

use crate::client::{Client, PRODUCT, read_all};

/// A running emulator on any free port; dropping it kills the process.
pub(crate) struct Program {
    pub(crate) process: Child,
    out: BufReader<ChildStdout>,
    pub(crate) url: String,
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_renewal-rules-emulator"));
    command.args(["--port", "0"]).args(arguments);
    command
}

impl Program {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::run(&mut command(arguments))
    }

    fn run(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let (url, reach) = line.split_once(' ').unwrap();
        let is_loopback = url.starts_with("http://127.");
        let expected = if is_loopback { "(only this computer reaches it)\n" } else { "(other computers reach it)\n" };
        assert_eq!(reach, expected);
        Self { url: url.to_owned(), process, out }
    }

    /// Sends SIGTERM, and returns whether the exit code is 0, and the rest of standard output. Asserts that
    /// standard error is empty.
    pub(crate) fn terminate(mut self) -> (bool, String) {
        self.signal();
        let mut text = String::new();
        let mut errors = self.process.stderr.take().unwrap();
        errors.read_to_string(&mut text).unwrap();
        assert_eq!(text, "");
        self.out.read_to_string(&mut text).unwrap();
        (self.process.wait().unwrap().success(), text)
    }

    fn signal(&self) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs the binary with arguments that it refuses; returns the exit code and standard error.
fn refusal(arguments: &[&str]) -> (Option<i32>, String) {
    let output = command(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn the_default_account_is_printed() {
    let program = Program::start(&[]);
    let client = Client::logged_in(&program.url);
    assert_eq!(client.create(PRODUCT).status, 201);
    assert_eq!(program.terminate(), (true, "log in as `emulator` with the password `emulator`\n".to_owned()));

    let program = Program::start(&["--account", "vendor:open sesame", "--fail", r#"{"call":"login","before":500}"#]);
    let client = Client::new(&program.url);
    assert!(client.log_in("vendor", "open sesame").is_none());
    assert!(client.log_in("vendor", "open sesame").is_some());
    assert_eq!(program.terminate(), (true, String::new()));
}

#[test]
fn the_end_of_standard_input_stops_it_if_requested() {
    let mut program = Program::run(command(&["--stop-with-stdin"]).stdin(Stdio::piped()));
    let mut stdin = program.process.stdin.take().unwrap();
    stdin.write_all(b"ignored").unwrap();
    assert!(Client::new(&program.url).log_in("emulator", "emulator").is_some());
    drop(stdin);
    assert!(program.process.wait().unwrap().success());
}

#[test]
fn invalid_arguments_are_reported() {
    for (arguments, text) in [
        (&["--account", "vendor"][..], "invalid --account: expected <NAME:PASSWORD>, found no colon"),
        (&["--account", "vendor:"], "the password is empty"),
        (&["--token-header", "Authorization"], "invalid --token-header: expected a header such as"),
        (&["--token-header", "Host: {token}"], "invalid --token-header: expected a header for the token alone"),
        (&["--admin-token", ""], "invalid --admin-token or EMULATOR_ADMIN_TOKEN: expected visible ASCII characters"),
        (&["--cors", "*"], "invalid --cors: expected an origin such as http://localhost:5173, found `*`"),
        (&["--fail", "x"], "invalid --fail: expected value"),
        (&["--fail", r#"{"pass":true,"after":500}"#], "expected one of `before`, `after` and `pass`"),
        (&["--fail", "[]"], "invalid --fail: invalid type: array, expected an object"),
        (&["--fail", r#"{"before":"503"}"#], r#"string "503", expected a status from 200 to 599 as a number"#),
        (&["--fail", r#"["create","break"]"#], "expected an object"),
        (&["--journal-limit", "x"], "invalid --journal-limit: expected a whole number from 0, found `x`"),
        (&["--no-token", "--token-header", "X: {token}"], "--no-token cannot be used with --token-header"),
        (&["--token-header", "X: {token}", "--no-token"], "--no-token cannot be used with --token-header"),
        (&["--connections", "0"], "invalid --connections: expected a number from 1 to 65535"),
        (&["--connections", "65536"], "invalid --connections: expected a number from 1 to 65535"),
        (&["--seed", "/none.json"], "/none.json: No such file"),
        (&["--scenario", "Cargo.toml"], "Cargo.toml: invalid type: array, expected an object"),
        (&["--seed", "Cargo.toml"], "Cargo.toml: invalid seed: not JSON at line 1, column 2: there is an unknown word"),
        (&["--host", "localhost"], "invalid --host: expected an IP address such as 127.0.0.1, found `localhost`"),
        (&["--port", "99999"], "invalid --port: expected a number from 0 to 65535, found `99999`"),
        (&["--x"], "--x"),
    ] {
        let (code, stderr) = refusal(arguments);
        assert!(stderr.contains(text) && code == Some(2), "{stderr}");
    }
}

#[test]
fn sigterm_completes_a_request_that_has_begun() {
    let program = Program::start(&["--no-token"]);
    let address = program.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let (first, rest) = PRODUCT.split_at(PRODUCT.len() / 2);
    let length = PRODUCT.len();
    // Send the headers and wait for `100 Continue`, which shows that the server has received them.
    write!(stream, "POST /v1/product HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: {length}\r\n\r\n")
        .unwrap();
    stream.read_exact(&mut [0; 25]).unwrap();
    stream.write_all(first.as_bytes()).unwrap();
    program.signal();
    // Wait until the listener is closed.
    while TcpStream::connect(address).is_ok() {
        std::thread::yield_now();
    }
    stream.write_all(rest.as_bytes()).unwrap();
    let text = read_all(&mut stream);
    assert!(text.starts_with("HTTP/1.1 201") && text.ends_with(r#"{"id":101}"#), "{text}");
    assert!(program.terminate().0);
}

#[test]
fn a_store_survives_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("store.json");
    let arguments = ["--store", file.to_str().unwrap()];
    let deep = format!(
        r#"{{"family_name":"F","name":"N","variants":[],"x":{}1.10{}}}"#,
        "[".repeat(20_000),
        "]".repeat(20_000)
    );
    let mut program = Program::start(&arguments);
    let mut client = Client::logged_in(&program.url);
    client.create(PRODUCT);
    client.create(&deep);
    client.admin("clock", "5000");
    client.change("101", r#"{"name":"New"}"#);
    let products = client.products();
    assert!(products.contains("New") && products.contains("[1.10]"));
    // Kill the process: the store does not depend on a graceful exit.
    program.process.kill().unwrap();
    program.process.wait().unwrap();

    let program = Program::start(&arguments);
    let token = client.token.clone();
    client = Client::new(&program.url);
    client.token = token;
    assert_eq!(client.products(), products);
    assert_eq!(client.create(PRODUCT).text, r#"{"id":103}"#);
}

#[test]
fn a_store_is_locked() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("store.json");
    let link = directory.path().join("link.json");
    let program = Program::start(&["--store", file.to_str().unwrap()]);
    std::os::unix::fs::symlink(&file, &link).unwrap();
    for name in [&file, &link] {
        let (code, stderr) = refusal(&["--store", name.to_str().unwrap()]);
        assert_eq!(code, Some(1));
        assert!(stderr.contains("another emulator uses it"), "{stderr}");
    }
    assert!(program.terminate().0);
    assert!(Program::start(&["--store", link.to_str().unwrap()]).terminate().0);
}

#[test]
fn a_damaged_store_is_refused_and_not_changed() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("store.json");
    let name = file.to_str().unwrap();
    assert!(Program::start(&["--store", name]).terminate().0);
    let good = fs::read_to_string(&file).unwrap();
    let with = |products: &str| good.replace(r#""products":[]"#, &format!(r#""products":{products}"#));
    for text in [
        String::new(),
        good[..good.len() - 1].to_owned(),
        good.replace("\"clock_offset\":0", "\"clock_offset\":0.5"),
        good.replace("\"clock_offset\"", "\"clock\""),
        with(r#"[{"id":102},{"id":102}]"#),
        with("[5]"),
        with(r#"[{"id":"101"}]"#),
        with(r#"{"101":{"id":101}}"#),
    ] {
        assert_ne!(text, good);
        fs::write(&file, &text).unwrap();
        let (code, stderr) = refusal(&["--store", name]);
        assert_eq!(code, Some(1));
        assert!(stderr.contains("damaged") && stderr.contains(name), "{stderr}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    let (code, stderr) = refusal(&["--store", directory.path().join("none/store.json").to_str().unwrap()]);
    assert!(code == Some(1) && stderr.contains("No such file"), "{stderr}");
}

#[test]
fn a_change_that_cannot_be_stored_has_no_effect() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("store.json");
    let program = Program::start(&["--store", file.to_str().unwrap()]);
    let client = Client::logged_in(&program.url);
    client.create(PRODUCT);
    let before = client.products();
    // Create a directory at the path of the temporary file, so that the store cannot be written.
    fs::create_dir(directory.path().join("store.json.new")).unwrap();
    assert_eq!(client.create(PRODUCT).status, 500);
    assert_eq!(client.change("101", r#"{"name":"New"}"#).status, 500);
    client.admin("failures", r#"[{"call":"change","before":503}]"#);
    let requests = client.requests("");
    assert_eq!(client.admin("reset", "").status, 500);
    assert_eq!(client.requests(""), requests);
    assert_eq!(client.admin("clock", "90000").status, 500);
    assert_eq!(client.products(), before);
    assert_eq!(client.change("101", "{}").status, 503);
    // The journal is not stored.
    assert_eq!(client.admin_with("DELETE", "requests", "").status, 204);
    assert_eq!(client.requests("").len(), 0);
    fs::remove_dir(directory.path().join("store.json.new")).unwrap();
    assert_eq!(client.create(PRODUCT).text, r#"{"id":102}"#);
}

#[test]
fn errors_of_accepted_products_are_listed_on_exit() {
    let program = Program::start(&["--lenient"]);
    let client = Client::logged_in(&program.url);
    client.create(r#"{"licence_term":"p1m"}"#);
    let (is_done, text) = program.terminate();
    assert!(is_done && text.contains("term-format"), "{text}");
}

#[test]
fn errors_of_accepted_requests_are_listed_on_exit() {
    let program = Program::start(&["--lenient"]);
    let client = Client::logged_in(&program.url);
    // None of these errors is in the products that are stored.
    client.create(r#"{"id":5,"name":"a","name":"b"}"#);
    client.change("101", r#"{"id":7}"#);
    client.change("101", r#"{"licence_term":"p1m"}"#);
    client.change("101", r#"{"licence_term":"P1M"}"#);
    // Refused requests and those without errors are not listed.
    client.change("102", r#"{"id":7}"#);
    client.create("[]");
    // A reset does not change the requests of the past.
    client.admin("reset", "");
    let (is_done, text) = program.terminate();
    let lines: Vec<_> = text.lines().filter(|line| line.contains(": error ")).collect();
    assert_eq!(
        lines,
        [
            "POST /v1/product:1:7: error field-not-on-create",
            "POST /v1/product:1:20: error duplicate-key",
            "PATCH /v1/product/101:1:7: error id-mismatch",
            "PATCH /v1/product/101:1:17: error term-format",
        ],
        "{text}"
    );
    assert!(is_done);
}

#[test]
fn the_admin_token_comes_from_arguments_or_environment() {
    let by_argument = Program::start(&["--admin-token", "s3cret"]);
    let by_environment = Program::run(command(&[]).env("EMULATOR_ADMIN_TOKEN", "s3cret"));
    let argument_wins = Program::run(command(&["--admin-token", "s3cret"]).env("EMULATOR_ADMIN_TOKEN", "other"));
    for program in [by_argument, by_environment, argument_wins] {
        let client = Client::new(&program.url);
        assert_eq!(client.get("/_emulator/products").status, 401);
        let header = ("Authorization", "Bearer s3cret");
        assert_eq!(client.send("GET", "/_emulator/products", &[header]).status, 200);
    }
    let empty = Program::run(command(&[]).env("EMULATOR_ADMIN_TOKEN", ""));
    assert_eq!(Client::new(&empty.url).get("/_emulator/products").status, 200);
}

#[test]
fn the_port_comes_from_arguments_or_environment() {
    let emulator = || Command::new(env!("CARGO_BIN_EXE_renewal-rules-emulator"));
    // Port 0 stands for any free port; the default port may be in use.
    assert!(Program::run(emulator().env("PORT", "0")).terminate().0);
    assert!(Program::run(command(&[]).env("PORT", "1")).terminate().0);
    let output = emulator().env("PORT", "http").output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("invalid PORT in the environment"));
    // An invalid value that is not used does not matter.
    assert!(Program::run(command(&[]).env("PORT", "http")).terminate().0);
    assert!(emulator().arg("--help").env("PORT", "http").output().unwrap().status.success());
}

#[test]
fn the_log_has_a_line_for_each_request() {
    let mut program = Program::start(&["--log", "--no-token", "--fail", r#"{"call":"create","before":503}"#]);
    let client = Client::new(&program.url);
    client.create(PRODUCT);
    client.log_in("emulator", "emulator");
    program.signal();
    let mut log = String::new();
    program.process.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    let lines: Vec<_> = log.lines().map(|line| line.split_once(' ').unwrap().1).collect();
    let [create, login] = lines[..] else { panic!("{log}") };
    assert!(create.starts_with("POST /v1/product 503 (scripted: ") && create.contains(r#""before":503"#), "{create}");
    assert_eq!(login, "POST /v1/login_check 200");
}

#[test]
fn a_disabled_admin_api_is_announced() {
    for (arguments, is_disabled) in
        [(&["--host", "0.0.0.0"][..], true), (&["--host", "0.0.0.0", "--admin-token", "x"], false)]
    {
        let (is_done, text) = Program::start(arguments).terminate();
        assert_eq!((is_done, text.contains("--admin-token")), (true, is_disabled), "{text}");
    }
}

#[test]
fn pages_of_cors_origins_may_call_the_emulator() {
    let program = Program::start(&["--cors", "http://a.example", "--cors", "http://b.example"]);
    for origin in ["http://a.example", "http://b.example"] {
        let response = Client::new(&program.url).send("POST", "/_emulator/reset", &[("Origin", origin)]);
        assert_eq!((response.status, response.header("access-control-allow-origin")), (204, Some(origin)));
    }
}
