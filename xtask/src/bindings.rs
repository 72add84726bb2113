//! Generates the JavaScript bindings of a WebAssembly module with wasm-bindgen.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

/// Generates the bindings of a compiled module.
pub(crate) fn generate(compiled: &Path, out: &Path) -> Result<()> {
    Bindgen::new()
        .web(true)?
        .omit_default_module_path(true)
        .typescript(false)
        .reset_state_function(true)
        .export_wasm(true)
        .out_name("bindings")
        .input_path(compiled)
        .generate(out)?;
    let bindings = out.join("bindings.js");
    let text = fs::read_to_string(&bindings)?;
    Ok(fs::write(bindings, with_instantiate(&text)?)?)
}

/// Statement of the bindings that creates an instance of the module in `wasmModule`.
const RESET: &str = "wasmInstance = new WebAssembly.Instance(wasmModule, __wbg_get_imports());";

/// The package uses this function instead of `initSync` of the bindings, which rejects a module of another realm, as in
/// edge runtimes.
const INSTANTIATE: &str = "
export function instantiate(module) {
    wasmModule = module;
    __wbg_reset_state();
}
";

/// Patches the bindings: appends [`INSTANTIATE`]. Some environments have no `TextDecoder` while a module is loaded, and
/// bundlers can drop only a module without side effects, so that bindings with a decoder are rejected: the calls
/// return no values of JavaScript and need none.
fn with_instantiate(bindings: &str) -> Result<String> {
    ensure!(!bindings.contains("TextDecoder"), "the bindings have a decoder: an export has a type other than a number");
    ensure!(bindings.contains(RESET), "the bindings no longer contain `{RESET}`");
    Ok([bindings, INSTANTIATE].concat())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::{INSTANTIATE, RESET, with_instantiate};

    /// The version whose bindings the patch is for. After an update, compare `wasm/dist/build/tools/bindings.js` with and
    /// without the patch, and drop the patch if `initSync` takes a module of another realm.
    const PATCHED: &str = "0.2.130";

    #[test]
    fn the_patch_is_for_the_locked_version_of_wasm_bindgen() {
        let lock = include_str!("../../Cargo.lock");
        for name in ["wasm-bindgen", "wasm-bindgen-cli-support"] {
            let entry = format!("name = \"{name}\"\nversion = \"{PATCHED}\"");
            assert!(lock.contains(&entry), "{name} is not of version {PATCHED}: see `PATCHED`");
        }
    }

    #[test]
    fn bindings_get_a_function_that_takes_any_module() {
        assert_eq!(with_instantiate(RESET).unwrap(), [RESET, INSTANTIATE].concat());
    }

    #[test]
    fn bindings_of_another_shape_are_rejected() {
        for bindings in ["", &["let decoder = new TextDecoder();", RESET].concat()] {
            assert!(with_instantiate(bindings).is_err(), "{bindings}");
        }
    }
}
