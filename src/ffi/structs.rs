//! Size-prefixed structs: reading what a caller filled, filling what a caller reads, whichever header it was compiled with.

use super::handle::null;
use super::limits::WATTLE_STRUCT_MAX_BYTES;
use crate::error::{Error, Kind, Result};
use crate::text;

/// A struct that begins with its size.
///
/// # Safety
/// It is `repr(C)`, begins with `struct_size: usize`, has no padding, and all-zero bytes are a value of it.
pub(super) unsafe trait Prefixed: Copy {
    const NAME: &'static str;
    /// The sizes it had in the releases so far, the smallest first. A caller's smaller struct is one of these.
    const SIZES: &'static [usize] = &[size_of::<Self>()];
    /// The name of a reserved field that is not zero.
    fn used_reserve(&self) -> Option<&'static str> {
        None
    }
}

/// A struct as it was read, and whether all of it is allowed: what it owns is taken before that is looked at.
pub(super) struct Read<T> {
    pub(super) fields: T,
    allowed: Result<()>,
}

impl<T> Read<T> {
    /// Takes what the struct owns, and only then refuses what is not allowed in it.
    pub(super) fn take<O>(self, take: impl FnOnce(&T) -> O) -> Result<(T, O)> {
        let owned = take(&self.fields);
        self.allowed.map(|()| (self.fields, owned))
    }

    /// The fields, if all that is in them is allowed.
    pub(super) fn checked(self) -> Result<T> {
        self.allowed.map(|()| self.fields)
    }
}

/// Reads a struct that must be there.
///
/// # Safety
/// `from` is NULL or points to as many readable bytes as its first field says.
pub(super) unsafe fn read<T: Prefixed>(from: *const T, parameter: &str) -> Result<T> {
    // SAFETY: as this function asks.
    unsafe { read_owner(from, parameter) }?.checked()
}

/// Reads a struct that may be left out.
///
/// # Safety
/// As [`read`].
pub(super) unsafe fn read_optional<T: Prefixed>(from: *const T, parameter: &str) -> Result<Option<T>> {
    // SAFETY: as this function asks.
    (!from.is_null()).then(|| unsafe { read(from, parameter) }).transpose()
}

/// Reads a struct that owns something: only one whose size is refused is not read.
///
/// # Safety
/// As [`read`].
pub(super) unsafe fn read_owner<T: Prefixed>(from: *const T, parameter: &str) -> Result<Read<T>> {
    if from.is_null() {
        return Err(null(parameter));
    }
    // SAFETY: not NULL, so it begins with its size, and `read_sized` looks no further than that.
    unsafe { read_sized(from.cast(), from.cast::<usize>().read_unaligned()) }
}

/// Reads so many bytes, the missing tail as zero; a tail that it does not know must be zero.
unsafe fn read_sized<T: Prefixed>(from: *const u8, size: usize) -> Result<Read<T>> {
    check_size::<T>(size)?;
    let known = size.min(size_of::<T>());
    let fields = if known == size_of::<T>() {
        // What nearly all are: a copy whose length the compiler knows.
        // SAFETY: so many bytes are readable, and any bytes are a value.
        unsafe { from.cast::<T>().read_unaligned() }
    } else {
        let mut value = std::mem::MaybeUninit::<T>::zeroed();
        // SAFETY: `known` bytes are readable and fewer than there is room for; all-zero is a value.
        unsafe {
            std::ptr::copy_nonoverlapping(from, value.as_mut_ptr().cast::<u8>(), known);
            value.assume_init()
        }
    };
    // SAFETY: `size` bytes are readable.
    let tail = unsafe { std::slice::from_raw_parts(from.add(known), size - known) };
    let allowed = check_contents(&fields, known, tail);
    Ok(Read { fields, allowed })
}

#[inline]
fn check_contents<T: Prefixed>(fields: &T, known: usize, tail: &[u8]) -> Result<()> {
    if tail.iter().any(|byte| *byte != 0) {
        return Err(too_new(T::NAME, known, tail.len()));
    }
    match fields.used_reserve() {
        Some(field) => Err(not_zero(T::NAME, field)),
        None => Ok(()),
    }
}

