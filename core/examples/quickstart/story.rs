//! Laying the story out for a reader.

use std::error::Error;
use std::fmt::Display;

use chrono::{DateTime, Utc};
use shiptrack::client::Client;

pub fn title(text: &str) {
    println!("\n── {text} {}", "─".repeat(90_usize.saturating_sub(text.chars().count() + 4)));
}

pub fn line(text: impl Display) {
    println!("   {text}");
}

pub fn date(moment: DateTime<Utc>) -> String {
    moment.format("%-d %B %H:%M").to_string()
}

/// Every tracking request, oldest first.
pub fn table(client: &Client) -> Result<(), Box<dyn Error>> {
    let mut requests = client.tracking_requests().list().into_iter().collect::<Result<Vec<_>, _>>()?;
    requests.reverse();
    line(format!("{:<20} {:<18} {:<26} {}", "request_number", "status", "failed_reason", "retry_count"));
    for request in requests {
        line(format!(
            "{:<20} {:<18} {:<26} {}",
            request.request_number,
            request.status,
            request.failed_reason.map_or_else(|| "-".to_owned(), |reason| reason.to_string()),
            request.retry_count.map_or_else(|| "-".to_owned(), |count| count.to_string()),
        ));
    }
    Ok(())
}
