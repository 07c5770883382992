//! Sets the soname of the shared library.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SHIPTRACK_SONAME");
    // Set if the installer found that the linker supports it.
    println!("cargo::rerun-if-env-changed=SHIPTRACK_FOLD");
    if std::env::var_os("SHIPTRACK_FOLD").is_some() {
        println!("cargo::rustc-cdylib-link-arg=-Wl,--icf=all");
    }
    // Set only by `ffi/install`: programs that are linked with an uninstalled library load the file that they were linked with.
    if let Ok(name) = std::env::var("SHIPTRACK_SONAME") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,{name}");
    }
}
