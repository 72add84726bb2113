//! Runs the tests of the Node package with the binary of this build.

use std::process::Command;

#[test]
fn the_node_package_passes_its_tests() {
    let output = Command::new("node")
        .args(["--test", "npm/test/emulator.test.js"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("RENEWAL_RULES_EMULATOR", env!("CARGO_BIN_EXE_renewal-rules-emulator"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
