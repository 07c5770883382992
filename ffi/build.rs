//! Gives the shared library the name that programs linked with it will ask for.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SHIPTRACK_SONAME");
    // What the installer found that the linker can do.
    println!("cargo::rerun-if-env-changed=SHIPTRACK_FOLD");
    if std::env::var_os("SHIPTRACK_FOLD").is_some() {
        println!("cargo::rustc-cdylib-link-arg=-Wl,--icf=all");
    }
    // Set by `ffi/install` alone: programs linked with an uninstalled library look for the file they were linked with.
    if let Ok(name) = std::env::var("SHIPTRACK_SONAME") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,{name}");
    }
}
