//! Who said a fact.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::resources::DataSource;

/// Who said something: a kind of source and, where there are several of a kind, its name: a SCAC, a terminal, a railway, a
/// clerk.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Source {
    /// What kind of source it is.
    pub kind: DataSource,
    /// Which one of its kind.
    pub name: Option<String>,
}

impl Source {
    /// A source of this kind and name.
    pub fn named(kind: DataSource, name: impl Into<String>) -> Self {
        Source { kind, name: Some(name.into()) }
    }
}

impl Source {
    /// `terminal`, or with its name `terminal:WBCT`.
    pub(in crate::tracking) fn text(&self) -> Cow<'_, str> {
        match &self.name {
            Some(name) => format!("{}:{name}", self.kind).into(),
            None => self.kind.as_str().into(),
        }
    }
}

impl From<DataSource> for Source {
    fn from(kind: DataSource) -> Self {
        Source { kind, name: None }
    }
}

impl PartialEq<DataSource> for Source {
    fn eq(&self, kind: &DataSource) -> bool {
        self.kind == *kind
    }
}

/// `terminal`, or with its name `terminal:WBCT`.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

/// The kind alone, or an object of `kind` and `name`.
impl Serialize for Source {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Named<'a> {
            kind: &'a DataSource,
            name: &'a str,
        }
        match &self.name {
            Some(name) => Named { kind: &self.kind, name }.serialize(out),
            None => self.kind.serialize(out),
        }
    }
}