#[cold]
#[inline(never)]
fn too_new(name: &str, known: usize, more: usize) -> Error {
    let size = known + more;
    Error::new(
        Kind::Unsupported,
        name,
        format_args!("a {name} of {size} bytes sets a field that this library, which knows {known}, does not have"),
    )
}

#[cold]
#[inline(never)]
fn not_zero(name: &str, field: &str) -> Error {
    Error::new(Kind::InvalidArgument, field, format_args!("{field} of a {name} is not zero"))
}

fn check_size<T: Prefixed>(size: usize) -> Result<()> {
    if T::SIZES.contains(&size) || (size_of::<T>()..=WATTLE_STRUCT_MAX_BYTES).contains(&size) {
        return Ok(());
    }
    let (name, own) = (T::NAME, size_of::<T>());
    Err(Error::new(
        Kind::InvalidArgument,
        "struct_size",
        format_args!("struct_size of a {name} is {size}; it is sizeof({name}), here {own}"),
    ))
}

/// An array of structs, whose stride is element 0's size.
pub(super) struct Elements<T> {
    base: *const T,
    stride: usize,
    len: usize,
}

impl<T: Prefixed> Elements<T> {
    /// # Safety
    /// `base` is NULL or points to `len` structs that stand as far apart as the first one's size says.
    pub(super) unsafe fn new(base: *const T, len: usize, parameter: &str) -> Result<Elements<T>> {
        if len == 0 {
            return Ok(Elements { base, stride: 0, len: 0 });
        }
        if base.is_null() {
            return Err(Error::new(Kind::NullArgument, parameter, format_args!("{parameter} is NULL and its length is {len}")));
        }
        // SAFETY: there is a first element.
        let stride = unsafe { base.cast::<usize>().read_unaligned() };
        check_size::<T>(stride).map_err(|error| error.within(parameter, 0))?;
        if stride.checked_mul(len).is_none_or(|bytes| bytes > isize::MAX as usize) {
            return Err(Error::new(Kind::InvalidArgument, parameter, format_args!("{len} {parameter} are more than memory can hold")));
        }
        Ok(Elements { base, stride, len })
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Reads element `index`, which must be below the length, and converts it. It is read where it stands, unless it is shorter than
    /// here or not aligned: a copy on the way would cost more than all that is read of it.
    #[inline(always)]
    pub(super) fn read<U>(&self, index: usize, convert: impl FnOnce(&T) -> Result<U>) -> Result<U> {
        let at = self.at(index)?;
        let whole = at.cast::<T>();
        let copy;
        let fields = if self.stride >= size_of::<T>() && whole.is_aligned() {
            // SAFETY: as `new` asks, so many bytes are readable; it is aligned, any bytes are a value, and no host code runs meanwhile.
            let (fields, tail) = unsafe { (&*whole, std::slice::from_raw_parts(at.add(size_of::<T>()), self.stride - size_of::<T>())) };
            check_contents(fields, size_of::<T>(), tail)?;
            fields
        } else {
            // SAFETY: as `new` asks, so many bytes are readable.
            copy = unsafe { read_sized::<T>(at, self.stride) }?.checked()?;
            &copy
        };
        convert(fields)
    }

    /// Reads a struct that owns something: only one whose size is refused is not read.
    pub(super) fn owner(&self, index: usize) -> Result<Read<T>> {
        // SAFETY: as `new` asks, so many bytes are readable.
        self.at(index).and_then(|at| unsafe { read_sized(at, self.stride) })
    }

    /// Where element `index` is, which must be below the length and of the first one's size.
    #[inline(always)]
    fn at(&self, index: usize) -> Result<*const u8> {
        debug_assert!(index < self.len);
        // SAFETY: as `new` asks, there are `len` elements, `stride` apart, and each begins with its size.
        let (at, size) = unsafe {
            let at = self.base.cast::<u8>().add(index * self.stride);
            (at, at.cast::<usize>().read_unaligned())
        };
        if size == self.stride {
            return Ok(at);
        }
        Err(another_size(size, self.stride))
    }
}

#[cold]
#[inline(never)]
fn another_size(size: usize, stride: usize) -> Error {
    Error::new(Kind::InvalidArgument, "struct_size", format_args!("struct_size is {size}, and element 0 says {stride}; all must agree"))
}

/// Reads an array of structs that own nothing, and converts them one by one; an error says in which one it is.
///
/// # Safety
/// As [`Elements::new`].
pub(super) unsafe fn read_all<T: Prefixed, U>(
    from: *const T,
    len: usize,
    parameter: &str,
    convert: impl Fn(&T) -> Result<U>,
) -> Result<Vec<U>> {
    // SAFETY: as this function asks.
    let elements = unsafe { Elements::new(from, len, parameter) }?;
    let mut converted = text::try_vec(len)?;
    for index in 0..len {
        converted.push(elements.read(index, &convert).map_err(|error| error.within(parameter, index))?);
    }
    Ok(converted)
}

/// An array of structs to be filled, whose stride is element 0's size.
pub(super) struct Slots<T>(Elements<T>);

impl<T: Prefixed> Slots<T> {
    /// # Safety
    /// `base` is NULL or has room for `len` structs that stand as far apart as the first one's size says.
    pub(super) unsafe fn new(base: *mut T, len: usize, parameter: &str) -> Result<Slots<T>> {
        // SAFETY: as this function asks.
        unsafe { Elements::new(base.cast_const(), len, parameter) }.map(Slots)
    }

