//! Query parameters: `include`, `page[number]`, `page[size]`, `filter[…]`, `sort`.

use std::fmt;

use crate::error::{Error, ErrorKind, Quoted, Result};

/// The query parameters of a request, in order. They are written percent-encoded, and parsed leniently.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query(Vec<(String, String)>);

/// The requested page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    /// Number of the page, starting at 1.
    pub number: u64,
    /// Number of items of the page, at least 1.
    pub size: u64,
}

impl PageRequest {
    /// The maximum size of a page. Larger sizes are reduced to it.
    pub const MAX_SIZE: u64 = 100;
    /// The default size of a page.
    pub const DEFAULT_SIZE: u64 = 30;
}

impl Query {
    /// A query without parameters.
    pub fn new() -> Self {
        Self::default()
    }

    /// Parses the part of a URL after the question mark.
    pub fn parse(query: &str) -> Self {
        Query(form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    /// The same query with this parameter, which replaces earlier values of it.
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.set(name, value);
        self
    }

    /// The same query without this parameter.
    pub fn without(mut self, name: &str) -> Self {
        self.0.retain(|(key, _)| key != name);
        self
    }

    /// Sets a parameter. Replaces all earlier values of it.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let name = name.into();
        self.0.retain(|(key, _)| *key != name);
        self.0.push((name, value.into()));
    }

    /// The value of a parameter. If there are several values, the last one, as in the hosted service.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Whether there are no parameters.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of all parameters, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The paths of `include`; `None` if there is no such parameter. Paths that are not in `allowed` are rejected with status 400.
    pub fn include(&self, allowed: &[&str]) -> Result<Option<Vec<&str>>> {
        let Some(include) = self.get("include") else { return Ok(None) };
        let paths: Vec<&str> = include.split(',').map(str::trim).filter(|path| !path.is_empty()).collect();
        let unknown = paths.iter().filter(|path| !allowed.contains(path));
        let rejected = |path: &&str| {
            let path = Quoted(path);
            let detail = match allowed {
                [] => format!("{path} cannot be included: this operation supports no includes"),
                _ => format!("{path} cannot be included. Use one of {}", allowed.join(", ")),
            };
            reject("include", detail)
        };
        match unknown.map(rejected).reduce(Error::and) {
            Some(error) => Err(error),
            None => Ok(Some(paths)),
        }
    }

    /// The requested page. Numbers and sizes below 1 are rejected with status 400. Sizes above the maximum are reduced to it.
    pub fn page(&self) -> Result<PageRequest> {
        match (self.whole_number("page[number]"), self.whole_number("page[size]")) {
            (Ok(number), Ok(size)) => Ok(PageRequest {
                number: number.unwrap_or(1),
                size: size.unwrap_or(PageRequest::DEFAULT_SIZE).min(PageRequest::MAX_SIZE),
            }),
            (Err(number), Err(size)) => Err(number.and(size)),
            (Err(error), _) | (_, Err(error)) => Err(error),
        }
    }

    fn whole_number(&self, name: &str) -> Result<Option<u64>> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) if number >= 1 => Ok(Some(number)),
            Err(_) if is_whole => Ok(Some(u64::MAX)),
            _ => Err(reject(name, format!("{name} must be a whole number of at least 1, not {}", Quoted(text)))),
        }
    }
}

fn reject(parameter: &str, detail: String) -> Error {
    Error::refused(ErrorKind::BadRequest, parameter, detail)
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = form_urlencoded::Serializer::new(String::new());
        f.write_str(&text.extend_pairs(&self.0).finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_survives_a_round_trip() {
        let query =
            Query::new().with("include", "a,b.c").with("filter[created_at][start]", "2026-01-01T00:00:00+01:00");
        assert_eq!(Query::parse(&query.to_string()), query);
    }

    #[test]
    fn pages_below_one_are_rejected() {
        for (query, name) in
            [("page[size]=0", "page[size]"), ("page%5Bnumber%5D=-1", "page[number]"), ("page[size]=x", "page[size]")]
        {
            let error = Query::parse(query).page().unwrap_err();
            assert_eq!((error.kind(), error.pointer()), (ErrorKind::BadRequest, Some(name)));
        }
        for large in ["5000", "18446744073709551615", "18446744073709551616", "99999999999999999999999999999999999999"]
        {
            let page = Query::parse(&format!("page[size]={large}")).page();
            assert_eq!(page.unwrap(), PageRequest { number: 1, size: 100 }, "{large}");
        }
    }

    #[test]
    fn an_unknown_include_is_rejected() {
        let error = Query::parse("include=documents,kittens").include(&["documents"]).unwrap_err();
        assert_eq!(error.pointer(), Some("include"));
        assert!(error.to_string().contains("kittens"));
    }
}
