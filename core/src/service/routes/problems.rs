//! Collects the problems of a request, so that all of them are reported together.

use crate::error::{Error, ErrorKind, Result};

#[derive(Default)]
pub(super) struct Problems(Option<Error>);

impl Problems {
    /// Returns the value of `result`; if it is an error, collects the error and returns `None`.
    pub fn note<T>(&mut self, result: Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(problem) => {
                self.add(problem);
                None
            }
        }
    }

    pub fn add(&mut self, problem: Error) {
        self.0 = Some(match self.0.take() {
            Some(known) => known.and(problem),
            None => problem,
        });
    }

    /// An error with all collected problems, if there are any.
    pub fn end(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }

    pub fn into_error(self) -> Error {
        self.0.unwrap_or_else(|| ErrorKind::Internal.into())
    }
}

/// Combines several results into one result with a tuple, or with the problems of all of them.
macro_rules! combine {
    ($($name:ident = $result:expr),+ $(,)?) => {{
        let mut problems = $crate::service::routes::problems::Problems::default();
        $(let $name = problems.note($result);)+
        match ($($name,)+) {
            ($(Some($name),)+) => Ok(($($name,)+)),
            _ => Err(problems.into_error()),
        }
    }};
}

pub(super) use combine;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combined_results_are_a_tuple_or_all_problems() {
        let good = |n: u8| -> Result<u8> { Ok(n) };
        let bad = |field: &str| -> Result<u8> { Err(Error::invalid(field, "no")) };
        assert_eq!(combine!(a = good(1), b = good(2)).unwrap(), (1, 2));
        let refused = combine!(a = bad("/a"), b = good(2), c = bad("/c")).unwrap_err();
        let places: Vec<_> = refused.errors().iter().filter_map(|error| error.source.as_ref()?.field()).collect();
        assert_eq!(places, ["/a", "/c"]);
        // A failure of the service is not mixed with mistakes of the caller.
        let failed = combine!(a = bad("/a"), b = Err::<u8, _>(Error::new(ErrorKind::Store, "the disk"))).unwrap_err();
        assert_eq!((failed.kind(), failed.errors().len()), (ErrorKind::Store, 0));
    }
}
