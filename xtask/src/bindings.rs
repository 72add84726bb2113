//! Generates the JavaScript bindings of a WebAssembly module with wasm-bindgen.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

/// Generates the bindings of a compiled module.
pub(crate) fn generate(compiled: &Path, parts: &Path) -> Result<()> {
    Bindgen::new()
        .web(true)?
        .omit_default_module_path(true)
        .typescript(false)
        .reset_state_function(true)
        .export_wasm(true)
        .out_name("bindings")
        .input_path(compiled)
        .generate(parts)?;
    let bindings = parts.join("bindings.js");
    let text = fs::read_to_string(&bindings)?;
    Ok(fs::write(bindings, with_lazy_decoder(&text)?)?)
}

/// Creates the decoder of strings.
const DECODER: &str = "new TextDecoder('utf-8', { ignoreBOM: true });";
/// Follows each [`DECODER`]: the first call, which some engines need.
const FIRST_CALL: &str = "cachedTextDecoder.decode();";

/// Patches the bindings so that the decoder is created when it is first used: some environments have no `TextDecoder`
/// while a module is loaded, and bundlers can drop only a module without side effects. The bindings create a decoder at
/// the start, and another one after 2 GB, for Safari.
fn with_lazy_decoder(bindings: &str) -> Result<String> {
    let (first, rest) = bindings.split_once(DECODER).context("the bindings create no decoder")?;
    let mut text = ["import { lazyDecoder } from 'shell/text';\n\n", first].concat();
    let parts: Vec<&str> = rest.split(DECODER).collect();
    ensure!(parts.len() == 2, "the bindings create {} decoders instead of two", parts.len());
    for part in parts {
        let after = part.trim_start().strip_prefix(FIRST_CALL).context("the bindings do not call the decoder first")?;
        text.push_str("/* @__PURE__ */ lazyDecoder();");
        text.push_str(after);
    }
    Ok(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::with_lazy_decoder;

    /// The version whose bindings the patch is for. After an update, compare `wasm/dist/build/tools/bindings.js` with and
    /// without the patch, and drop the patch if wasm-bindgen creates the decoder at its first use.
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
    fn both_decoders_are_created_at_their_first_use() {
        let bindings = "\
let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
cachedTextDecoder.decode();
function decodeText(bytes) {
    if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
        cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
        cachedTextDecoder.decode();
        numBytesDecoded = bytes.length;
    }
}";
        let patched = with_lazy_decoder(bindings).unwrap();
        assert!(!patched.contains("new TextDecoder") && !patched.contains("cachedTextDecoder.decode();"), "{patched}");
        assert_eq!(patched.matches("cachedTextDecoder = /* @__PURE__ */ lazyDecoder();").count(), 2, "{patched}");
    }

    #[test]
    fn bindings_of_another_shape_are_rejected() {
        for bindings in ["", "new TextDecoder('utf-8', { ignoreBOM: true });", "let decoder;"] {
            assert!(with_lazy_decoder(bindings).is_err(), "{bindings}");
        }
    }
}
