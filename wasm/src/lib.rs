//! Exports the calls of the core to the npm package, without logic of its own: only input and output.
//!
//! Input: JavaScript writes the texts and bytes of a call one after the other into the [buffer](reserve) and passes the
//! length of each. Rust touches no JavaScript object while it runs, so a getter that throws, a proxy or a cycle cannot
//! unwind through WebAssembly frames, which would leave the instance broken.
//!
//! Output: a value, JSON text, numbers and a text that encode a [report](flat), or an error object that JavaScript
//! throws. No export ever throws.
//!
//! `cargo xtask generate` makes the TypeScript interface `Calls` from the tables of the macros `exports` and
//! `operations`.
//!
//! The module of the default entry is built without the standard library, whose panic messages would be a tenth of its
//! size. A panic is a trap there.

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
#[cfg(feature = "tools")]
mod whole;

#[cfg(any(feature = "studio", feature = "tools"))]
use alloc::borrow::Cow;
use alloc::{string::String, vec::Vec};

use renewal_rules::{Input, JsonText, Options, OptionsError, Report, Scope};
use simdutf8::compat::from_utf8;
use spin::{Mutex, MutexGuard};
use wasm_bindgen::prelude::*;

use flat::Flat;
use output::Output;

/// Buffers above this capacity are released, so that one large text or report does not occupy memory for ever.
const RETAINED: usize = 1 << 18;

static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Options of the last call. Most callers repeat them, and parsing them takes as long as checking a product.
static OPTIONS: Mutex<Option<(Scope, String, Options)>> = Mutex::new(None);

/// Longer options, such as those with `current`, are not cached.
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

/// Locks data that only calls use. If it is locked already, memory is corrupt, and waiting would never end.
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

/// Reserves `length` bytes for texts and returns their address; 0 if there is no memory. Existing contents are
/// preserved.
#[wasm_bindgen]
pub fn reserve(length: usize) -> usize {
    let mut buffer = locked(&BUFFER);
    if let Some(more) = length.checked_sub(buffer.len()) {
        // Growing memory may start a garbage collection, so all memory for a large input is requested at once and left
        // to the allocator.
        let ample = buffer.try_reserve_exact(more.saturating_add(more / 2));
        if ample.or_else(|_| buffer.try_reserve_exact(more)).is_err() {
            return 0;
        }
        buffer.resize(length, 0);
        buffer.shrink_to_fit();
    }
    buffer.as_mut_ptr() as usize
}

/// Input of a call.
struct Call<'a> {
    input: Input<'a>,
    /// Optional second input: the option `current`, or the version to compare with.
    second: Option<Input<'a>>,
    /// Options as JSON; empty if there are none.
    options: &'a str,
    /// Further argument: a text, or for an operation its name and its arguments.
    extra: &'a str,
}

/// Kind of an absent input.
const ABSENT: u8 = 4;

/// Creates an input of the kind given by JavaScript.
fn input(kind: u8, bytes: &[u8]) -> Result<Input<'_>, String> {
    Ok(match kind {
        0 => Input::Json(text(bytes)?.into()),
        1 => Input::from(text(bytes)?),
        2 => Input::from(bytes),
        _ => Input::NoJson(text(bytes)?.into()),
    })
}

impl<'a> Call<'a> {
    /// Reads the buffer. `kinds` has the kind of the input, and in its upper half that of the second input.
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

    /// Returns the options, with `current` if it was passed as text or bytes.
    fn options(&self, scope: Scope) -> Result<Options, String> {
        let options = last_options(scope, self.options);
        match self.second.clone() {
            Some(current) => options.and_then(|options| options.with_current(current)),
            None => options,
        }
        .map_err(invalid_options)
    }

    /// Returns the input if it is text.
    #[cfg(any(feature = "studio", feature = "tools"))]
    fn text(&self) -> Option<&'a str> {
        match &self.input {
            Input::Text(Cow::Borrowed(text)) | Input::Json(Cow::Borrowed(text)) => Some(text),
            Input::Bytes(Cow::Borrowed(bytes)) => str::from_utf8(bytes).ok(),
            _ => None,
        }
    }
}

/// Returns the message of an error in the options, after a line each with its kind and with the name of the option as
/// JSON, of which JavaScript makes the error's data.
fn invalid_options(error: OptionsError) -> String {
    let (kind, name) = match &error {
        OptionsError::NotAnObject => ("not-an-object", ""),
        OptionsError::Unknown { name, .. } => ("unknown", name.as_str()),
        OptionsError::UnknownCode { code, .. } => ("unknown-code", code.as_str()),
        OptionsError::Invalid { name, .. } => ("invalid", name.as_str()),
        _ => ("invalid", ""),
    };
    let name = JsonText::from(name);
    [kind, "\n", name.as_str(), "\n", &String::from(error)].concat()
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    from_utf8(bytes).map_err(|_| "this is not UTF-8".into())
}

/// Declares exports with one signature, so that JavaScript calls all of them alike. In parentheses is the name of the
/// further argument, a text, if there is one.
macro_rules! exports {
    ($($(#[$doc:meta])* $name:ident($($extra:ident)?) -> $result:ty: |$call:ident| $work:expr;)*) => {$(
        $(#[$doc])*
        #[wasm_bindgen]
        pub fn $name(kinds: u8, input: usize, second: usize, options: usize, extra: usize) -> JsValue {
            fn work($call: $crate::Call<'_>) -> $crate::output::Answer<$result> {
                $work
            }
            $crate::answer(kinds, [input, second, options, extra], |call| work(call).map(Into::into))
        }
    )*};
}
use exports;

fn answer(kinds: u8, lengths: [usize; 4], work: fn(Call<'_>) -> Result<JsValue, String>) -> JsValue {
    let buffer = core::mem::take(&mut *locked(&BUFFER));
    let answer = Call::open(&buffer, kinds, lengths).and_then(work);
    if buffer.capacity() <= RETAINED {
        *locked(&BUFFER) = buffer;
    }
    // Throwing here would unwind through WebAssembly, so the error is returned and thrown in JavaScript.
    answer.unwrap_or_else(|message| js_sys::TypeError::new(&message).into())
}

exports! {
    /// Checks one product.
    check() -> Flat<Report>: |call| {
        let options = call.options(Scope::Product)?;
        Ok(Output::flat(&renewal_rules::check(call.input, &options)))
    };
}
