//! Spans and events of the crate `tracing`, with the feature `tracing`; without it, they do nothing. The target is `shiptrack`.
//! Queries, bodies and header fields are never recorded, because they may contain secrets.

/// An entered span. It ends when this value is dropped.
pub(crate) struct Span {
    #[cfg(feature = "tracing")]
    pub(crate) entered: tracing::span::EnteredSpan,
}

impl Span {
    /// Records the value of a field that the span has declared as recorded later.
    #[cfg(feature = "tracing")]
    pub(crate) fn record(&self, field: &'static str, value: impl tracing::Value) {
        self.entered.record(field, value);
    }

    #[cfg(not(feature = "tracing"))]
    pub(crate) fn record<T>(&self, _: &'static str, _: T) {}
}

/// Enters a span with this name and these fields. Fields after the `;` are recorded later.
macro_rules! span {
    ($name:literal, $($field:ident = $value:expr),+ $(; $($later:ident),+)?) => {
        $crate::spans::Span {
            #[cfg(feature = "tracing")]
            entered: tracing::info_span!(
                target: "shiptrack",
                $name,
                $($field = tracing::field::display(&$value),)+
                $($($later = tracing::field::Empty,)+)?
            )
            .entered(),
        }
    };
}
pub(crate) use span;

/// Emits a line of the service's log as an event.
#[cfg(all(feature = "embedded", feature = "tracing"))]
pub(crate) fn event<A: std::fmt::Display>(
    level: &str,
    account: Option<&A>,
    request: Option<&str>,
    message: &str,
    repeated: u64,
) {
    let account = account.map(tracing::field::display);
    match level {
        "ERROR" => tracing::error!(target: "shiptrack", account, request, repeated, "{message}"),
        "WARN" => tracing::warn!(target: "shiptrack", account, request, repeated, "{message}"),
        "INFO" => tracing::info!(target: "shiptrack", account, request, repeated, "{message}"),
        _ => tracing::debug!(target: "shiptrack", account, request, repeated, "{message}"),
    }
}

#[cfg(all(feature = "embedded", not(feature = "tracing")))]
pub(crate) fn event<A>(_: &str, _: Option<&A>, _: Option<&str>, _: &str, _: u64) {}
