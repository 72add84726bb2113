//! The calls of the core, as the npm package reaches them: no logic, only the way in and the way
//! out.
//!
//! Way in: the shell writes the texts and bytes of a call one after the other into the
//! [buffer](reserve) and says how long each is. Nothing of JavaScript is touched while Rust runs, so a getter that
//! throws, a proxy or a cycle cannot unwind through WebAssembly frames, which would leave the
//! instance broken.
//!
//! Way out: a value that the shell hands on, a text that is JSON, numbers and a text that are a [report](flat), or an
//! error object that the shell throws. No export ever throws.
//!
//! The module of the default entry goes without the standard library: what that prints when a
//! program panics would be a tenth of it. There a panic is a trap like any other.

#![cfg_attr(all(target_arch = "wasm32", not(feature = "tools")), no_std)]

extern crate alloc;

#[cfg(any(feature = "studio", feature = "tools"))]
mod about;
#[cfg(feature = "tools")]
mod arguments;
#[cfg(feature = "tools")]
mod baseline;
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
pub mod tools;
#[cfg(feature = "tools")]
mod whole;

#[cfg(any(feature = "studio", feature = "tools"))]
use alloc::borrow::Cow;
use alloc::{string::String, vec::Vec};

use renewal_rules::{Input, Options, OptionsError, Scope};
use simdutf8::compat::from_utf8;
use spin::{Mutex, MutexGuard};
use wasm_bindgen::prelude::*;

use flat::Flat;
#[cfg(any(feature = "studio", feature = "tools"))]
use object::Object;

/// A buffer with room for more elements than this is given back, so that one large text or report does not
/// occupy the memory for ever.
const KEPT: usize = 1 << 18;

static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// The options of the last call: most callers state the same ones again, and to read them takes as long
/// as to check a product.
static OPTIONS: Mutex<Option<(Scope, String, Options)>> = Mutex::new(None);

/// Options that are longer, as those with `current` may be, are not kept.
const KEPT_OPTIONS: usize = 1 << 10;

/// Reads options, or takes those of the last call where they are the same.
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

/// Takes what only calls hold. Nobody else can hold it: where the lock says so, the memory is broken, and to
/// wait would be for ever.
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

/// Makes room for `length` bytes of texts and says where they are to be written; 0 where there is
/// no room. What is in the buffer already stays.
#[wasm_bindgen]
pub fn reserve(length: usize) -> usize {
    let mut buffer = locked(&BUFFER);
    if let Some(more) = length.checked_sub(buffer.len()) {
        // Each time that memory grows, the engine may collect its garbage: what a large input will
        // take besides is asked for at once, and then left to the allocator.
        let ample = buffer.try_reserve_exact(more.saturating_add(more / 2));
        if ample.or_else(|_| buffer.try_reserve_exact(more)).is_err() {
            return 0;
        }
        buffer.resize(length, 0);
        buffer.shrink_to_fit();
    }
    buffer.as_mut_ptr() as usize
}

/// What a call gives: something to hand on, or the words of the error to throw.
type Answer = Result<JsValue, String>;

/// What a call takes.
struct Call<'a> {
    input: Input<'a>,
    /// Another input, where there is one: the option `current`, or what the input is compared with.
    second: Option<Input<'a>>,
    /// The options as JSON; empty where there are none.
    options: &'a str,
    /// What else the call takes.
    extra: &'a str,
}

/// The form of an input that is not there.
const ABSENT: u8 = 4;

/// An input of the form that the shell states.
fn input(form: u8, bytes: &[u8]) -> Result<Input<'_>, String> {
    Ok(match form {
        0 => Input::Json(text(bytes)?.into()),
        1 => Input::from(text(bytes)?),
        2 => Input::from(bytes),
        _ => Input::NoJson(text(bytes)?.into()),
    })
}

impl<'a> Call<'a> {
    /// Opens the buffer. `forms` says what the input is, and in its upper half what the second one is.
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

    /// The options, with the product as it is before an update, where that came as text or bytes.
    fn options(&self, scope: Scope) -> Result<Options, String> {
        let options = last_options(scope, self.options);
        match self.second.clone() {
            Some(current) => options.and_then(|options| options.with_current(current)),
            None => options,
        }
        .map_err(String::from)
    }

    /// The input as text, where it is text.
    #[cfg(any(feature = "studio", feature = "tools"))]
    fn text(&self) -> Option<&'a str> {
        match &self.input {
            Input::Text(Cow::Borrowed(text)) | Input::Json(Cow::Borrowed(text)) => Some(text),
            Input::Bytes(Cow::Borrowed(bytes)) => str::from_utf8(bytes).ok(),
            _ => None,
        }
    }
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    from_utf8(bytes).map_err(|_| "this is not UTF-8".into())
}

/// A value as JSON text, which the shell parses: the quickest way for anything but the smallest
/// values, and the one by which a key of the user's, such as `__proto__`, stays a mere key.
#[cfg(any(feature = "studio", feature = "tools"))]
#[expect(clippy::unnecessary_wraps, reason = "it is what calls give")]
fn json(value: &impl serde::Serialize) -> Answer {
    Ok(object::written(value).into())
}

/// What a call gives for data that it can use, or why it cannot.
#[cfg(any(feature = "studio", feature = "tools"))]
fn outcome(result: Result<Object, impl Into<object::Failure>>) -> Answer {
    given(result.map(|data| data.text()))
}

/// The same for data that is JSON text already.
#[cfg(any(feature = "studio", feature = "tools"))]
#[expect(clippy::unnecessary_wraps, reason = "it is what calls give")]
fn given(result: Result<String, impl Into<object::Failure>>) -> Answer {
    Ok(Object::default().outcome(result).into())
}

/// Declares exports that all have one shape, so that the shell calls them all in one way.
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
    // A thrown value would unwind; one that is handed over is thrown by the shell.
    answer.unwrap_or_else(|message| js_sys::TypeError::new(&message).into())
}

calls! {
    /// The report of one product.
    check: |call| {
        let options = call.options(Scope::Product)?;
        Ok(Flat::of(&renewal_rules::check(call.input, &options)))
    };
}
