//! Exports the core to the npm package: calls, handling of files, suppressions, results for the language server.
//!
//! Input: JavaScript writes the texts and bytes of a call one after the other into the [buffer](reserve) and passes the
//! length of each. Rust touches no JavaScript object while it runs, so a getter that throws, a proxy or a cycle cannot
//! unwind through WebAssembly frames, which would leave the instance broken.
//!
//! Output: an export returns whether it succeeded. Its result stays in memory until the next call: JSON text, numbers
//! and a text that encode a [report](flat), or the message of the error that JavaScript throws. No export ever throws.
//!
//! `cargo xtask generate` makes the TypeScript interface `Calls` from the tables of the macros `exports` and
//! `operations`.
//!
//! The WebAssembly module of the default entry point is built without the standard library, whose panic messages would
//! be a tenth of the module. In that module, a panic traps.

#![cfg_attr(all(target_arch = "wasm32", not(feature = "tools")), no_std)]
#![cfg_attr(
    any(feature = "studio", feature = "tools"),
    expect(clippy::unnecessary_wraps, reason = "calls have one signature")
)]
#![cfg_attr(
    feature = "tools",
    expect(clippy::needless_pass_by_value, reason = "operations take the arguments that were read for them")
)]

extern crate alloc;

#[cfg(any(feature = "studio", feature = "tools"))]
mod about;
#[cfg(feature = "tools")]
mod arguments;
#[cfg(feature = "tools")]
mod editor;
#[cfg(feature = "tools")]
mod files;
pub mod flat;
#[cfg(feature = "tools")]
mod joined;
#[cfg(any(feature = "studio", feature = "tools"))]
mod object;
#[cfg(feature = "tools")]
mod open_texts;
#[cfg(feature = "tools")]
pub mod operations;
mod output;
#[cfg(any(not(feature = "studio"), feature = "tools"))]
pub mod package;
#[cfg(feature = "tools")]
mod render;
#[cfg(feature = "tools")]
mod service;
#[cfg(feature = "tools")]
mod sources;
#[cfg(feature = "studio")]
pub mod studio;
#[cfg(feature = "tools")]
mod suppressions;
#[cfg(feature = "tools")]
pub mod tools;

#[cfg(any(feature = "studio", feature = "tools"))]
use alloc::borrow::Cow;
use alloc::{string::String, vec::Vec};

use renewal_rules::{Input, JsonText, Options, OptionsError, Report, Scope};
use simdutf8::compat::from_utf8;
use spin::{Mutex, MutexGuard};
use wasm_bindgen::prelude::*;

use flat::{Flat, RESULT, Writer};
use output::Output;

/// Maximum capacity of the buffers that are retained between calls, in elements: bytes of text, or numbers. Larger buffers are released, so that one large text
/// or report does not occupy memory for ever.
const RETAINED: usize = 1 << 18;

static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Options of the last call, cached because most callers pass the same options again, and parsing options takes as long
/// as checking a product.
static OPTIONS: Mutex<Option<(Scope, String, Options)>> = Mutex::new(None);

/// Maximum length of cached options in bytes. Longer options, such as those with `current`, are not cached.
const RETAINED_OPTIONS: usize = 1 << 10;

/// Parses options, or reuses those of the last call if they are equal.
fn last_options(scope: Scope, text: &str) -> Result<Options, OptionsError> {
    let mut last = OPTIONS.try_lock();
    if let Some((of, same, options)) = last.as_deref().and_then(Option::as_ref)
        && (*of, same.as_str()) == (scope, text)
    {
        return Ok(options.clone());
    }
    let options = Options::from_json_for(scope, text)?;
    if let Some(last) = last.as_deref_mut().filter(|_| text.len() <= RETAINED_OPTIONS) {
        *last = Some((scope, text.into(), options.clone()));
    }
    Ok(options)
}

/// Locks a static of this crate. WebAssembly has one thread here, so a lock that is already held means that memory is
/// corrupt, and waiting for it would never end: trap instead.
fn locked<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    #[cfg(target_arch = "wasm32")]
    return mutex.try_lock().unwrap_or_else(|| core::arch::wasm32::unreachable());
    #[cfg(not(target_arch = "wasm32"))]
    mutex.lock()
}

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[cfg(all(target_arch = "wasm32", not(feature = "tools")))]
#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// Makes the input buffer at least `length` bytes long and returns its address; 0 if there is no memory. Preserves the
/// contents.
#[wasm_bindgen]
pub fn reserve(length: usize) -> usize {
    let mut buffer = locked(&BUFFER);
    if let Some(more) = length.checked_sub(buffer.len()) {
        // Growing WebAssembly memory may start a garbage collection in JavaScript. So all memory that the call is
        // likely to need is requested at once: half as much again as the buffer, which `shrink_to_fit` returns to the
        // allocator.
        let ample = buffer.try_reserve_exact(more.saturating_add(more / 2));
        if ample.or_else(|_| buffer.try_reserve_exact(more)).is_err() {
            return 0;
        }
        buffer.resize(length, 0);
        buffer.shrink_to_fit();
    }
    buffer.as_mut_ptr() as usize
}

