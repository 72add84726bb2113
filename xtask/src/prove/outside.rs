//! Checks of the npm package in other runtimes, and of the emulator.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::steps::{emulator, npm_tests};
use crate::tools::{Tree, install_python, output, run};

pub(super) fn runtimes(tree: &Tree) -> Result<()> {
    tree.install_npm("test/runtimes")?;
    run(npm_tests(tree)?.args(["run", "runtimes"]))
}

/// Python script: logs in at the URL in its argument and prints the token.
const LOG_IN: &str = "
import json, sys, urllib.request as http
body = json.dumps({'username': 'emulator', 'password': 'emulator'}).encode()
login = http.Request(sys.argv[1] + '/v1/login_check', body, {'Content-Type': 'application/json'})
print(json.load(http.urlopen(login))['token'])
";

pub(super) fn openapi(tree: &Tree) -> Result<()> {
    let folder = install_python(tree, "schemathesis", "4.32.5")?;
    let program = |name: &str| Command::new(folder.join("bin").join(name));
    let emulator = emulator(tree)?;
    let tests = tree.wasm().join("test/openapi");
    let config = ["--config-file".into(), tests.join("schemathesis.toml")];
    // The first run also sends bodies that violate the schema. The second run sends only bodies that match it: with
    // `--lenient`, the emulator must accept all of them.
    for (arguments, config, words) in [
        (&[][..], &config[..], "run --checks all -n 300"),
        (&["--lenient"], &[], "run --checks all -n 300 --mode positive"),
    ] {
        let mut running = Command::new(&emulator)
            .args(["--port", "0", "--token-header", "Your-Token-Header: {token}"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let out = running.stdout.take().context("the output of the emulator is not captured")?;
        let tried = BufReader::new(out).read_line(&mut line).map_err(Into::into).and_then(|_| {
            let url = line.split(' ').next().unwrap_or_default();
            let token = output(program("python").args(["-c", LOG_IN, url]))?;
            run(program("schemathesis")
                .current_dir(&folder)
                .args(config)
                .args(words.split(' '))
                .arg(tree.wasm().join("openapi.json"))
                .args(["--url", url, "--header", &format!("Your-Token-Header: {token}")]))
        });
        running.kill()?;
        running.wait()?;
        tried?;
    }
    Ok(())
}
