//! The order in which an account prefers the sources of estimates.

use serde::{Deserialize, Serialize};

use super::picture::FoldPolicy;
use crate::error::{Error, Quoted, Result};
use crate::resources::DataSource;

/// The kinds of sources whose estimates an account prefers, the most preferred one first.
///
/// Kinds that are not listed follow in the order of the service, which is that of the weights in [`FoldPolicy`]. An empty order is the
/// order of the service.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EstimateOrder(Vec<DataSource>);

impl EstimateOrder {
    /// Creates an order of the kinds `shipping_line`, `terminal`, `rail`, `ais` and `user_input`, or of some of them.
    ///
    /// Another kind, or a kind that is listed twice, is an [`Invalid`](crate::ErrorKind::Invalid) error that names `estimate_order`.
    ///
    /// ```
    /// use shiptrack::resources::DataSource;
    /// use shiptrack::tracking::EstimateOrder;
    ///
    /// # fn main() -> shiptrack::Result<()> {
    /// let order = EstimateOrder::new(&["terminal", "shipping_line"])?;
    /// assert_eq!(order.kinds(), [DataSource::Terminal, DataSource::ShippingLine]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn new(kinds: &[impl AsRef<str>]) -> Result<Self> {
        let mut order = EstimateOrder::default();
        for name in kinds.iter().map(AsRef::as_ref) {
            let kind = DataSource::parse(name);
            if !has_weight(&kind) {
                let names: Vec<&str> =
                    DataSource::ALL.iter().filter(|kind| has_weight(kind)).map(DataSource::as_str).collect();
                let problem = format!(
                    "{} is not a kind of source with estimates. Use some of {}",
                    Quoted(name),
                    names.join(", ")
                );
                return Err(Error::invalid("estimate_order", problem));
            }
            if order.0.contains(&kind) {
                let problem = format!("{} is listed twice: list each kind of source once", Quoted(name));
                return Err(Error::invalid("estimate_order", problem));
            }
            order.0.push(kind);
        }
        Ok(order)
    }

    /// The listed kinds, the most preferred one first.
    pub fn kinds(&self) -> &[DataSource] {
        &self.0
    }

    /// Whether the order is that of the service.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the policy with the weights of this order.
    pub(crate) fn applied_to(&self, policy: &FoldPolicy) -> FoldPolicy {
        let mut applied = policy.clone();
        let mut weight = DataSource::ALL.iter().map(|kind| policy.weight(kind)).max().unwrap_or_default();
        for kind in self.0.iter().rev() {
            weight = weight.saturating_add(1);
            if let Some(of_kind) = applied.weight_mut(kind) {
                *of_kind = weight;
            }
        }
        applied
    }
}

fn has_weight(kind: &DataSource) -> bool {
    FoldPolicy::default().weight_mut(kind).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_kinds_are_preferred_in_their_order_and_the_others_follow_in_the_order_of_the_policy() {
        let order = EstimateOrder::new(&["ais", "terminal"]).unwrap();
        let policy = order.applied_to(&FoldPolicy::default());
        let mut kinds = DataSource::ALL.to_vec();
        kinds.sort_by_key(|kind| std::cmp::Reverse(policy.weight(kind)));
        let names: Vec<&str> = kinds.iter().map(DataSource::as_str).collect();
        assert_eq!(names[..5], ["ais", "terminal", "user_input", "shipping_line", "rail"]);
        assert_eq!(EstimateOrder::default().applied_to(&FoldPolicy::default()), FoldPolicy::default());
    }

    #[test]
    fn unknown_and_repeated_kinds_are_rejected() {
        let problem = |kinds: &[&str]| {
            let error = EstimateOrder::new(kinds).unwrap_err();
            (error.pointer().map(str::to_owned), error.to_string())
        };
        let (field, text) = problem(&["terminal", "line"]);
        assert_eq!(field.as_deref(), Some("estimate_order"));
        assert!(text.contains("line") && text.contains("shipping_line, terminal, ais, rail, user_input"), "{text}");
        let (field, text) = problem(&["terminal", "rail", "terminal"]);
        assert_eq!(field.as_deref(), Some("estimate_order"));
        assert!(text.contains("terminal") && text.contains("twice"), "{text}");
        assert!(EstimateOrder::new(&["pierpass"]).is_err(), "it has no estimates");
    }
}
