//! Encodes bytes as a JavaScript string that survives every bundler and character set, and that gzip can still
//! compress.
//!
//! base64 splits bytes at 6-bit boundaries, which hides repetitions from gzip. Here each byte maps to its own one or
//! two printable ASCII characters: one for the most frequent bytes, a prefix and a second character for the rest.

use std::fmt::Write;

/// Number of characters reserved as prefixes.
const PREFIXES: usize = 2;

/// Returns the printable characters, except those that may need escaping in JavaScript or HTML.
fn alphabet() -> Vec<char> {
    (' '..='~').filter(|character| !"\\\"'`$<".contains(*character)).collect()
}

/// Returns a JavaScript module whose `bytes()` returns these bytes.
pub(crate) fn module(bytes: &[u8]) -> String {
    let mut counts = [(0_u32, 0_u8); 256];
    for (slot, byte) in counts.iter_mut().zip(0..=u8::MAX) {
        slot.1 = byte;
    }
    for byte in bytes {
        if let Some(slot) = counts.get_mut(usize::from(*byte)) {
            slot.0 += 1;
        }
    }
    counts.sort_by_key(|(count, byte)| (std::cmp::Reverse(*count), *byte));

    let alphabet = alphabet();
    let (prefixes, single) = alphabet.split_at(PREFIXES);
    // The bundle lists only the bytes that are encoded as a single character; all others follow in ascending order.
    if let Some(rest) = counts.get_mut(single.len()..) {
        rest.sort_by_key(|(_, byte)| *byte);
    }
    let double = prefixes.iter().flat_map(|first| alphabet.iter().map(move |second| (*first, *second)));
    let codes = single.iter().map(char::to_string).chain(double.map(|(first, second)| format!("{first}{second}")));
    let mut code_of = vec![String::new(); 256];
    let mut order = String::new();
    for (index, ((_, byte), code)) in counts.iter().zip(codes).enumerate() {
        if index < single.len() {
            // Writing to a string never fails.
            let _ = write!(order, "{byte:02x}");
        }
        if let Some(slot) = code_of.get_mut(usize::from(*byte)) {
            *slot = code;
        }
    }
    let text: String = bytes.iter().filter_map(|byte| code_of.get(usize::from(*byte))).map(String::as_str).collect();
    let alphabet: String = alphabet.into_iter().collect();
    format!(
        r#"// Made by the build: the module as text.
const alphabet = "{alphabet}";
const order = "{order}";
const text = "{text}";

/** Returns the bytes of the WebAssembly module. */
export function bytes() {{
  const place = new Uint8Array(128);
  for (let i = 0; i < alphabet.length; i++) place[alphabet.charCodeAt(i)] = i;
  const byte = order.match(/../g).map((hex) => parseInt(hex, 16));
  const singles = byte.length;
  for (let i = 0; i < 256; i++) if (!byte.slice(0, singles).includes(i)) byte.push(i);
  const out = new Uint8Array({length});
  for (let i = 0, at = 0; at < out.length; at++) {{
    const first = place[text.charCodeAt(i++)];
    out[at] = byte[first < {PREFIXES} ? singles + first * alphabet.length + place[text.charCodeAt(i++)] : first - {PREFIXES}];
  }}
  return out;
}}
"#,
        length = bytes.len(),
    )
}
