mod ffi;