/// Arguments of a call, as JavaScript wrote them into the buffer.
struct Call<'a> {
    input: Input<'a>,
    /// Optional second input: the option `current`, or the old version for a comparison.
    second: Option<Input<'a>>,
    /// Options as JSON; empty if there are none.
    options: &'a str,
    /// Extra argument: a text whose meaning depends on the call. For operations: the name, and on the next line the
    /// arguments as JSON.
    extra: &'a str,
}

/// Input type (see [`input`]) that JavaScript passes for the second input if there is none.
const ABSENT: u8 = 4;

/// Creates an input from its bytes. `kind` is the input type: 0 for a value as JSON text, 1 for text, 2 for bytes. Any
/// other number stands for a value that is not JSON; `bytes` are then the reason.
fn input(kind: u8, bytes: &[u8]) -> Result<Input<'_>, String> {
    Ok(match kind {
        0 => Input::Json(text(bytes)?.into()),
        1 => Input::from(text(bytes)?),
        2 => Input::from(bytes),
        _ => Input::NoJson(text(bytes)?.into()),
    })
}

impl<'a> Call<'a> {
    /// Splits the buffer by `lengths` into the input, the second input, the options and the extra argument. The lower 4
    /// bits of `kinds` are the input type (see [`input`]) of the input, the upper 4 bits that of the second input.
    fn open(buffer: &'a [u8], kinds: u8, lengths: [usize; 4]) -> Result<Self, String> {
        let mut rest = buffer;
        let [first, second, options, extra] = lengths.map(|length| {
            let (chunk, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            rest = after;
            chunk
        });
        let second = match kinds >> 4 {
            ABSENT => None,
            kind => Some(input(kind, second)?),
        };
        Ok(Self { input: input(kinds & 15, first)?, second, options: text(options)?, extra: text(extra)? })
    }

    /// Parses the options, and sets `current` if it was passed as the second input.
    fn options(&self, scope: Scope) -> Result<Options, String> {
        let options = last_options(scope, self.options);
        match self.second.clone() {
            Some(current) => options.and_then(|options| options.with_current(current)),
            None => options,
        }
        .map_err(invalid_options)
    }

    /// Returns the input if it is text, JSON text or bytes of UTF-8.
    #[cfg(any(feature = "studio", feature = "tools"))]
    fn text(&self) -> Option<&'a str> {
        match &self.input {
            Input::Text(Cow::Borrowed(text)) | Input::Json(Cow::Borrowed(text)) => Some(text),
            Input::Bytes(Cow::Borrowed(bytes)) => str::from_utf8(bytes).ok(),
            _ => None,
        }
    }
}

/// Encodes an error in the options for JavaScript, which creates an `OptionsError` from it: the identifier of the
/// error, the name of the option as JSON, and the message, separated by line breaks.
fn invalid_options(error: OptionsError) -> String {
    let (kind, name) = match &error {
        OptionsError::NotAnObject => ("not-an-object", ""),
        OptionsError::Unknown { name, .. } => ("unknown", name.as_str()),
        OptionsError::UnknownCode { code, .. } => ("unknown-code", code.as_str()),
        OptionsError::NotJson { name, .. } | OptionsError::Invalid { name, .. } => ("invalid", name.as_str()),
        _ => ("invalid", ""),
    };
    let name = JsonText::from(name);
    [kind, "\n", name.as_str(), "\n", &String::from(error)].concat()
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    from_utf8(bytes).map_err(|_| "expected text in UTF-8, got other bytes".into())
}

/// Declares exported functions of one signature, so that JavaScript calls all of them in the same way. The name in
/// parentheses, if there is one, is that of the extra argument in the generated TypeScript.
macro_rules! exports {
    ($($(#[$doc:meta])* $name:ident($($extra:ident)?) -> $result:ty: |$call:ident| $work:expr;)*) => {$(
        $(#[$doc])*
        #[wasm_bindgen]
        pub fn $name(kinds: u8, input: usize, second: usize, options: usize, extra: usize) -> bool {
            fn work($call: $crate::Call<'_>) -> $crate::output::Answer<$result> {
                $work
            }
            $crate::answer(kinds, [input, second, options, extra], |call| work(call).map(Into::into))
        }
    )*};
}
use exports;

/// Makes a call and retains its result, or the message of the error that JavaScript throws. Returns whether it
/// succeeded. Throwing here would unwind through WebAssembly.
fn answer(kinds: u8, lengths: [usize; 4], work: fn(Call<'_>) -> Result<Writer, String>) -> bool {
    locked(&RESULT).texts = String::new();
    let buffer = core::mem::take(&mut *locked(&BUFFER));
    let answer = Call::open(&buffer, kinds, lengths).and_then(work);
    if buffer.capacity() <= RETAINED {
        *locked(&BUFFER) = buffer;
    }
    let is_ok = answer.is_ok();
    *locked(&RESULT) = answer.unwrap_or_else(Writer::from);
    is_ok
}

exports! {
    /// Checks one product.
    check() -> Flat<Report>: |call| {
        let options = call.options(Scope::Product)?;
        Ok(Output::flat(&renewal_rules::check(call.input, &options)))
    };
}
