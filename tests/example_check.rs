//! Runs the example `check` on all shipped products, as a user does in a shell.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::{fs, io::Write, sync::LazyLock};

use serde_json::Value;

/// Builds an example, with the selection of packages and features that the command in the README has. Returns the path of
/// the executable.
pub(crate) fn built(target: [&str; 2]) -> PathBuf {
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--message-format", "json-render-diagnostics"]).args(target);
    let output = build.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success());
    let messages = String::from_utf8(output.stdout).unwrap();
    let mut messages = messages.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    messages.find_map(|message| message["executable"].as_str().map(PathBuf::from)).unwrap()
}

static EXAMPLE: LazyLock<PathBuf> = LazyLock::new(|| built(["--bin", "check"]));

fn started(arguments: &[&str]) -> Child {
    Command::new(EXAMPLE.as_path())
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = started(arguments);
    // The process may exit before it reads its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn status_and_text(arguments: &[&str], input: &str) -> (i32, String) {
    let output = run(arguments, input);
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

fn refused(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn shipped(folder: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<String> = fs::read_dir(path)
        .unwrap()
        .map(|entry| format!("{folder}/{}", entry.unwrap().file_name().to_str().unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn the_shipped_products_have_no_error() {
    let files = shipped("examples/products");
    let (catalogues, products): (Vec<&str>, Vec<&str>) =
        files.iter().map(String::as_str).partition(|file| file.ends_with("catalogue.json"));
    assert_eq!((catalogues.len(), products.len()), (1, 4));

    let (status, text) = status_and_text(&products, "");
    assert_eq!(status, 0);
    insta::assert_snapshot!("products", text);

    let (status, text) = status_and_text(&["--catalogue", catalogues[0]], "");
    assert_eq!(status, 0);
    insta::assert_snapshot!("catalogue", text);
}

#[test]
fn each_broken_product_has_an_error() {
    let files = shipped("examples/broken");
    assert!(files.len() >= 8);
    for file in &files {
        let (status, text) = status_and_text(&[file], "");
        assert_eq!(status, 1, "{file}");
        insta::assert_snapshot!(format!("broken-{}", file.rsplit('/').next().unwrap()), text);
    }
    assert_eq!(status_and_text(&["examples/products/pair.json", &files[0]], "").0, 1);
}

#[test]
fn json_of_one_file_is_the_report() {
    let file = "examples/broken/several.json";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let report = renewal_rules::check(&text, &renewal_rules::Options::default());
    let line = serde_json::to_string(&report).unwrap() + "\n";
    assert_eq!(status_and_text(&["--json", file], ""), (1, line.clone()));
    assert_eq!(status_and_text(&["--json"], &text), (1, line.clone()));
    assert_eq!(status_and_text(&["--json", "-"], &text), (1, line));

    let (_, lines) = status_and_text(&["--json", file, "examples/products/pair.json"], "");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["file"], file);
    assert_eq!(lines[0]["report"], serde_json::to_value(&report).unwrap());
}

#[test]
fn every_argument_sets_its_option() {
    let codes = |arguments: &[&str], input: &str| {
        let mut all = vec!["--json"];
        all.extend(arguments);
        let (_, text) = status_and_text(&all, input);
        let report: Value = serde_json::from_str(&text).unwrap();
        let diagnostics = report["diagnostics"].as_array().unwrap().iter();
        let codes: Vec<String> =
            diagnostics.map(|diagnostic| diagnostic["code"].as_str().unwrap().to_owned()).collect();
        codes.join(" ")
    };
    let renewal = r#"{"id":102,"licence_term":"P1M","name":"a","family_name":"b","variants":[]}"#;
    assert_eq!(codes(&["--operation", "create", "--role=renewal"], renewal), "field-not-on-create");
    assert_eq!(codes(&["--operation=update", "--product-id=101"], renewal), "not-checked id-mismatch");
    assert!(codes(&["--trial=true"], "{}").contains("renew-settings-missing"));
    assert_eq!(codes(&["--trial=false"], "{}"), "");
    let current = "examples/products/pair.json";
    assert!(
        codes(&["--operation=update", "--current", current], r#"{"variants":[]}"#).contains("patch-drops-variants")
    );
    let single = "examples/products/single.json";
    assert_eq!(codes(&["--pmr-offline-min-days=20", single], ""), "not-checked");
    let both = ["--pmr-online-min-days=40", "--pmr-offline-min-days=20"];
    assert_eq!(codes(&[both[0], both[1], "--ar-min-days=40", single], ""), "term-below-minimum term-below-minimum");
    let emails = ["--email-online-min-days=40", "--email-offline-min-days=50"];
    for payment in ["--payment=online", "--payment=offline"] {
        let pmr = ["--pmr-online-min-days=1", "--pmr-offline-min-days=1"];
        let all = [emails[0], emails[1], payment, pmr[0], pmr[1], single];
        assert_eq!(codes(&all, ""), "term-below-minimum");
    }
    assert_eq!(codes(&["--max-diagnostics=1", "examples/broken/several.json"], ""), "type-mismatch");
    assert_eq!(codes(&["--lines"], "{}\n{"), "json-syntax");
    let (_, text) = status_and_text(&["--consent=declined", "examples/products/pair.json"], "");
    assert!(text.contains("effective kind: PMR"), "{text}");
}

#[test]
fn failures_are_reported() {
    assert!(refused(&["no-such-file.json"]).contains("no-such-file.json"));
    assert!(refused(&["--paymnet=online"]).contains("--paymnet"));
    assert!(refused(&["--payment=cash", "examples/products/pair.json"]).contains("`payment`"));
    assert!(refused(&["--trial=perhaps", "examples/products/pair.json"]).contains("`trial`"));
    assert!(refused(&["--consent=yes"]).contains("--consent"));
    assert!(refused(&["--max-diagnostics"]).contains("max-diagnostics"));
    assert!(refused(&["--lines", "--role=renewal", "-"]).contains("`role`"));
    // The remaining files are still checked.
    let output = run(&["no-such-file.json", "examples/broken/chain.json"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("chain-last-not-repeated"));
    assert_eq!(status_and_text(&["--help"], "").0, 0);
}

#[test]
fn closed_output_pipe_causes_no_panic() {
    let mut child = started(&["--lines"]);
    drop(child.stdout.take());
    let lines = "{\n".repeat(10_000);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(lines.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{stderr}");
}
