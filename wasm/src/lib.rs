//! Exports the calls of the core to the npm package, without logic of its own: only input and output.
//!
//! Way in: the shell writes the texts and bytes of a call one after the other into the
//! [buffer](reserve) and says how long each is. Nothing of JavaScript is touched while Rust runs, so a getter that
//! throws, a proxy or a cycle cannot unwind through WebAssembly frames, which would leave the
//! instance broken.
//!
//! Way out: a value that the shell hands on, a text that is JSON, numbers and a text that are a [report](flat), or an
//! error object that the shell throws. No export ever throws.
//!
//! The module of the default entry is built without the standard library, whose panic messages would be a tenth of its
//! size. A panic is a trap there.

#![cfg_attr(all(target_arch = "wasm32", not(feature = "tools")), no_std)]

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

use renewal_rules::{Input, JsonText, Options, OptionsError, Scope};
use simdutf8::compat::from_utf8;
use spin::{Mutex, MutexGuard};
use wasm_bindgen::prelude::*;

use flat::Flat;
#[cfg(any(feature = "studio", feature = "tools"))]
use object::Object;

/// Buffers above this capacity are released, so that one large text or report does not occupy memory for ever.
const KEPT: usize = 1 << 18;

static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Options of the last call. Most callers repeat them, and parsing them takes as long as checking a product.
static OPTIONS: Mutex<Option<(Scope, String, Options)>> = Mutex::new(None);

/// Longer options, such as those with `current`, are not cached.
const KEPT_OPTIONS: usize = 1 << 10;

/// Parses options, or reuses those of the last call if they are equal.
fn last_options(scope: Scope, text: &str) -> Result<Options, OptionsError> {
    let mut last = OPTIONS.try_lock();
    if let Some((of, same, options)) = last.as_deref().and_then(Option::as_ref)
        && (*of, same.as_str()) == (scope, text)
    {
        return Ok(options.clone());
    }
    let options = Options::from_json_for(scope, text)?;
    if let Some(last) = last.as_deref_mut().filter(|_| text.len() <= KEPT_OPTIONS) {
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

/// Result of a call: a value, or the message of the error to throw.
type Answer = Result<JsValue, String>;

/// Input of a call.
struct Call<'a> {
    input: Input<'a>,
    /// Optional second input: the option `current`, or the version to compare with.
    second: Option<Input<'a>>,
    /// Options as JSON; empty if there are none.
    options: &'a str,
    /// Further argument of the call.
    extra: &'a str,
}

/// Kind of an absent input.
const ABSENT: u8 = 4;

/// Creates an input of the kind given by JavaScript.
fn input(form: u8, bytes: &[u8]) -> Result<Input<'_>, String> {
    Ok(match form {
        0 => Input::Json(text(bytes)?.into()),
        1 => Input::from(text(bytes)?),
        2 => Input::from(bytes),
        _ => Input::NoJson(text(bytes)?.into()),
    })
}

impl<'a> Call<'a> {
    /// Reads the buffer. `forms` has the kind of the input, and in its upper half that of the second input.
    fn open(buffer: &'a [u8], forms: u8, lengths: [usize; 4]) -> Result<Self, String> {
        let mut rest = buffer;
        let [first, second, options, extra] = lengths.map(|length| {
            let (part, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            rest = after;
            part
        });
        let second = match forms >> 4 {
            ABSENT => None,
            form => Some(input(form, second)?),
        };
        Ok(Self { input: input(forms & 15, first)?, second, options: text(options)?, extra: text(extra)? })
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

/// Returns a value as JSON text for JavaScript to parse: the fastest way except for tiny values, and one that treats a
/// key such as `__proto__` as an ordinary key.
#[cfg(any(feature = "studio", feature = "tools"))]
#[expect(clippy::unnecessary_wraps, reason = "it is what calls give")]
fn json(value: &impl serde::Serialize) -> Answer {
    Ok(object::written(value).into())
}

/// Returns the result of a call, or the reason of its failure.
#[cfg(any(feature = "studio", feature = "tools"))]
fn outcome(result: Result<Object, impl Into<object::Failure>>) -> Answer {
    given(result.map(|data| data.text()))
}

/// Like `data`, for JSON text.
#[cfg(any(feature = "studio", feature = "tools"))]
#[expect(clippy::unnecessary_wraps, reason = "it is what calls give")]
fn given(result: Result<String, impl Into<object::Failure>>) -> Answer {
    Ok(Object::default().outcome(result).into())
}

/// Declares exports with one signature, so that JavaScript calls all of them alike.
macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident: $work:expr;)*) => {$(
        $(#[$doc])*
        #[wasm_bindgen]
        pub fn $name(forms: u8, input: usize, second: usize, options: usize, extra: usize) -> JsValue {
            $crate::answer(forms, [input, second, options, extra], $work)
        }
    )*};
}
use calls;

fn answer(forms: u8, lengths: [usize; 4], work: fn(Call<'_>) -> Answer) -> JsValue {
    let buffer = core::mem::take(&mut *locked(&BUFFER));
    let answer = Call::open(&buffer, forms, lengths).and_then(work);
    if buffer.capacity() <= KEPT {
        *locked(&BUFFER) = buffer;
    }
    // Throwing here would unwind through WebAssembly, so the error is returned and thrown in JavaScript.
    answer.unwrap_or_else(|message| js_sys::TypeError::new(&message).into())
}

calls! {
    /// Checks one product.
    check: |call| {
        let options = call.options(Scope::Product)?;
        Ok(Flat::of(&renewal_rules::check(call.input, &options)))
    };
}
