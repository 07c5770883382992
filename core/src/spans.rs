//! Spans for the crate `tracing`, with the feature of that name; nothing without it. Their target is `shiptrack`. Queries, bodies and
//! header fields are never recorded: they may hold secrets.

/// A span that ends when this is dropped.
pub(crate) struct Span {
    #[cfg(feature = "tracing")]
    pub(crate) entered: tracing::span::EnteredSpan,
}

impl Span {
    /// Records a field that is known only at the end. The span declares it.
    #[cfg(feature = "tracing")]
    pub(crate) fn record(&self, field: &'static str, value: impl tracing::Value) {
        self.entered.record(field, value);
    }

    #[cfg(not(feature = "tracing"))]
    pub(crate) fn record<T>(&self, _: &'static str, _: T) {}
}

/// Enters a span: its name, its fields, and behind `;` the fields that are recorded later.
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
