//! The tests that every store must pass. An adapter runs them with `store_suite!(run)`, where `run` creates an empty store and passes it to
//! the test.

#![allow(clippy::cloned_ref_to_slice_refs, reason = "expected lists are easier to read")]

mod accounts;
mod custom_fields;
mod filters;
mod mail;
mod outbox;
mod queues;
mod records;
mod refreshes;
mod requests;
mod searches;
mod shipments;
mod subscriptions;
mod transactions;

pub use accounts::*;
pub use custom_fields::*;
pub use filters::*;
pub use mail::*;
pub use outbox::*;
pub use queues::*;
pub use records::Maker;
pub use refreshes::*;
pub use requests::*;
pub use searches::*;
pub use shipments::*;
pub use subscriptions::*;
pub use transactions::*;

use shiptrack::store::{Position, Slice};
use uuid::Uuid;

/// Declares all tests of the suite. `$run` is a `fn(fn(&dyn Store))`.
#[macro_export]
macro_rules! store_suite {
    ($run:path) => {
        $crate::store_suite!($run:
            accounts_are_found_by_id_and_by_name_and_listed_oldest_first,
            a_second_account_with_the_same_name_is_rejected,
            customers_have_unique_names_and_are_found_by_id_and_name,
            field_definitions_are_found_by_slug_and_filtered,
            options_of_a_field_are_sorted_by_position_and_deleted_with_it,
            field_values_are_filtered_counted_and_deleted_in_batches,
            subscriptions_are_found_by_both_ids_and_when_due,
            a_repeated_receipt_is_recognized_until_it_is_deleted,
            keys_are_found_by_their_hash_and_replaced_by_their_id,
            an_account_sees_only_its_keys,
            all_members_of_a_request_are_stored,
            a_request_that_is_put_again_is_replaced,
            a_request_of_another_account_is_not_found,
            following_a_list_finds_every_request_once_newest_first,
            pages_by_number_and_by_link_are_equal,
            a_slice_after_the_end_is_empty,
            requests_that_were_created_at_the_same_time_are_listed_once,
            a_new_request_does_not_shift_a_list_that_is_followed,
            a_number_is_found_as_submitted_or_normalized_in_any_case,
            a_search_finds_numbers_and_references_by_prefix,
            requests_are_filtered_by_the_kind_of_their_number,
            requests_are_filtered_by_status_and_carrier,
            requests_are_filtered_by_times_of_creation_and_change,
            few_and_many_changes_in_a_period_are_listed_and_counted,
            counts_by_carrier_and_status_follow_changes,
            combined_filters_list_and_count_the_same_requests,
            a_second_active_request_for_a_number_and_carrier_is_rejected,
            a_second_active_request_for_a_number_without_a_carrier_is_rejected,
            an_active_request_is_found_until_it_ends,
            the_longest_due_request_of_each_lane_comes_first,
            the_request_of_a_shipment_is_the_active_one_or_the_last_one,
            requests_that_are_due_later_are_listed_latest_first,
            due_requests_of_busy_carriers_are_skipped,
            an_id_that_is_not_a_uuid_finds_nothing,
            facts_are_returned_in_the_order_they_were_added,
            the_latest_confirmation_of_each_fact_is_stored,
            facts_are_separate_by_number_carrier_and_account,
            repeated_unclaimed_facts_are_found_by_topic,
            unclaimed_facts_are_found_by_number_and_expire,
            a_shipment_is_found_by_id_and_number,
            shipments_are_filtered_by_number_and_whether_tracking_stopped,
            a_search_finds_shipments_by_number_reference_and_container,
            a_shipment_that_is_put_again_is_replaced,
            containers_are_listed_of_a_shipment_oldest_first,
            containers_are_listed_by_the_refresh_of_their_shipment,
            a_position_shows_nothing_of_another_account,
            a_followed_list_ends_with_the_containers_that_were_refreshed_meanwhile,
            a_followed_list_misses_no_container,
            a_list_is_followed_after_the_last_refreshed_shipment_was_removed,
            containers_are_filtered_by_number_and_shipment,
            every_filter_agrees_with_a_scan_of_all_rows,
            a_search_returns_the_best_matches_first,
            names_are_found_without_regard_to_case_and_marks,
            shipments_with_the_best_matching_names_come_first,
            an_account_is_found_as_a_customer,
            periods_of_any_length_are_listed_and_counted_also_before_1970,
            requests_are_counted_by_kind_and_time_of_creation,
            a_replaced_event_keeps_its_position,
            events_are_listed_last_added_first_and_found_by_key,
            a_location_is_found_by_its_id_in_its_account,
            notifications_get_increasing_sequence_numbers,
            a_repeated_notification_key_adds_nothing,
            included_resources_are_stored_byte_for_byte,
            a_feed_is_read_from_any_position_for_one_account,
            deleting_a_webhook_deletes_its_pending_deliveries,
            webhooks_and_deliveries_are_listed_newest_first_and_counted,
            due_deliveries_are_returned_longest_due_first,
            due_deliveries_to_busy_webhooks_are_skipped,
            a_paused_counterparty_is_skipped_until_its_pause_ends,
            receivers_of_busy_accounts_and_at_busy_origins_are_skipped,
            a_pause_that_is_too_long_is_shortened,
            a_held_lane_waits_and_others_do_not,
            urgent_requests_come_first_then_new_ones_then_the_longest_due,
            calls_are_stored_as_long_as_they_are_needed,
            a_suspended_credential_holds_its_lanes_until_it_is_released,
            a_lane_without_requests_can_be_held,
            a_queue_follows_changes_of_its_items,
            failed_deliveries_are_requeued_in_batches,
            bytes_are_stored_under_their_digest,
            a_very_large_message_is_stored,
            an_email_is_found_by_id_and_by_bytes,
            quarantined_emails_are_listed_newest_first,
            deleted_documents_are_neither_listed_nor_counted,
            documents_of_an_email_are_in_the_order_of_the_message,
            processes_that_began_to_read_a_file_are_counted_until_a_reading_ends,
            the_text_of_an_email_is_not_listed_until_it_is_a_document,
            the_state_of_an_email_is_stored_without_its_text_and_takes_precedence,
            a_write_sees_what_it_wrote,
            a_write_that_returns_an_error_changes_nothing,
            a_write_that_panics_changes_nothing_and_the_store_works_on,
            an_error_inside_a_write_does_not_end_it,
            a_read_transaction_cannot_write,
            a_nested_transaction_is_rejected,
            a_rejected_nested_transaction_does_not_affect_the_outer_one,
            concurrent_writers_lose_no_change,
            a_read_sees_only_whole_transactions,
            housekeeping_changes_no_records,
            a_closed_store_rejects_all_calls_except_close,
            closing_waits_for_transactions_and_is_rejected_inside_of_one,
            a_record_that_violates_another_constraint_is_not_a_duplicate
        );
    };
    ($run:path: $($case:ident),+) => {
        $(#[test]
        fn $case() {
            $run($crate::store_suite::$case);
        })+
    };
}

/// Returns the slice of the first `limit` items.
pub(crate) fn first(limit: u64) -> Slice {
    Slice { before: None, skip: 0, limit }
}

/// The `limit` items after `last`.
pub(crate) fn after(last: Option<Uuid>, limit: u64) -> Slice {
    Slice { before: last.map(Position::Item), skip: 0, limit }
}
