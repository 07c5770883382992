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
        Self::from_settings_or_variables(None, None, look_up)
    }

    /// The same, for what is not given. What is given and cannot be right is refused as `base_url` or `api_key`.
    pub fn from_settings_or_variables(
        base_url: Option<String>,
        api_key: Option<String>,
        look_up: impl Fn(&str) -> Result<String, VarError>,
    ) -> Result<Self> {
        let setting = |given: Option<String>, name: &'static str, from: &'static str| match given {
            Some(text) => Ok((name, text)),
            None => variable(from, name, &look_up).map(|text| (from, text)),
        };
        let (url_name, base_url) = setting(base_url, "base_url", BASE_URL)?;
        BaseUrl::parse(url_name, &base_url)?;
        let (key_name, api_key) = setting(api_key, "api_key", API_KEY)?;
        ApiKey::parse(key_name, &api_key)?;
        Ok(ClientBuilder::new(base_url, api_key).named(url_name, key_name))
    }
}

fn variable(name: &str, setting: &str, look_up: impl Fn(&str) -> Result<String, VarError>) -> Result<String> {
    let problem = match look_up(name) {
        // A line break at the end comes from reading a file into a variable.
        Ok(text) if !text.trim().is_empty() => return Ok(text.trim().to_owned()),
        Ok(_) => "is empty",
        Err(VarError::NotPresent) => "is not set",
        Err(VarError::NotUnicode(_)) => "is not Unicode",
    };
    let problem = format!("no {setting} is given, and the environment variable {name} {problem}");
    Err(Error::refused(ErrorKind::Configuration, name, problem))
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
    fn what_is_given_goes_by_its_own_name() {
        let given = |base_url: &str, api_key: &str| {
            let nothing = |_: &str| Err(VarError::NotPresent);
            ClientBuilder::from_settings_or_variables(Some(base_url.to_owned()), Some(api_key.to_owned()), nothing)
        };
        assert_eq!(given("host/v2", "canary").unwrap_err().pointer(), Some("base_url"));
        assert_eq!(given("https://host/v2", "canary\n").unwrap_err().pointer(), Some("api_key"));
        assert!(given("https://host/v2", "canary").is_ok());
        let url = Some("https://host/v2".to_owned());
        let missing = |_: &str| Err(VarError::NotPresent);
        let missing = ClientBuilder::from_settings_or_variables(url, None, missing).unwrap_err();
        assert_eq!(missing.pointer(), Some(API_KEY));
        assert!(missing.to_string().contains("no api_key is given"));
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
