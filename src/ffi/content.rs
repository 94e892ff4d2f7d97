//! Contents and hooks that are callbacks of the host, as the core calls them.

use std::ffi::c_void;
use std::sync::Arc;

use super::call::{invoke, wattle_call, Role};
use super::context::{context_view, wattle_context, wattle_state, with_state_view};
use super::error::UserData;
use super::status::wattle_status;
use super::text::wattle_str;
use crate::context::{Context, State};
use crate::contribution::{Content, Hook, StaticContent, StreamObserver};
use crate::error::Error;
use crate::text::Text;

type StaticFn = unsafe extern "C-unwind" fn(*mut c_void, *mut wattle_call, *const wattle_context) -> wattle_status;
type RuntimeFn = unsafe extern "C-unwind" fn(*mut c_void, *mut wattle_call, *const wattle_context, *const wattle_state) -> wattle_status;
type WhenFn =
    unsafe extern "C-unwind" fn(*mut c_void, *mut wattle_call, *const wattle_context, *const wattle_state, *mut u8) -> wattle_status;
type ObserverFn = unsafe extern "C-unwind" fn(*mut c_void, *mut wattle_call, wattle_str) -> wattle_status;

pub(super) fn static_content(write: StaticFn, user_data: UserData) -> Box<StaticContent> {
    Box::new(move |context, sink| {
        let view = context_view(context);
        // SAFETY: the host gave the function and its user_data together; the rest lives until it returns.
        invoke(Role::content(sink), |call| unsafe { write(user_data.pointer(), call, &view) })
    })
}

pub(super) fn runtime_content(write: RuntimeFn, user_data: UserData) -> Content {
    Content::Runtime(Box::new(move |context, state, sink| {
        let view = context_view(context);
        with_state_view(state, |state| {
            // SAFETY: the host gave the function and its user_data together; the rest lives until it returns.
            invoke(Role::content(sink), |call| unsafe { write(user_data.pointer(), call, &view, state) })
        })
    }))
}

pub(super) fn gated(when: WhenFn, user_data: UserData, text: Text) -> Content {
    let ask = Box::new(move |context: &Context<'_>, state: &State<'_>| {
        let view = context_view(context);
        let mut answer = 0;
        with_state_view(state, |state| {
            // SAFETY: the host gave the function and its user_data together; the rest lives until it returns.
            invoke(Role::Observer, |call| unsafe { when(user_data.pointer(), call, &view, state, &mut answer) })
        })?;
        match answer {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(Error::from_callback(format_args!("it answered {other}; 0 and 1 are allowed"), None)),
        }
    });
    Content::Gated(ask, text)
}

/// A plugin's hook; the plugin's callbacks share their user_data.
pub(super) fn hook(run: RuntimeFn, user_data: Arc<UserData>) -> Box<Hook> {
    Box::new(move |context, state, emitter| {
        let view = context_view(context);
        with_state_view(state, |state| {
            // SAFETY: the host gave the function and its user_data together; the rest lives until it returns.
            invoke(Role::hook(emitter), |call| unsafe { run(user_data.pointer(), call, &view, state) })
        })
    })
}

pub(super) fn stream_observer(observe: ObserverFn, user_data: Arc<UserData>) -> Box<StreamObserver> {
    Box::new(move |bytes| {
        let bytes = wattle_str { data: bytes.as_ptr().cast(), len: bytes.len() };
        // SAFETY: the host gave the function and its user_data together; the rest lives until it returns.
        invoke(Role::Observer, |call| unsafe { observe(user_data.pointer(), call, bytes) })
    })
}
