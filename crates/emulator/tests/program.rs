//! The program: its arguments, its file and its end.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::{fs, net::TcpStream};

use crate::client::{Client, PRODUCT};

/// The program on a port of its own, ended with the test.
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
        let mut process = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let (url, reach) = line.split_once(' ').unwrap();
        assert_eq!(reach, "(only this computer reaches it)\n");
        Self { url: url.to_owned(), process, out }
    }

    /// Ends it as a system does; gives what it printed since. On standard error there was nothing.
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

/// What it says on standard error, with the exit code 1 or 2.
fn refusal(arguments: &[&str]) -> (Option<i32>, String) {
    let output = command(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn it_says_how_to_log_in_unless_that_was_stated() {
    let program = Program::start(&[]);
    let client = Client::logged_in(&program.url);
    assert_eq!(client.create(PRODUCT).status, 201);
    assert_eq!(program.terminate(), (true, "log in as `emulator` with the password `emulator`\n".to_owned()));

    let program = Program::start(&["--user", "vendor:open sesame", "--fail", r#"{"call":"login","before":500}"#]);
    let client = Client::of(&program.url);
    assert!(client.log_in("vendor", "open sesame").is_none());
    assert!(client.log_in("vendor", "open sesame").is_some());
    assert_eq!(program.terminate(), (true, String::new()));
}

#[test]
fn a_wrong_argument_is_told() {
    for (arguments, text) in [
        (&["--user", "vendor"][..], "the password is empty"),
        (&["--token-header", "Authorization"], "{token}"),
        (&["--fail", "x"], "expected value"),
        (&["--host", "x"], "invalid IP address"),
        (&["--x"], "--x"),
    ] {
        let (code, said) = refusal(arguments);
        assert!(said.contains(text) && code != Some(0), "{said}");
    }
}

#[test]
fn sigterm_lets_it_answer_what_has_been_asked() {
    let program = Program::start(&["--no-token"]);
    let address = program.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let (first, rest) = PRODUCT.split_at(PRODUCT.len() / 2);
    let length = PRODUCT.len();
    // The server asks for the body, so the request has begun.
    write!(stream, "POST /v1/product HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: {length}\r\n\r\n")
        .unwrap();
    stream.read_exact(&mut [0; 25]).unwrap();
    stream.write_all(first.as_bytes()).unwrap();
    program.signal();
    // Nobody is let in any more.
    while TcpStream::connect(address).is_ok() {
        std::thread::yield_now();
    }
    stream.write_all(rest.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 201") && text.ends_with(r#"{"id":101}"#), "{text}");
    assert!(program.terminate().0);
}

#[test]
fn a_store_keeps_products_and_tokens() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.json");
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
    // Nothing is left for a graceful end to do.
    program.process.kill().unwrap();
    program.process.wait().unwrap();

    let program = Program::start(&arguments);
    let token = client.token.clone();
    client = Client::of(&program.url);
    client.token = token;
    assert_eq!(client.products(), products);
    assert_eq!(client.create(PRODUCT).text, r#"{"id":103}"#);
}

#[test]
fn a_store_has_one_emulator_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.json");
    let link = folder.path().join("link.json");
    let program = Program::start(&["--store", file.to_str().unwrap()]);
    std::os::unix::fs::symlink(&file, &link).unwrap();
    for name in [&file, &link] {
        let (code, said) = refusal(&["--store", name.to_str().unwrap()]);
        assert_eq!(code, Some(1));
        assert!(said.contains("another emulator uses it"), "{said}");
    }
    assert!(program.terminate().0);
    assert!(Program::start(&["--store", link.to_str().unwrap()]).terminate().0);
}

#[test]
fn a_damaged_store_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.json");
    let name = file.to_str().unwrap();
    assert!(Program::start(&["--store", name]).terminate().0);
    let good = fs::read_to_string(&file).unwrap();
    let with = |products: &str| good.replace(r#""products":{}"#, &format!(r#""products":{{{products}}}"#));
    for text in [
        String::new(),
        good[..good.len() - 1].to_owned(),
        good.replace("\"moved\":0", "\"moved\":0.5"),
        good.replace("\"moved\"", "\"move\""),
        with(r#""101":{"id":102}"#),
        with(r#""101":5"#),
        with(r#""a":{"id":101}"#),
    ] {
        assert_ne!(text, good);
        fs::write(&file, &text).unwrap();
        let (code, said) = refusal(&["--store", name]);
        assert_eq!(code, Some(1));
        assert!(said.contains("damaged") && said.contains(name), "{said}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    let (code, said) = refusal(&["--store", folder.path().join("none/store.json").to_str().unwrap()]);
    assert!(code == Some(1) && said.contains("No such file"), "{said}");
}

#[test]
fn a_change_that_cannot_be_kept_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("store.json");
    let program = Program::start(&["--store", file.to_str().unwrap()]);
    let client = Client::logged_in(&program.url);
    client.create(PRODUCT);
    let before = client.products();
    // Where the new file would be written.
    fs::create_dir(folder.path().join("store.json.new")).unwrap();
    assert_eq!(client.create(PRODUCT).status, 500);
    assert_eq!(client.change("101", r#"{"name":"New"}"#).status, 500);
    assert_eq!(client.products(), before);
    fs::remove_dir(folder.path().join("store.json.new")).unwrap();
    assert_eq!(client.create(PRODUCT).text, r#"{"id":102}"#);
}

#[test]
fn what_would_not_renew_is_listed_at_the_end() {
    let program = Program::start(&["--accept-anything"]);
    let client = Client::logged_in(&program.url);
    client.create(r#"{"licence_term":"p1m"}"#);
    let (is_done, text) = program.terminate();
    assert!(is_done && text.contains("term-format"), "{text}");
}
