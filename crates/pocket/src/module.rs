//! What a page calls: a module with memory of its own and three functions. A page writes a frame where `playmat_room_for` says, calls
//! `playmat_hear`, and reads as many bytes of the answer as that says from where `playmat_answer` says. The time comes from the page too.
//!
//! There is no unsafe code: both sides share memory by the rules of WebAssembly alone. What the attributes below promise is that no
//! other function of the module has the same name.
#![expect(unsafe_code, reason = "functions that are called by name from outside need an attribute that Rust counts as unsafe")]

use std::cell::RefCell;
use std::time::Duration;

#[cfg(feature = "editor")]
use crate::Editor as Inside;
#[cfg(not(feature = "editor"))]
use crate::Pocket as Inside;

#[link(wasm_import_module = "playmat")]
unsafe extern "C" {
    /// Milliseconds since any time; never less than before.
    safe fn now() -> f64;
}

/// One instance is one pocket, or one editor.
struct Instance {
    inside: Inside,
    /// What is said.
    frame: Vec<u8>,
    /// What is told.
    answer: Vec<u8>,
}

thread_local! {
    static INSTANCE: RefCell<Instance> =
        RefCell::new(Instance { inside: Inside::new(clock), frame: Vec::new(), answer: Vec::new() });
}

fn clock() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1000.0)
}

/// Makes room for a frame of so many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn playmat_room_for(bytes: usize) -> *mut u8 {
    INSTANCE.with_borrow_mut(|instance| {
        instance.frame.clear();
        instance.frame.resize(bytes, 0);
        instance.frame.as_mut_ptr()
    })
}

/// Hears the frame that was written, and says how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn playmat_hear() -> usize {
    INSTANCE.with_borrow_mut(|instance| {
        instance.answer = instance.inside.hear(&instance.frame);
        instance.answer.len()
    })
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn playmat_answer() -> *const u8 {
    INSTANCE.with_borrow(|instance| instance.answer.as_ptr())
}