    /// Fills element `index`, which must be below the length.
    #[inline(always)]
    pub(super) fn fill(&self, index: usize, value: impl FnOnce() -> T) {
        debug_assert!(index < self.0.len);
        // SAFETY: as `new` asks, there is room for `len` elements, `stride` apart.
        unsafe { write(self.0.base.cast_mut().byte_add(index * self.0.stride), self.0.stride, value) };
    }
}

/// Whether there is room to fill.
///
/// # Safety
/// `to` is NULL or points to a struct whose first field says how many bytes may be written.
pub(super) unsafe fn check_fillable<T: Prefixed>(to: *mut T, parameter: &str) -> Result<()> {
    if to.is_null() {
        return Err(null(parameter));
    }
    // SAFETY: not NULL, so it begins with its size.
    check_size::<T>(unsafe { to.cast::<usize>().read_unaligned() })
}

/// Fills as much as the caller's struct has room for, and says in its first field how much that is.
///
/// # Safety
/// As [`check_fillable`], which has passed.
pub(super) unsafe fn fill<T: Prefixed>(to: *mut T, value: &T) {
    // SAFETY: as this function asks.
    unsafe { fill_with(to, || *value) };
}

/// The same with a value that is made where it goes: written in small pieces and read at once in larger ones, as a copy is, it would
/// have a processor wait.
///
/// # Safety
/// As [`fill`].
#[inline(always)]
pub(super) unsafe fn fill_with<T: Prefixed>(to: *mut T, value: impl FnOnce() -> T) {
    // SAFETY: `to` has room for as many bytes as its first field says.
    unsafe { write(to, to.cast::<usize>().read_unaligned(), value) };
}

/// Fills a struct of so many bytes, of which the first field then says how many were filled.
#[inline(always)]
unsafe fn write<T: Prefixed>(to: *mut T, size: usize, value: impl FnOnce() -> T) {
    // SAFETY: there is room for `size` bytes.
    unsafe {
        if size >= size_of::<T>() {
            to.write_unaligned(value());
            to.cast::<usize>().write_unaligned(size_of::<T>());
        } else {
            let value = value();
            std::ptr::copy_nonoverlapping(std::ptr::from_ref(&value).cast::<u8>(), to.cast::<u8>(), size);
            to.cast::<usize>().write_unaligned(size);
        }
    }
}
