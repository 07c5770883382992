//! How much work a test does: little by default, much in the checks of `tests/run --deep`.

/// Returns `deep` if the variable `SHIPTRACK_TEST_DEPTH` is `deep`, and `default` if it is not set.
pub fn depth<T>(default: T, deep: T) -> T {
    match std::env::var("SHIPTRACK_TEST_DEPTH").as_deref() {
        Err(_) => default,
        Ok("deep") => deep,
        Ok(other) => panic!("SHIPTRACK_TEST_DEPTH is `{other}`: use `deep`, or leave it out"),
    }
}
