//! Webhooks.

use crate::resources::Webhook;

/// The webhook as whoever asks may see it: who knows its secret can sign in the service's name, and header fields sent
/// to a receiver are often credentials there.
pub(in crate::service) fn resource(webhook: Webhook, read_only: bool) -> Webhook {
    if read_only { Webhook { secret: None, headers: None, ..webhook } } else { webhook }
}
