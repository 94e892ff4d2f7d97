//! What a plugin needs of include/wattle.h, declared by hand: the fields are those of the header, in its order, and so are the places
//! in the table, which the Makefile takes from it.

use std::ffi::c_void;
use std::mem::transmute_copy;
use std::ptr::{null, null_mut};

/// `wattle_table`'s places, as `REGISTRY_NEW`; `LEN`, how many there are; and the ABI that the header is of.
#[allow(dead_code)]
pub mod header {
    include!(env!("WATTLE_HEADER_RS"));
}

pub type Status = i32;
pub const UNSUPPORTED: Status = 5;
pub const APPEND: u32 = 1;

/// What only the library looks into.
#[repr(C)]
pub struct Opaque([u8; 0]);

/// `wattle_str`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Str {
    pub data: *const u8,
    pub len: usize,
}

/// `wattle_str_list`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct List {
    pub items: *const Str,
    pub len: usize,
}

/// `wattle_scope`.
#[repr(C)]
pub struct Scope {
    pub call_class: u32,
    pub reserved: u32,
    pub family: Str,
    pub tenant_id: Str,
    pub runtime_role: Str,
}

/// `wattle_state`, as far as this plugin reads it.
#[repr(C)]
pub struct State {
    pub struct_size: usize,
    pub loaded_tools: List,
    pub detected_intents: List,
    pub turn_depth: u32,
}

pub type StaticContent = unsafe extern "C" fn(*mut c_void, *mut Opaque, *const Opaque) -> Status;
/// Of a runtime-aware content, and of a hook: user_data, call, context, state.
pub type PerTurn = unsafe extern "C" fn(*mut c_void, *mut Opaque, *const Opaque, *const State) -> Status;
pub type When = unsafe extern "C" fn(*mut c_void, *mut Opaque, *const Opaque, *const State, *mut u8) -> Status;
pub type Observer = unsafe extern "C" fn(*mut c_void, *mut Opaque, Str) -> Status;
pub type Drop = unsafe extern "C" fn(*mut c_void);

/// `wattle_contribution`.
#[repr(C)]
pub struct Contribution {
    pub struct_size: usize,
    pub id: Str,
    pub mode: u32,
    pub origin: u32,
    pub tier: u32,
    pub reserved: u32,
    pub scope: Scope,
    pub text: Str,
    pub condensed: Str,
    pub requires_tools: List,
    pub static_content: Option<StaticContent>,
    pub runtime_content: Option<PerTurn>,
    pub when: Option<When>,
    pub user_data: *mut c_void,
    pub drop: Option<Drop>,
}

/// `wattle_plugin`.
#[repr(C)]
pub struct Plugin {
    pub struct_size: usize,
    pub name: Str,
    pub version: Str,
    pub prompts: *const Contribution,
    pub prompts_len: usize,
    pub runtime_prompts: *const Contribution,
    pub runtime_prompts_len: usize,
    pub safety_policies: *const Opaque,
    pub safety_policies_len: usize,
    pub hook: Option<PerTurn>,
    pub stream_observer: Option<Observer>,
    pub user_data: *mut c_void,
    pub drop: Option<Drop>,
}

/// `wattle_api`, without the functions that follow.
#[repr(C)]
pub struct Api {
    pub struct_size: usize,
    pub abi_version: u32,
    pub abi_revision: u32,
}

impl Str {
    pub const ABSENT: Str = Str { data: null(), len: 0 };

    pub const fn of(text: &str) -> Str {
        Str { data: text.as_ptr(), len: text.len() }
    }

    /// The library gives UTF-8.
    pub unsafe fn text<'a>(self) -> &'a str {
        if self.len == 0 {
            return "";
        }
        unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(self.data, self.len)) }
    }
}

impl List {
    pub unsafe fn items<'a>(self) -> &'a [Str] {
        if self.len == 0 {
            return &[];
        }
        unsafe { std::slice::from_raw_parts(self.items, self.len) }
    }
}

impl Contribution {
    /// An appended one; the text is borrowed, and copied when the contribution is handed over.
    pub const fn append(id: &str, text: Str) -> Contribution {
        let scope = Scope { call_class: 0, reserved: 0, family: Str::ABSENT, tenant_id: Str::ABSENT, runtime_role: Str::ABSENT };
        Contribution {
            struct_size: size_of::<Contribution>(),
            id: Str::of(id),
            mode: APPEND,
            origin: 0,
            tier: 0,
            reserved: 0,
            scope,
            text,
            condensed: Str::ABSENT,
            requires_tools: List { items: null(), len: 0 },
            static_content: None,
            runtime_content: None,
            when: None,
            user_data: null_mut(),
            drop: None,
        }
    }
}

impl Api {
    /// Whether the table is of the header's ABI: the same version, and every function that the header has.
    pub fn serves(&self) -> bool {
        self.abi_version == header::ABI_VERSION && self.struct_size >= size_of::<Api>() + header::LEN * size_of::<*const c_void>()
    }

    /// The function at a place of the table, which must be one that it has; `F` is its type, as the header declares it.
    pub unsafe fn function<F>(&self, place: usize) -> F {
        let functions = unsafe { (self as *const Api).add(1).cast::<*const c_void>() };
        unsafe { transmute_copy(&*functions.add(place)) }
    }
}
