//! Webhooks.

use shiptrack::resources::Webhook;

use super::family::family;

family! {
    Webhook(it) = 8;
    texts {
        /// Where notifications are posted.
        shiptrack_webhook_url = it.url;
        /// The key of the signatures.
        shiptrack_webhook_secret = it.secret;
        /// When it was registered.
        shiptrack_webhook_created_at = it.created_at;
    }
    lists {
        /// Which events. Item `index`, from 0.
        [
            /// How many items shiptrack_webhook_events_at() has.
            shiptrack_webhook_events_count
        ] shiptrack_webhook_events_at = it.events;
        /// Name of a header.
        [
            /// How many headers are sent along with every delivery.
            shiptrack_webhook_header_count
        ] shiptrack_webhook_header_name = it.headers.iter().flatten().map(|header| &header.name).collect::<Vec<_>>();
        /// Value of a header. It often is a credential.
        [] shiptrack_webhook_header_value = it.headers.iter().flatten().map(|header| &header.value).collect::<Vec<_>>();
    }
    integers {}
    doubles {}
    flags {
        /// Whether notifications are posted: 1 yes, 0 no, -1 not told.
        shiptrack_webhook_active = it.active;
    }
    codes {}
}
