//! Warns if the system's SQLite will be linked and is missing or too old.

/// The version that the declarations of `libsqlite3-sys` are made for.
const OLDEST_SQLITE: &str = "3.45.3";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SQLITE3_LIB_DIR");
    let has = |feature: &str| std::env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    let is_configured = std::env::var_os("SQLITE3_LIB_DIR").is_some();
    if !has("EMBEDDED") || has("BUNDLED_SQLITE") || is_configured {
        return;
    }
    // Only looks for the library: `libsqlite3-sys` links it.
    let found = match pkg_config::Config::new().cargo_metadata(false).probe("sqlite3") {
        Ok(found) if parts(&found.version) >= parts(OLDEST_SQLITE) => return,
        Ok(found) => found.version,
        Err(_) => "none".to_owned(),
    };
    println!(
        "cargo::warning=without its feature `bundled-sqlite`, shiptrack needs SQLite {OLDEST_SQLITE} or newer, and pkg-config finds \
         {found}: install a newer libsqlite3-dev, set SQLITE3_LIB_DIR, or enable the feature"
    );
}

fn parts(version: &str) -> Vec<u32> {
    version.split('.').map(|part| part.parse().unwrap_or(0)).collect()
}
