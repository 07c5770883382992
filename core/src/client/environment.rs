//! Setting up a client from the environment.

use std::env::VarError;

use super::base_url::BaseUrl;
use super::builder::ClientBuilder;
use super::key::ApiKey;
use crate::error::{Error, ErrorKind, Result};

/// The variable that holds the API key.
pub const API_KEY: &str = "SHIPTRACK_API_KEY";

/// The variable that holds the base URL.
pub const BASE_URL: &str = "SHIPTRACK_BASE_URL";

impl ClientBuilder {
    /// Reads [`BASE_URL`] and [`API_KEY`] through `look_up`, for example `|name| std::env::var(name)`. A refusal names
    /// the variable that is missing or cannot be right, here and when the client is built.
    ///
    /// ```
    /// # use shiptrack::client::ClientBuilder;
    /// let missing = ClientBuilder::from_variables(|_| Err(std::env::VarError::NotPresent)).unwrap_err();
    /// assert_eq!(missing.pointer(), Some("SHIPTRACK_BASE_URL"));
    /// ```
    pub fn from_variables(look_up: impl Fn(&str) -> Result<String, VarError>) -> Result<Self> {
        let base_url = variable(BASE_URL, &look_up)?;
        BaseUrl::parse(BASE_URL, &base_url)?;
        let api_key = variable(API_KEY, &look_up)?;
        ApiKey::parse(API_KEY, &api_key)?;
        Ok(ClientBuilder::new(base_url, api_key).named(BASE_URL, API_KEY))
    }
}

fn variable(name: &str, look_up: impl Fn(&str) -> Result<String, VarError>) -> Result<String> {
    let problem = match look_up(name) {
        // A line break at the end comes from reading a file into a variable.
        Ok(text) if !text.trim().is_empty() => return Ok(text.trim().to_owned()),
        Ok(_) => "it is empty",
        Err(VarError::NotPresent) => "it is not set",
        Err(VarError::NotUnicode(_)) => "it is not Unicode",
    };
    Err(Error::refused(ErrorKind::Configuration, name, format!("the environment variable {name}: {problem}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(base_url: Option<&str>, api_key: Option<&str>) -> Result<ClientBuilder> {
        ClientBuilder::from_variables(|name| {
            let value = if name == BASE_URL { base_url } else { api_key };
            value.map(str::to_owned).ok_or(VarError::NotPresent)
        })
    }

    #[test]
    fn a_variable_that_is_missing_or_wrong_is_named() {
        let url = Some("https://host/v2");
        for (base_url, api_key, named) in [
            (None, Some("canary"), BASE_URL),
            (Some(" "), Some("canary"), BASE_URL),
            (Some("host/v2"), Some("canary"), BASE_URL),
            (url, None, API_KEY),
            (url, Some(""), API_KEY),
            (url, Some("canary key"), API_KEY),
        ] {
            let refused = read(base_url, api_key).unwrap_err();
            assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some(named)));
            assert!(!format!("{refused} {refused:?}").contains("canary"));
        }
        assert!(read(url, Some("key\n")).is_ok());
    }
}
