//! Query parameters: `include`, `page[number]`, `page[size]`, `filter[…]`, `sort`.

use std::fmt;

use crate::error::{Error, ErrorKind, Quoted, Result};

/// The parameters of a request, in order. Written percent-encoded, read leniently.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query(Vec<(String, String)>);

/// Which page is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    /// From 1.
    pub number: u64,
    /// How many items, from 1.
    pub size: u64,
}

impl PageRequest {
    /// The largest page there is; a larger size is cut to it.
    pub const MAX_SIZE: u64 = 100;
    /// The size of a page nobody gave a size for.
    pub const DEFAULT_SIZE: u64 = 30;
}

impl Query {
    /// No parameters.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the part of a URL behind the question mark.
    pub fn parse(query: &str) -> Self {
        Query(form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    /// The same query with one more parameter.
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.set(name, value);
        self
    }

    /// The same query without a parameter.
    pub fn without(mut self, name: &str) -> Self {
        self.0.retain(|(known, _)| known != name);
        self
    }

    /// Sets a parameter, in place of every earlier value of it.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let name = name.into();
        self.0.retain(|(known, _)| *known != name);
        self.0.push((name, value.into()));
    }

    /// The value of a parameter; of several, the last, as the hosted service reads them.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of all parameters, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The paths of `include`, refusing with status 400 every one that is not in `allowed`; `None` when nothing is asked
    /// for.
    pub fn include(&self, allowed: &[&str]) -> Result<Option<Vec<&str>>> {
        let Some(include) = self.get("include") else { return Ok(None) };
        let paths: Vec<&str> = include.split(',').map(str::trim).filter(|path| !path.is_empty()).collect();
        let unknown = paths.iter().filter(|path| !allowed.contains(path));
        let refused = |path: &&str| {
            let path = Quoted(path);
            let detail = match allowed {
                [] => format!("{path} cannot be included: there is nothing to include here"),
                _ => format!("{path} cannot be included; allowed are {}", allowed.join(", ")),
            };
            refuse("include", detail)
        };
        match unknown.map(refused).reduce(Error::and) {
            Some(refused) => Err(refused),
            None => Ok(Some(paths)),
        }
    }

    /// The page asked for. Numbers and sizes below 1 are refused with status 400; larger sizes than there are, cut.
    pub fn page(&self) -> Result<PageRequest> {
        match (self.whole("page[number]"), self.whole("page[size]")) {
            (Ok(number), Ok(size)) => Ok(PageRequest {
                number: number.unwrap_or(1),
                size: size.unwrap_or(PageRequest::DEFAULT_SIZE).min(PageRequest::MAX_SIZE),
            }),
            (Err(number), Err(size)) => Err(number.and(size)),
            (Err(refused), _) | (_, Err(refused)) => Err(refused),
        }
    }

    fn whole(&self, name: &str) -> Result<Option<u64>> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) if number >= 1 => Ok(Some(number)),
            Err(_) if is_whole => Ok(Some(u64::MAX)),
            _ => Err(refuse(name, format!("{name} is a whole number from 1, not {}", Quoted(text)))),
        }
    }
}

fn refuse(parameter: &str, detail: String) -> Error {
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
    fn a_query_is_read_back_as_written() {
        let query =
            Query::new().with("include", "a,b.c").with("filter[created_at][start]", "2026-01-01T00:00:00+01:00");
        assert_eq!(Query::parse(&query.to_string()), query);
    }

    #[test]
    fn pages_below_one_are_refused_by_name() {
        for (query, name) in
            [("page[size]=0", "page[size]"), ("page%5Bnumber%5D=-1", "page[number]"), ("page[size]=x", "page[size]")]
        {
            let refused = Query::parse(query).page().unwrap_err();
            assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::BadRequest, Some(name)));
        }
        for large in ["5000", "18446744073709551615", "18446744073709551616", "99999999999999999999999999999999999999"]
        {
            let asked = Query::parse(&format!("page[size]={large}")).page();
            assert_eq!(asked.unwrap(), PageRequest { number: 1, size: 100 }, "{large}");
        }
    }

    #[test]
    fn an_unknown_include_is_refused() {
        let refused = Query::parse("include=documents,kittens").include(&["documents"]).unwrap_err();
        assert_eq!(refused.pointer(), Some("include"));
        assert!(refused.to_string().contains("kittens"));
    }
}
