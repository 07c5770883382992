//! How every store behaves. Each adapter runs the same cases, unchanged: `store_suite!(run)`, where `run` makes a new,
//! empty store and hands it to the case.

#![allow(clippy::cloned_ref_to_slice_refs, reason = "an expected list reads as one")]

mod accounts;
mod custom_fields;
mod filters;
mod mail;
mod outbox;
mod queues;
mod records;
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
pub use requests::*;
pub use searches::*;
pub use shipments::*;
pub use subscriptions::*;
pub use transactions::*;

use shiptrack::store::Slice;
use uuid::Uuid;

/// Makes a test of every case. `$run` is a `fn(fn(&dyn Store))`.
#[macro_export]
macro_rules! store_suite {
    ($run:path) => {
        $crate::store_suite!($run:
            accounts_are_found_by_id_and_by_name_and_listed_oldest_first,
            a_second_account_of_the_same_name_is_refused,
            customers_are_found_by_id_and_name_and_listed_newest_first_each_name_once,
            definitions_of_fields_are_found_by_their_slugs_and_filtered,
            options_of_a_field_come_by_their_positions_and_go_with_it,
            values_of_fields_are_filtered_counted_and_removed_some_at_a_time,
            subscriptions_are_found_by_our_id_by_the_carriers_and_when_they_are_due,
            what_came_is_known_again_until_it_is_let_go_of,
            keys_are_found_by_their_hash_and_replaced_by_their_id,
            an_account_sees_its_own_keys_only,
            every_member_of_a_request_comes_back,
            a_request_put_again_is_replaced_and_counted_once,
            a_request_of_another_account_is_not_found,
            following_a_listing_to_its_end_finds_every_request_once_newest_first,
            jumping_to_a_page_finds_what_following_links_finds,
            a_slice_behind_the_end_is_empty,
            requests_made_at_the_same_moment_are_each_listed_once,
            a_request_made_while_a_listing_is_followed_moves_nothing,
            a_number_is_found_as_submitted_or_normalized_in_any_case,
            a_search_finds_what_numbers_and_references_begin_with,
            requests_are_filtered_by_the_kind_of_their_number,
            requests_are_filtered_by_status_and_carrier,
            requests_are_filtered_by_the_times_they_were_made_and_changed,
            changes_within_a_period_are_listed_newest_first_and_counted_however_many_there_are,
            requests_are_counted_by_carrier_and_status_as_they_move,
            filters_combine_and_are_counted_as_listed,
            a_second_live_request_for_a_number_and_carrier_is_refused,
            a_number_without_a_carrier_is_live_once_too,
            a_live_request_is_found_until_it_ends,
            the_request_of_each_lane_longest_due_comes_first,
            the_request_of_a_shipment_is_the_live_one_else_the_last_that_followed_it,
            requests_due_after_a_moment_come_latest_due_first,
            requests_of_busy_carriers_are_left_out_of_what_is_due,
            an_identifier_that_is_no_uuid_finds_nothing,
            facts_come_back_in_the_order_they_were_added,
            what_sources_say_again_is_kept_with_the_latest_time_of_each_fact,
            facts_of_another_number_carrier_or_account_are_kept_apart,
            facts_nobody_waits_for_are_kept_by_their_number_and_go_when_their_time_is_over,
            a_shipment_is_found_by_its_id_and_by_its_number,
            shipments_are_filtered_by_number_and_by_whether_they_are_followed,
            a_search_finds_shipments_by_their_numbers_references_and_containers,
            a_shipment_put_again_is_replaced_and_counted_once,
            containers_are_listed_newest_first_and_by_shipment_oldest_first,
            containers_are_filtered_by_number_and_shipment,
            every_filter_answers_what_going_through_all_rows_answers,
            the_best_of_what_is_known_by_a_text_is_found_first,
            names_are_found_whatever_the_case_and_the_marks_of_their_letters,
            names_that_fit_best_lead_to_shipments_first_however_many_names_there_are,
            an_account_is_found_as_its_own_customer,
            a_period_of_any_length_is_listed_and_counted_before_1970_too,
            requests_are_counted_by_kind_and_by_when_they_were_made,
            events_stay_in_the_order_they_were_learned_when_one_is_replaced,
            events_are_listed_last_learned_first_and_found_by_their_key,
            what_a_source_named_is_found_by_its_id_by_its_account_alone_as_it_was_named_last,
            notices_get_rising_places_in_the_feed,
            a_notice_key_used_before_adds_nothing,
            what_was_told_comes_back_byte_for_byte,
            a_feed_is_read_from_any_place_and_holds_one_account_only,
            a_webhook_goes_with_its_deliveries_still_to_be_made,
            webhooks_and_deliveries_are_listed_newest_first_and_counted,
            due_deliveries_come_longest_due_first_until_they_are_made,
            deliveries_to_busy_webhooks_are_left_out_of_what_is_due,
            a_party_that_rests_is_left_out_until_its_rest_is_over,
            the_receivers_at_busy_origins_are_left_out_wherever_they_moved,
            a_rest_that_lasts_too_long_is_shortened,
            a_lane_that_is_held_waits_and_nobody_else_does,
            the_nearest_day_goes_first_then_new_numbers_then_the_longest_due,
            calls_are_kept_as_long_as_anything_depends_on_them,
            a_credential_that_is_set_aside_holds_its_lanes_until_it_is_released,
            a_lane_is_held_before_anything_waits_in_it,
            a_queue_follows_whatever_becomes_of_what_waits_in_it,
            failed_deliveries_to_a_webhook_can_be_made_due_again_some_at_a_time,
            bytes_are_kept_under_their_digest,
            a_message_of_the_largest_size_is_kept,
            an_email_is_found_by_its_id_and_by_its_bytes,
            emails_in_quarantine_are_found_again_newest_first,
            discarded_documents_are_neither_listed_nor_counted,
            documents_of_an_email_come_in_the_order_of_the_message,
            a_write_sees_what_it_wrote,
            a_write_that_answers_an_error_leaves_nothing,
            a_write_that_panics_leaves_nothing_and_the_store_goes_on,
            an_error_inside_a_write_does_not_end_it,
            a_read_writes_nothing,
            a_transaction_inside_another_is_refused,
            a_refused_inner_transaction_leaves_the_outer_one_whole,
            writers_on_many_threads_lose_no_change,
            a_read_sees_whole_transactions_only,
            housekeeping_changes_nothing_that_is_kept,
            a_closed_store_refuses_every_call_but_closing_again,
            closing_waits_for_who_is_in_a_transaction_and_is_refused_inside_of_one,
            a_record_no_table_takes_is_no_duplicate
        );
    };
    ($run:path: $($case:ident),+) => {
        $(#[test]
        fn $case() {
            $run($crate::store_suite::$case);
        })+
    };
}

/// The first `limit` items.
pub(crate) fn first(limit: u64) -> Slice {
    Slice { before: None, skip: 0, limit }
}

/// The `limit` items behind `last`.
pub(crate) fn behind(last: Option<Uuid>, limit: u64) -> Slice {
    Slice { before: last, skip: 0, limit }
}
