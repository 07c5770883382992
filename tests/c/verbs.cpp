// Every class and method of shiptrack.hpp once; interface.cpp tests what is special in C++, getters.cpp the attributes.
#include "check.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace std::chrono_literals;

static const auto START = std::chrono::system_clock::from_time_t(1777636800);

static std::string mail(const std::string &name, const std::string &content) {
  return "Subject: documents\r\nContent-Type: text/plain; name=" + name +
         "\r\nContent-Disposition: attachment; filename=" + name + "\r\n\r\n" + content + "\r\n";
}

static void a_voyage() {
  st::Clock clock(START);
  auto service = st::Service::in_memory(st::ServiceOptions().clock(clock).number("lifecycle.refresh_ms", 86'400'000.0));
  auto client = service.client();
  auto pass = [&](std::chrono::hours time) { clock.advance(time), service.run_due(); };

  auto request = client.track("bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", st::Draft().add("ref_numbers", "PO-4711"));
  CHECK(request.how() == st::TrackOutcome::created && request->ref_numbers().at(0) == "PO-4711");
  auto again = client.track_until_certain("bill_of_lading", "TEST-TR-SUCCEEDED", std::string("TEST"));
  CHECK(again.how() == st::TrackOutcome::adopted && again->id() == request->id() && again.left_out().empty());
  auto tags = st::Draft().add("shipment_tags", "urgent");
  auto lacking = client.track("bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", tags).left_out();
  CHECK(lacking == std::vector<std::string>{"shipment_tags"} && request.left_out().empty());
  CHECK(again->link("self") == "/v2/tracking_requests/" + std::string(request->id()));
  auto changed = client.update_tracking_request(request->id(), st::Draft().json("ref_numbers", R"(["PO-1","PO-2"])"));
  CHECK(changed->ref_numbers().size() == 2);
  auto answered = client.wait_until_answered(request->id());
  CHECK(answered->status() == "created");

  auto seen = client.tracking_request(request->id(), st::Query().include("tracked_object"));
  CHECK(seen->related_type("tracked_object") == "shipment" && seen->related_count("tracked_object") == 1u);
  auto shipment = seen->related<st::Shipment>("tracked_object").at(0);
  CHECK(shipment.port_of_discharge_locode() == "USLAX");
  CHECK(seen->included<st::Shipment>(shipment.id())->id() == shipment.id() && !seen->included<st::Container>("unknown-id"));
  auto id = std::string(shipment.id());
  auto stopped = client.stop_tracking(id);
  CHECK(stopped->line_tracking_stopped_reason_code() == st::StopReason::cancelled_by_user);
  auto resumed = client.resume_tracking(id);
  CHECK(!resumed->line_tracking_stopped_reason());
  auto tagged = client.update_shipment(id, st::Draft().add("tags", "late"));
  CHECK(tagged->tags().at(0) == "late");

  for (int day = 0; day < 20; day++) pass(24h);
  auto followed = client.shipment(id);
  auto container = client.container(*followed->related_id("containers"));
  CHECK(container->current_status_code() == st::ContainerStatus::empty_returned);
  CHECK(container->attribute("current_status") == "empty_returned" && container->attribute_json("ref_numbers") == "[]");
  CHECK(container->document_json()->find(container->id()) != std::string_view::npos);
  CHECK(!container->fees_at_pickup().empty() && !container->fees_at_pickup()[0].amount_text.empty());
  auto events = client.transport_events(container->id());
  auto sorted = st::in_order(client.transport_events(container->id()).collect());
  CHECK(sorted.size() > 2 && sorted.front()->timestamp() && sorted.back()->timestamp());
  for (std::size_t i = 1; i < sorted.size(); i++)
    CHECK(sorted[i - 1]->timestamp()->instant() <= sorted[i]->timestamp()->instant());
  CHECK(thrown_by<st::MisuseError>([&] { st::in_order(std::vector<st::Resource>{*container}); }).pointer() == "events[0]");
  auto journey = st::Journey::of(*container, sorted, *followed, clock.now());
  CHECK(journey.arrived_at() && !journey.eta() && journey.vessel() == followed->pod_vessel_name() && journey.delay());
  CHECK(journey.tracking() == "all_containers_terminated" && journey.bill_of_lading() == "TEST-TR-SUCCEEDED");
  CHECK(journey.voyage() && journey.first_eta() && !journey.last_free_day());
  auto steps = journey.steps();
  CHECK(steps.size() > 2 && steps.back().name == "empty_in" && steps.back().label == "Empty container returned");
  CHECK(steps.back().happened && !steps.back().passed && steps.back().at && !steps.back().late);
  CHECK(thrown_by<st::MisuseError>([&] { st::Journey::of(*followed); }).pointer() == "resource");
  auto has_time = [](st::TransportEvent event) { return event.timestamp().has_value(); };
  CHECK(std::count_if(events.begin(), events.end(), has_time) > 5);

  auto any = client.get("shipments/" + id);
  CHECK(any->attribute_json("tags") == R"(["late"])" && any->as<st::Shipment>() && !any->as<st::Container>());
  CHECK(any->as<st::Shipment>()->tags().at(0) == "late" && any->as<st::Shipment>()->port_of_discharge_locode() == "USLAX");
  auto listed = client.list("containers", st::Query().max_items(1));
  auto one = listed.begin();
  CHECK(one->as<st::Container>()->current_status() == "empty_returned" && ++one == listed.end());
  auto lines = client.shipping_lines();
  auto line = client.shipping_line(lines.begin()->id());
  CHECK(line->scac());
  clock.set(START - 1h);
  CHECK(clock.now() == START - 1h);
}

static void pages_and_included_resources() {
  auto service = st::Service::in_memory();
  auto client = service.client();
  for (const char *number : {"TEST-TR-SUCCEEDED", "TEST-TR-AWAITING"}) client.create_tracking_request("container", number, "TEST");
  service.run_due();
  st::Query query;
  query.page_size(1).include("tracked_object");
  auto pages = client.tracking_requests(query);
  auto first = pages.next();
  CHECK(pages.resume_from() == first->next_link());
  auto last = pages.next();
  CHECK(first->size() == 1 && first->next_link() && !last->next_link() && !pages.next() && !pages.resume_from());
  CHECK(first->links_json().find("\"next\"") != std::string_view::npos);
  CHECK(first->meta_json()->find("\"total\"") != std::string_view::npos);
  CHECK(!first->warnings_json() && !first->at(0).warnings_json());
  auto warned = client.tracking_requests(st::Query().set("colour", "red")).next();
  CHECK(warned->warnings_json()->find("\"colour\"") != std::string_view::npos);
  auto alone = client.tracking_request(first->at(0).id(), st::Query().include("user").set("colour", "red"));
  CHECK(alone->warnings_json()->find("\"colour\"") != std::string_view::npos);
  std::string rest(*first->next_link());
  auto second = client.tracking_requests(st::Query().resume_from(rest)).next();
  CHECK(second->size() == 1 && second->at(0).id() != first->at(0).id());
  auto shipment = second->at(0).related_id("tracked_object");
  CHECK(second->included<st::Shipment>(*shipment) && second->included_count() == 1);
  CHECK(second->included_at(0).id() == *shipment && second->included_at(0).raw() == second->included_at(0).raw());
  CHECK(second->included_at(0).as<st::Shipment>()->port_of_discharge_locode() == "USLAX");
  thrown_by<std::out_of_range>([&] { second->included_at(1); });
  auto odd = st::Page<st::TrackingRequest>::parse(R"({"data":[],"included":[7]})");
  CHECK(thrown_by<st::Error>([&] { odd.included_at(0); }).body() == "7");

  auto page = st::Page<st::TrackingRequest>::parse(second->json());
  CHECK(page && page.at(0).status() == second->at(0).status() && page.at(0).json() == second->at(0).json());
  auto kept = copy(page.at(0));
  auto moved = std::move(page);
  CHECK(!page && moved.size() == 1 && kept->id() == moved.at(0).id());
  thrown_by<st::MisuseError>([&] { page.at(0); });
  thrown_by<st::MisuseError>([&] { (void)page.empty(); });
  std::vector<st::Page<st::TrackingRequest>> all;
  auto walk = client.tracking_requests(st::Query().page_size(1));
  while (auto next = walk.next()) all.push_back(std::move(*next));
  CHECK(all.size() == 2 && all[1].at(0).id() == kept->id());
  thrown_by<st::Error>([] { st::Owned<st::Shipment>::parse(R"({"data":{"type":"container","id":"1"}})"); });
}

static void webhooks_and_their_deliveries() {
  st::Clock clock(START);
  std::vector<std::string> lines;
  std::vector<st::ActivityKind> kinds;
  std::size_t problems = 0;
  auto service = st::Service::in_memory(
      st::ServiceOptions()
          .clock(clock)
          .allow_loopback()
          .allow_network("10.0.0.0/8")
          .webhook_ip("192.0.2.7")
          .carrier_name("XQLN", "Xanadu Lines")
          .delivery_retries({})
          .on_activity([&](const st::Activity &activity) {
            kinds.push_back(activity.kind);
            problems += activity.is_problem;
            CHECK(activity.id && !activity.retry_after);
            if (activity.kind == st::ActivityKind::look_up) {
              CHECK(activity.scac == "TEST" && activity.number == "TEST-TR-FAILED" && activity.attempt == 1);
              CHECK(activity.outcome > st::Outcome::found && !activity.message && !activity.webhook_id);
            } else {
              CHECK(activity.webhook_id && activity.http_status == 0 && !activity.number);
              CHECK(activity.status == SHIPTRACK_ERROR_CONNECT && activity.message);
            }
          })
          .on_log([&](bool, std::string_view line) { lines.emplace_back(line); }));
  auto client = service.client();
  // No server listens on port 9.
  auto webhook = client.create_webhook("http://127.0.0.1:9/none", st::Draft().header("X-Desk", "7"));
  auto header = webhook->headers().at(0);
  CHECK(webhook->secret()->substr(0, 6) == "whsec_" && header.name == "X-Desk" && header.value == "7");
  auto same = client.webhook(webhook->id());
  auto webhooks = client.webhooks();
  CHECK(same->active() == true && webhooks.begin()->id() == webhook->id());
  CHECK(client.webhook_ips().find("\"192.0.2.7\"") != std::string::npos);

  client.create_tracking_request("container", "TEST-TR-FAILED", "TEST");
  service.run_due();
  CHECK(kinds == std::vector<st::ActivityKind>({st::ActivityKind::look_up, st::ActivityKind::delivery}));
  CHECK(lines.size() == 2 && lines[0].find("TEST-TR-FAILED") != std::string::npos && problems >= 1);
  auto notifications = client.webhook_notifications().next();
  CHECK(notifications->size() == 1 && notifications->at(0).delivery_status_code() == st::DeliveryStatus::failed);
  auto output = client.webhook_notification(notifications->at(0).id());
  CHECK(output->event_code() == st::EventName::tracking_request_failed);
  CHECK(service.replay_failed() == 1 && service.run_due() == 1 && kinds.size() == 3);

  auto draft = st::Draft().flag("active", false).text("url", "http://127.0.0.1:9/other");
  auto off = client.update_webhook(webhook->id(), draft);
  CHECK(off->active() == false && off->url() == "http://127.0.0.1:9/other");
  client.update_webhook(webhook->id(), st::Draft().header("Authorization", "Bearer receivers-own"));
  auto read = client.webhook(webhook->id());
  auto written = client.update_webhook(webhook->id(), st::Draft().headers(read->headers()));
  CHECK(written->headers().size() == 1 && written->headers().at(0).value == "Bearer receivers-own");
  auto rotated = client.rotate_webhook_secret(webhook->id(), 1h);
  auto again = client.rotate_webhook_secret(webhook->id());
  CHECK(rotated->secret() != webhook->secret() && again->secret() != rotated->secret());
  client.delete_webhook(webhook->id());
  thrown_by<st::NotFoundError>([&] { client.webhook(webhook->id()); });
}

static void the_feed() {
  st::Clock clock(START);
  auto service = st::Service::in_memory(st::ServiceOptions().clock(clock));
  auto client = service.client();
  int woken = 0;
  service.on_wake([&] { woken++; });
  client.create_tracking_request("container", "TEST-TR-SUCCEEDED", "TEST");
  CHECK(woken == 1);
  service.end_wake();
  service.run_due();
  auto events = service.events();
  CHECK(events.size() > 1 && !events.empty());
  auto first = events.at(0);
  CHECK(first.code() == st::EventName::tracking_request_succeeded && first.name() == "tracking_request.succeeded");
  CHECK(first.created_at().instant() == clock.now() && first.notification().event() == first.name());
  CHECK(first.notification().related("reference_object").at(0).type() == "tracking_request");
  auto parsed = st::Owned<st::WebhookNotification>::parse(first.document_json());
  CHECK(parsed->id() == first.notification().id());
  std::uint64_t after = 0;
  for (st::Event event : events) after = event.sequence();
  auto rest = service.events(events.at(events.size() - 2).sequence());
  CHECK(rest.size() == 1 && rest.begin()->sequence() == after);
  CHECK(service.wait_events(after, 1s, 10).empty());
  thrown_by<std::out_of_range>([&] { events.at(events.size()); });
  st::Cancel cancel;
  CHECK(!cancel.is_cancelled());
  cancel.now();
  CHECK(cancel.is_cancelled());
  thrown_by<st::CancelledError>([&] { (void)service.wait_events(after, 1h, 10, {}, &cancel); });
}

/// Due work is done, and numbers that failed for good are not requested again every day.
static void settle_and_track_again() {
  st::Clock clock(START);
  auto service = st::Service::in_memory(st::ServiceOptions().clock(clock).allow_loopback());
  auto client = service.client();
  auto hopeless = [&](st::RetrackPolicy retrack_policy, bool until_certain) {
    auto how = client.track_again("container", "TEST-TR-FAILED", "TEST", retrack_policy, {}, until_certain).how();
    service.settle();
    return how;
  };
  CHECK(hopeless(st::RetrackPolicy::by_reason, false) == st::TrackOutcome::created);
  CHECK(hopeless(st::RetrackPolicy::by_reason, true) == st::TrackOutcome::returned);
  CHECK(client.track("container", "TEST-TR-FAILED", "TEST").how() == st::TrackOutcome::returned);
  CHECK(hopeless(st::RetrackPolicy::always, false) == st::TrackOutcome::created);
  clock.advance(24h * 365);
  CHECK(hopeless(st::RetrackPolicy::never, false) == st::TrackOutcome::returned);
  CHECK(thrown_by<st::Error>([&] { hopeless(st::RetrackPolicy(7), false); }).pointer() == "retrack_policy");

  auto url = "http://127.0.0.1:9/hook";
  auto made = client.ensure_webhook(url);
  CHECK(made.how() == st::EnsureOutcome::created && made->secret()->substr(0, 6) == "whsec_");
  CHECK(client.ensure_webhook(url).how() == st::EnsureOutcome::unchanged);
  auto off = client.ensure_webhook(url, st::Draft().flag("active", false));
  CHECK(off.how() == st::EnsureOutcome::updated && off->id() == made->id() && off->active() == false);

  for (auto number : {"TST00001", "TST00002", "TST00003"}) client.create_tracking_request("booking_number", number, "TEST");
  CHECK(service.settle(0ms).left == 3 && service.settle(0ms).done == 0);
  std::vector<std::uint64_t> left;
  auto count = [&](std::size_t, std::uint64_t now) { return left.push_back(now), left.size() < 2; };
  thrown_by<st::CancelledError>([&] { service.settle(std::nullopt, count); });
  CHECK(left == std::vector<std::uint64_t>({3, 2}));
  st::Cancel cancel;
  cancel.now();
  thrown_by<st::CancelledError>([&] { service.settle(1h, nullptr, &cancel); });
  auto settled = service.settle(1h);
  CHECK(settled.is_settled() && settled.done == 2 && clock.now() == START + 24h * 365);
  thrown_by<st::InvalidError>([&] { service.settle(-1ms); });
  client.create_tracking_request("booking_number", "TST00004", "TEST");
  auto thrown = thrown_by<std::runtime_error>([&] {
    service.settle(std::nullopt, [](auto...) -> bool { throw std::runtime_error("the window was closed"); });
  });
  CHECK(std::string(thrown.what()) == "the window was closed");
}

static void mail_and_its_documents() {
  st::ServiceOptions options;
  options.reader_command("/nowhere/reader", {"--serve"});
  options.extractor([](const st::Attachment &attachment) -> std::optional<st::Extraction> {
    if (attachment.name() == "scan.tiff") return st::Extraction{std::nullopt, "", "{}", std::nullopt, "ARRIVAL NOTICE\nMSKU0308961"};
    if (attachment.content_type() != "text/plain" || attachment.content() != "freight prepaid\r\n") return std::nullopt;
    return st::Extraction{attachment.email_body() ? "unknown" : "bill_of_lading", "2026-01-01", R"({"pages":1})", "it says so"};
  });
  auto service = st::Service::in_memory(options);
  auto client = service.client();
  const auto message = mail("bill.txt", "freight prepaid");
  auto taken = service.ingest_email(message);
  CHECK(taken.is_new() && !taken.is_quarantined() && taken.problems().empty() && taken.edi_json() == "[]");
  CHECK(taken.submission().subject() == "documents");
  CHECK(!service.ingest_email(message, std::nullopt, std::nullopt).is_new());
  auto id = taken.submission().id();
  CHECK(service.email_content(id) == message && !service.email_content("unknown-id"));
  CHECK(service.email_problems_json(id) == "[]" && !service.email_problems_json("unknown-id"));

  CHECK(taken.due_documents() == 0);
  auto later = service.ingest_email_later(mail("later.txt", "freight prepaid"));
  CHECK(later.is_new() && later.due_documents() == 1 && later.edi_json() == "[]");
  auto waiting = client.documents().next();
  CHECK(waiting->at(0).name() == "later.txt" && !waiting->at(0).document_type());
  service.run_due();
  auto finished = client.document(waiting->at(0).id());
  CHECK(finished->document_type() == "bill_of_lading" && service.discard_document(finished->id()));

  auto submission = client.email_submission(id, st::Query().include("documents.last_document_representation"));
  auto document = submission->related<st::Document>("documents").at(0);
  auto read = document.related<st::DocumentRepresentation>("last_document_representation");
  auto same = client.document(document.id());
  CHECK(read.at(0).payload_json() == R"({"pages":1})" && same->document_type() == "bill_of_lading");
  CHECK(same->classification_notes() == "it says so");
  auto documents = client.documents().next();
  CHECK(documents->size() == 1 && documents->at(0).name() == "bill.txt");
  CHECK(service.discard_document(document.id()) && !service.discard_document("unknown-id"));
  service.ingest_email(mail("scan.tiff", "picture"));
  auto newest = client.documents().next();
  CHECK(newest->at(0).name() == "scan.tiff" && newest->at(0).document_type() == "arrival_notice");
  auto bare = client.email_submission(id);
  CHECK(bare->documents_count() == 0);

  CHECK(submission->untracked_numbers().size() == 0);
  service.set_account("record_arrival_notices", true);
  thrown_by<st::InvalidError>([&] { service.set_account("kittens", true); });
  service.set_estimate_order({"terminal", "shipping_line"});
  auto changed = service.account("default");
  CHECK(changed->attribute_json("estimate_order") == R"(["terminal","shipping_line"])");
  service.set_estimate_order({});
  auto restored = service.account("default");
  CHECK(restored->attribute_json("estimate_order") == "[]");
  thrown_by<st::InvalidError>([&] { service.set_estimate_order({"kittens"}); });
  service.set_allowed_senders({"EDI@line.example", "terminal.example"}, "mx.host.example");
  auto allowing = service.account("default");
  CHECK(allowing->attribute_json("allowed_senders") == R"(["edi@line.example","terminal.example"])");
  CHECK(allowing->attribute("authentication_server") == "mx.host.example");
  service.set_indirect_senders({"desk@line.example"});
  auto indirect = service.account("default");
  CHECK(indirect->attribute_json("indirect_senders") == R"(["desk@line.example"])");
  service.set_indirect_senders({});
  service.set_allowed_senders({});
  auto emptied = service.account("default");
  CHECK(emptied->attribute_json("allowed_senders") == "[]");
  thrown_by<st::InvalidError>([&] { service.set_allowed_senders({"Line <edi@line.example>"}); });
  auto offered = service.ingest_email(mail("list.txt", "B/L No: MAEU123456789"));
  auto listed = client.email_submission(offered.submission().id());
  auto first = listed->untracked_numbers().at(0);
  CHECK(first.number == "MAEU123456789" && first.request_type == "bill_of_lading" && first.scac == "MAEU");

  auto unreadable = service.ingest_email("x");
  CHECK(unreadable.is_quarantined() && unreadable.problems().size() == 1);
  auto quarantine = service.quarantined_emails();
  CHECK(quarantine.size() == 1 && quarantine.at(0).id() == unreadable.submission().id());
  CHECK(service.email_problems_json(unreadable.submission().id())->find(unreadable.problems()[0]) != std::string::npos);
}

static void numbers_and_inferences() {
  CHECK(st::Number::normalize("bill_of_lading", "MAEU123456789", "MAEU") == "123456789");
  CHECK(st::container_check_digit("MSCU595681") == 8);
  auto number = st::Number::infer(" mscu 595681-8 ");
  CHECK(number.kind == "container" && number.text == "mscu 595681-8" && number.evidence == "check_digit" && !number.scac);
  auto client = st::Service::in_memory().client();
  auto inference = client.infer_number("MEDUF5399896");
  CHECK(inference.request_type() == "bill_of_lading" && inference.selected_scac() == "MSCU");
  CHECK(inference.parsed_number() && inference.decision() == "auto_select" && inference.is_valid() != false);
  CHECK(inference.decision_code() == st::LineDecision::auto_select && !inference.check_digit_passed());
  CHECK(inference.candidates().at(0).scac == "MSCU" && !inference.candidates()[0].name.empty());
  CHECK(inference.candidates()[0].confidence.value_or(1) > 0.5 && inference.json().front() == '{');
  CHECK(client.infer_number("MSCU5956818").check_digit_passed() == true && inference.reason() != "");
}

static void doubtful_facts() {
  std::vector<std::string> doubts;
  auto service = st::Service::in_memory(
      st::ServiceOptions()
          .carrier("MAEU", [](const st::LookUp &, const st::Answer &answer) {
            answer.facts(R"([{"container":"MSKU0308961","event":{"milestone":"vesel_departed","at":"2026-05-01"}}])");
            return st::LookUpResult::ok;
          })
          .on_activity([&](const st::Activity &activity) {
            CHECK((activity.kind == st::ActivityKind::doubtful_facts) == !activity.doubts.empty());
            for (auto doubt : activity.doubts) {
              CHECK(activity.id && activity.scac == "MAEU" && activity.number == "123456789" && activity.is_problem);
              doubts.emplace_back(doubt);
            }
          }));
  service.client().create_tracking_request("bill_of_lading", "123456789", "MAEU");
  service.run_due();
  CHECK(doubts.size() == 1 && doubts[0].find("vesel_departed") != std::string::npos);
}

static void look_ups() {
  static const char NUMBER[] = "MAEU 123456789";
  st::Clock clock(START);
  st::TimePoint first, told_until;
  bool reminded = false;
  auto service = st::Service::in_memory(
      st::ServiceOptions().clock(clock).carrier(std::nullopt, [&](const st::LookUp &question, const st::Answer &answer) {
        CHECK(question.scac() == "MAEU" && question.number() == NUMBER && question.normalized_number() == "123456789");
        CHECK(question.request_type() == "bill_of_lading" && question.now() == clock.now() && !question.is_cancelled());
        CHECK(question.account_name() == "default" && question.account_id().size() == 36);
        if (first == st::TimePoint()) {
          CHECK(question.attempt() == 1 && !question.bookmark() && question.references().empty() && !question.since());
          first = question.now();
          answer.retry_after(2h);
          return st::LookUpResult::unreachable;
        }
        CHECK(question.first_asked_at().instant() == first);
        if (question.now() < first + 3h) {
          answer.retry_after(90min);
          return st::LookUpResult::rate_limited;
        }
        if (question.bookmark()) {
          CHECK(*question.bookmark() == "page 2" && question.since() == told_until);
          CHECK(question.references() == std::vector<std::string_view>{"BKG1"});
          CHECK(question.containers() == std::vector<std::string_view>{"MSKU0308961"});
          reminded = true;
          answer.bookmark("page 2");
          answer.unchanged();
          return st::LookUpResult::ok;
        }
        answer.bookmark("page 2");
        told_until = question.now() - 1h;
        answer.until(told_until);
        answer.next_look(45min);
        answer.facts(R"({"container":"MSKU0308961","event":{"milestone":"empty_out","at":"9999-12-31T23:59:59Z"}})");
        answer.reference("BKG1");
        answer.complete();
        return st::LookUpResult::ok;
      }));
  auto client = service.client();
  client.create_tracking_request("bill_of_lading", NUMBER, "MAEU");
  service.run_due();
  CHECK(service.next_due() >= clock.now() + 2h);
  clock.advance(2h);
  service.run_due();
  CHECK(service.next_due() == clock.now() + 90min);
  clock.advance(24h);
  service.run_due();
  CHECK(service.next_due() == clock.now() + 45min);
  // A date that nanoseconds cannot represent.
  auto containers = client.containers();
  auto container = containers.begin();
  CHECK(client.refresh_container(container->id()).find("message") != std::string::npos);
  CHECK(service.next_due() == clock.now() && !reminded);
  service.run_due();
  CHECK(reminded);
  for (st::TransportEvent event : client.transport_events(container->id()))
    CHECK(event.timestamp()->instant()->time_since_epoch() == 253402300799s);
  const auto fact = R"({"container":"MSKU0308961","event":{"milestone":"empty_out","at":"2026-04-20T18:00:00Z"}})";
  CHECK(st::check_facts(fact) == 1 && st::fact_key(fact));
  thrown_by<st::InvalidError>([] { st::check_facts("{}"); });
  CHECK(st::facts_doubts_json(fact) == "[]");
  const char *answer = R"([{"transportEventTypeCode":"DEPA","eventDateTime":"2026-01-06T10:18:00+08:00",
    "transportCall":{"UNLocationCode":"CNYTN"},"references":[{"referenceType":"EQ","referenceValue":"MSKU0308961"}]}])";
  CHECK(st::carriers_read_json(answer).find(R"("form":"dcsa2")") != std::string::npos);
  CHECK(st::carriers_voyage_json(answer).find(R"("raw_event":"vessel_departed")") != std::string::npos);
  CHECK(service.ingest_edi_json("hello").find(R"("interchanges":[])") != std::string::npos);
  CHECK(service.unread_edi_json() == "[]" && !service.discard_unread_edi("1-1"));
  CHECK(service.rederive_json(true) == R"({"examined":0,"shipments":[]})" && service.rederive_json() == service.rederive_json(true));
  auto recorded = service.record_facts("MSKU 030896-1", fact);
  CHECK(recorded.kept_count() == 0 && recorded.doubts().empty() && recorded.requests().size() == 1);
  CHECK(recorded.requests()[0].new_count == 1 && recorded.requests()[0].shipment_id);
  CHECK(service.record_facts("TGHU1643396", "[]").requests().empty());
  CHECK(!st::fact_key(R"({"container":"MSKU0308961","withdrawn":"2|shipping_line|*|arrived|expected|laden|USLAX|0"})"));
}

static void carriers_by_profiles(const std::string &path) {
  st::Clock clock(START);
  st::Simulator simulator(R"({"scenario":"direct","headers":{"X-Key":"s3cr3t"}})", clock);
  std::string profile = "[SIML]\nbase_url = '" + std::string(simulator.url()) +
                        "'\npath = '/v2/events'\nheaders = { X-Key = '{key}' }\n"
                        "parameters = { bill_of_lading = 'transportDocumentReference' }\n";
  std::ofstream(path) << profile;
  bool is_sealed = true;
  auto vault = st::Credentials::of_account().callback([&](const st::CredentialRequest &wanted) -> std::optional<std::string> {
    CHECK(wanted.scac() == "SIML" && wanted.name() == "key" && wanted.account_name() == "default");
    CHECK(wanted.account_id().size() == 36 || wanted.account_id().empty());
    if (is_sealed) throw std::runtime_error("the vault is sealed");
    return std::nullopt;
  });
  auto access = st::CarrierAccess::open(path).credentials(vault);
  CHECK(thrown_by<std::runtime_error>([&] { access.check_json("SIML", "SIML2600001", "bill_of_lading"); }).what() ==
        std::string("the vault is sealed"));
  is_sealed = false;
  CHECK(access.check_json("SIML", "SIML2600001", "bill_of_lading").find("the credential `key`") != std::string::npos);
  access.credentials(st::Credentials::of_account("default").environment().text("[SIML]\nkey = 's3cr3t'"));
  auto output = access.check_json("SIML", "SIML2600001", "bill_of_lading", "default");
  CHECK(output.find(R"("outcome":"facts")") != std::string::npos && output.find("s3cr3t") == std::string::npos);
  access.check_json("SIML", "SIML2600001", "bill_of_lading", {}, path + ".bundle");
  auto taken = [&] { access.check_json("SIML", "SIML2600001", "bill_of_lading", {}, path + ".bundle"); };
  CHECK(thrown_by<st::ConfigurationError>(taken).pointer() == "folder");
  auto replayed = st::carriers_replay_json(path + ".bundle");
  CHECK(replayed.find(R"({"is_same":true,"recorded_outcome":"facts","missing":[],"added":[])") == 0);
  for (auto &file : std::filesystem::directory_iterator(path + ".bundle")) {
    std::ifstream content(file.path());
    std::string whole(std::istreambuf_iterator<char>(content), {});
    CHECK(!whole.empty() && whole.find("s3cr3t") == std::string::npos);
  }
  std::filesystem::remove_all(path + ".bundle");
  thrown_by<st::ConfigurationError>([&] { st::carriers_replay_json(path + ".bundle"); });
  auto service = st::Service::in_memory(st::ServiceOptions().clock(clock).carrier_access(access));
  service.client().create_tracking_request("bill_of_lading", "SIML2600001", "SIML");
  service.run_due();
  auto request = service.client().track("bill_of_lading", "SIML2600001", "SIML");
  CHECK(request->status() == "created");

  auto profiles = st::CarrierAccess().profiles_json();
  CHECK(profiles.find(R"("status":"never_tried")") != std::string::npos);
  auto settings = st::CarrierAccess("[MAEU]").proxy("http://me:s3cr3t@proxy.example:1").roots_bundled().public_only();
  settings.allow_network("10.0.0.0/8");
  CHECK(thrown_by<st::InvalidError>([&] { settings.roots_pem("none"); }).pointer() == "pem");
  auto misplaced = thrown_by<st::ConfigurationError>([] { st::CarrierAccess("[MAEU.pace]\nper_day = 0"); });
  CHECK(misplaced.pointer() == "profiles.MAEU.pace.per_day");
  auto secret = thrown_by<st::ConfigurationError>([] { st::Credentials::of_every_account().text("[MAEU]\nkey = s3cr3t"); });
  CHECK(secret.pointer() == "credentials" && std::string(secret.what()).find("s3cr3t") == std::string::npos);
  thrown_by<st::ConfigurationError>([] { st::Credentials::of_every_account().file("/no/such/file"); });
}

static const char STATUS[] =
    "ISA*00*          *00*          *ZZ*OCEANLINE      *ZZ*ME             *260502*1500*U*00401*000000007*0*P*>~"
    "GS*QO*OCEANLINE*ME*20260502*1500*7*X*004010~ST*315*0001~B4***ZQ*20260502*1410**MSKU*030896*L**CNSHA*UN*1~"
    "SE*3*0001~GE*1*7~IEA*1*000000007~";

static void edi_folder(const std::string &path) {
  auto options = st::ServiceOptions().edi_senders(R"({"OCEANLINE": {"codes": {"ZQ": "full_in"}}})");
  auto misplaced = thrown_by<st::InvalidError>([&] { options.edi_senders(R"({"QUAY": {"codes": {"OA": 1}}})"); });
  CHECK(misplaced.pointer() == "/QUAY/codes/OA");
  CHECK(st::Service::in_memory().ingest_edi_json(STATUS).find("unknown status code") != std::string::npos);
  auto service = st::Service::in_memory(options);
  thrown_by<st::ConfigurationError>([&] { service.edi_folder(path + ".none"); });
  std::filesystem::create_directory(path);
  auto folder = service.edi_folder(path, 0ms, true);
  std::ofstream(path + "/one.edi") << STATUS;
  CHECK(folder.sweep_json() == "[]");
  auto taken = folder.sweep_json(10);
  CHECK(taken.find(R"("file":"one.edi")") != std::string::npos && taken.find("/done/one.edi") != std::string::npos);
  CHECK(taken.find("unknown status code") == std::string::npos && std::filesystem::exists(path + "/out/one.edi.1.997"));
  std::filesystem::remove_all(path);
}

/* A text in a JSON object. */
static std::string member(const std::string &json, const std::string &name) {
  auto begin = json.find('"' + name + "\":\"");
  CHECK(begin != std::string::npos);
  begin += name.size() + 4;
  return json.substr(begin, json.find('"', begin) - begin);
}

static void pushed_data() {
  static const char REPORT[] = R"({"number":"MSKU0308961","facts":[{"reading":{"available_for_pickup":true}}]})";
  st::Clock clock(START);
  auto service = st::Service::in_memory(st::ServiceOptions().clock(clock));
  auto made = service.add_subscription_json(R"({"source":"terminal","name":"Pier 400"})");
  auto id = member(made, "id");
  auto fields = st::sign({member(made, "secret")}, "report-1", REPORT, START);
  thrown_by<st::Error>([&] { service.receive_push_json(fields, REPORT); });
  fields.emplace_back("Subscription-ID", id);
  CHECK(service.receive_push_json(fields, REPORT).find(R"("is_repeated":false)") != std::string::npos);
  CHECK(service.receive_push_json(fields, REPORT).find(R"("is_repeated":true)") != std::string::npos);
  thrown_by<st::SignatureError>([&] { service.receive_push_json(fields, "{}"); });
  auto rotated = service.rotate_subscription_json(id, {}, 0ms);
  CHECK(member(rotated, "secret") != member(made, "secret"));
  thrown_by<st::SignatureError>([&] { service.receive_push_json(fields, REPORT); });
  CHECK(member(service.subscriptions_json(), "id") == id);
  service.remove_subscription(id);
  CHECK(service.subscriptions_json() == "[]");
  CHECK(thrown_by<st::InvalidError>([&] { service.add_subscription_json(R"({"sauce":"terminal"})"); }).pointer() == "subscription");
  CHECK(st::Simulator("direct", clock).call_back() == 0);
  CHECK(service.suspended_credentials_json() == "[]" && service.carriers_plan_json().front() == '[');
}

static void a_hosted_account() {
  st::Clock clock(START);
  auto knows_nothing = [](const st::LookUp &, const st::Answer &) { return st::LookUpResult::not_found; };
  auto provider = st::Service::in_memory(st::ServiceOptions().clock(clock).carrier("MAEU", knows_nothing));
  auto theirs = provider.client();
  theirs.track("bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", st::Draft().add("ref_numbers", "PO-1"));
  theirs.track("bill_of_lading", "TEST-TR-FAILED", "TEST");
  provider.settle();
  st::ServiceOptions options;
  options.clock(clock).hosted(std::nullopt, theirs).hosted("MAEU", theirs, true).hosted("MSCU", theirs, false, true);
  auto service = st::Service::in_memory(options);

  auto part = service.adopt_json(theirs, {}, 1);
  CHECK(part.find(R"("seen":1)") != std::string::npos && part.find(R"("is_complete":false)") != std::string::npos);
  auto rest = service.adopt_json(theirs);
  CHECK(rest.find(R"("created":1)") != std::string::npos && rest.find(R"("is_complete":true)") != std::string::npos);
  auto again = service.adopt_json(theirs, {}, 0, true);
  CHECK(again.find(R"("created":0,"existing":1)") != std::string::npos && again.find("TEST-TR-FAILED") != std::string::npos);
  auto ours = service.client();
  auto shipments = ours.shipments().collect();
  CHECK(shipments.size() == 1 && shipments.at(0)->ref_numbers().at(0) == "PO-1");
  st::Cancel cancel;
  cancel.now();
  thrown_by<st::CancelledError>([&] { service.adopt_json(theirs, {}, 0, true, &cancel); });
  thrown_by<st::TimeoutError>([&] { service.adopt_json(theirs, {}, 0, true, nullptr, std::chrono::milliseconds(0)); });
  service.adopt_json(theirs, {}, 0, true, nullptr, std::chrono::minutes(1), 1);

  const auto secret = st::new_webhook_secret();
  st::Verifier verifier({secret});
  const std::string about_nothing = R"({"data":{"type":"webhook_notification","id":"n","attributes":{"event":"container.created"}}})";
  auto take = [&](const std::string &body) {
    return service.receive_hosted_json(theirs, verifier, st::sign({secret}, "msg_1", body, clock.now()), body);
  };
  CHECK(take(about_nothing).find(R"("what":"nothing")") != std::string::npos);
  auto events = provider.events();
  auto about_one = std::find_if(events.begin(), events.end(), [](const st::Event &event) { return event.name() == "tracking_request.succeeded"; });
  CHECK(take(std::string((*about_one).document_json())).find(R"("what":"due")") != std::string::npos);
  thrown_by<st::SignatureError>([&] { service.receive_hosted_json(theirs, verifier, {}, about_nothing); });

  // It starts tracking a number that it does not track yet.
  ours.create_tracking_request("bill_of_lading", "MAEU123456789", "MAEU");
  service.settle();
  CHECK(theirs.tracking_requests().collect().size() == 3);
}

static void encrypted_credentials() {
  const std::string key(32, 'k'), other(32, 'o');
  auto service = st::Service::in_memory(st::ServiceOptions().store_key(key));
  service.store_credential("MAEU", "client_id", "8f14e45f");
  auto kept = service.stored_credentials_json();
  CHECK(member(kept, "name") == "client_id" && kept.find("8f14e45f") == std::string::npos);
  CHECK(thrown_by<st::NotFoundError>([&] { service.credentials("unknown-id"); }).status() == SHIPTRACK_ERROR_NOT_FOUND);
  auto asked = st::CarrierAccess().credentials(service.credentials().environment());
  CHECK(asked.profiles_json().front() == '{');
  service.rekey(other);
  service.forget_credential("MAEU", "client_id");
  thrown_by<st::NotFoundError>([&] { service.forget_credential("MAEU", "client_id"); });
  CHECK(service.stored_credentials_json() == "[]");
  CHECK(thrown_by<st::InvalidError>([&] { service.rekey("short"); }).pointer() == "key");
  auto without = st::Service::in_memory();
  auto refused = thrown_by<st::Error>([&] { without.store_credential("MAEU", "client_id", "8f14e45f"); });
  CHECK(refused.status() == SHIPTRACK_ERROR_CONFIGURATION && refused.pointer() == "store_key");
}

static void web_server_of_the_program() {
  auto service = st::Service::in_memory(st::ServiceOptions().limit(st::Bucket::default_, 1));
  CHECK(service.answer("GET", "/v2/shipments").http_status() == 401);
  auto key = service.create_key("web");
  st::HeaderList fields = {{"Authorization", "Token " + std::string(*key->attribute("key"))}};
  auto response = service.answer("GET", "/v2/shipments?page[size]=1", fields);
  CHECK(response.http_status() == 200 && response.header("Content-Type") == "application/vnd.api+json");
  auto has_type = [](const auto &field) { return field.second == "application/vnd.api+json"; };
  auto headers = response.headers();
  CHECK(std::any_of(headers.begin(), headers.end(), has_type));
  CHECK(st::Page<st::Shipment>::parse(response.body()).empty());

  auto limited = service.answer("GET", "/v2/shipments", fields);
  auto error = thrown_by<st::RateLimitedError>(
      [&] { st::throw_answer(limited.http_status(), limited.body(), limited.header("Retry-After")); });
  CHECK(error.http_status() == 429 && error.retry_after() > 0s && error.is_retryable() && error.objects_count() == 1);
  thrown_by<st::UnauthorizedError>([] { st::throw_answer(401, ""); });
  auto unreadable = thrown_by<st::Error>([] { st::throw_answer(200, "<html>"); });
  CHECK(unreadable.status() == SHIPTRACK_ERROR_UNEXPECTED_RESPONSE && unreadable.body() == "<html>");
}

static void signatures() {
  const std::string body = R"({"data":{"type":"webhook_notification","id":"n","attributes":{"event":"container.created"}}})";
  const auto secret = st::new_webhook_secret();
  CHECK(secret.substr(0, 6) == "whsec_");
  auto fields = st::sign({secret, "an older one"}, "msg_1", body, START);
  auto delivery = st::Verifier({"an older one"}, 5min, true).receive(fields, body, START + 1min);
  CHECK(delivery->event() == "container.created" && delivery.signature().scheme == st::Scheme::standard);
  CHECK(delivery.signature().id == "msg_1" && delivery.signature().at == START);
  st::Verifier verifier({secret});
  thrown_by<st::SignatureError>([&] { verifier.verify(fields, body, START + 1h); });
  auto is_hosted = [](const auto &field) { return field.first == "X-T49-Webhook-Signature"; };
  const st::HeaderList bare = {*std::find_if(fields.begin(), fields.end(), is_hosted)};
  thrown_by<st::SignatureError>([&] { verifier.verify(bare, body, START); });
  auto hosted = st::Verifier({secret}, 5min, false).verify(bare, body, START + 1h);
  CHECK(hosted.scheme == st::Scheme::hosted && !hosted.id && !hosted.at);
  auto kept = copy(delivery);
  CHECK(kept->id() == "n");
}

static void settings_of_clients_and_servers() {
  auto service = st::Service::in_memory();
  st::Server server(service, st::ServerOptions().allow_remote().limit("connections", 8).address("127.0.0.1:0"));
  CHECK(server.address().substr(0, 10) == "127.0.0.1:" && server.url() == "http://" + std::string(server.address()));
  auto key = service.create_key("test");
  const auto base = std::string(server.url()) + "/v2";
  std::size_t attempts = 0;
  auto options = st::ClientOptions()
                     .timeout(20s)
                     .connect_timeout(5s)
                     .retries(1, 1ms, 1ms)
                     .limit(st::Bucket::default_, 2, 1h)
                     .limit(st::Bucket::create, std::nullopt, 1h)
                     .allow_insecure_http()
                     .user_agent("yard/1.0")
                     .header("X-Desk", "7")
                     .on_attempt([&](const st::Attempt &attempt) {
                       attempts++;
                       CHECK(attempt.method == "GET" && attempt.path == "/v2/containers" && attempt.number == 1);
                       CHECK(attempt.http_status == 200 && attempt.status == SHIPTRACK_OK && !attempt.retry_in);
                       CHECK(attempt.took >= 0us && attempt.waited >= 0us);
                     });
  auto client = st::Client::open(base, *key->attribute("key"), options);
  CHECK(client.allowance() == 2 && !client.allowance(st::Bucket::create));
  auto containers = client.containers();
  CHECK(containers.begin() == containers.end() && client.containers().next());
  CHECK(attempts == 2 && client.allowance() == 0);
  CHECK(thrown_by<st::RateLimitedError>([&] { client.with_timeout(1s).containers().next(); }).http_status() == 0);
  client.close();
  thrown_by<st::MisuseError>([&] { (void)client.containers(); });

  // Without a timeout it would wait for an hour, and reports that at the start.
  st::Cancel no_patience;
  std::size_t pauses = 0;
  std::vector<std::string> lines;
  auto patient = st::ClientOptions().limit(st::Bucket::default_, 1, 1h).on_pause([&](const st::Pause &pause) {
    pauses++;
    CHECK(pause.method == "GET" && pause.path == "/v2/containers" && !pause.refused);
    CHECK(pause.bucket == st::Bucket::default_ && pause.lasts > 59min && pause.lasts <= 1h);
    no_patience.now();
  });
  patient.on_log([&](bool is_problem, std::string_view line) { (void)is_problem, lines.emplace_back(line); });
  auto waiting = st::Client::open(base, *key->attribute("key"), patient);
  waiting.containers().next();
  thrown_by<st::CancelledError>([&] { waiting.with_cancel(no_patience).containers().next(); });
  CHECK(pauses == 1 && lines.size() == 2 && lines[1] == "GET /v2/containers: waits 3600 s for the rate limit (1 requests in 3600 s)");

  auto narrow = st::Client::open(base, *key->attribute("key"), st::ClientOptions().body_limit(10));
  CHECK(thrown_by<st::Error>([&] { narrow.containers().next(); }).status() == SHIPTRACK_ERROR_TOO_LARGE);
  // The server is not a proxy, and its certificate is not trusted.
  auto by_proxy = st::ClientOptions().proxy(server.url()).retries(1, 1ms, 1ms);
  auto through = st::Client::open("http://127.0.0.1:9/v2", "key", by_proxy);
  thrown_by<st::Error>([&] { through.containers().next(); });
  CHECK(st::Client::open("https://example.com/v2", "key", st::ClientOptions().roots_bundled()));
  thrown_by<st::InvalidError>([] { st::ClientOptions().roots_pem("no certificate"); });

  setenv("SHIPTRACK_BASE_URL", base.c_str(), 1);
  setenv("SHIPTRACK_API_KEY", std::string(*key->attribute("key")).c_str(), 1);
  CHECK(st::Client::from_env().send("GET", "containers", st::Query(), "").http_status() == 200);
  auto account = service.account("default");
  auto accounts = service.accounts();
  CHECK(account->id() == accounts.at(0).id());
}

static void a_worker_and_a_file(const char *path) {
  auto service = st::Service::open(path);
  service.start_worker(1);
  auto client = service.client();
  auto request = client.create_tracking_request("container", "TEST-TR-SUCCEEDED", "TEST");
  auto settled = client.wait(request->id(), 1min, nullptr, 1ms);
  CHECK(settled->status() == "created");
  service.stop_worker();
  service.close();
  auto again = st::Service::open(std::string(path));
  auto kept = again.client().tracking_request(request->id());
  CHECK(kept->status() == "created");
  thrown_by<st::StoreError>([] { (void)st::Service::open("/nowhere/tracking.db"); });
}

static void texts() {
  auto client = st::Service::in_memory().client();
  const char *null = nullptr;
  CHECK(thrown_by<st::MisuseError>([&] { client.container(null); }).status() == SHIPTRACK_ERROR_NULL_ARGUMENT);
  thrown_by<st::InvalidError>([&] { client.container(std::string("a\0b", 3)); });
  thrown_by<st::InvalidError>([&] { client.container("\xff"); });
  thrown_by<st::MisuseError>([] { st::ClientOptions().on_log(nullptr); });
}

int main(int, char **arguments) {
  st::serve_reader();  // returns, because this process is no reader
  a_voyage();
  settle_and_track_again();
  pages_and_included_resources();
  webhooks_and_their_deliveries();
  the_feed();
  mail_and_its_documents();
  numbers_and_inferences();
  doubtful_facts();
  look_ups();
  carriers_by_profiles(std::string(arguments[1]) + ".toml");
  edi_folder(std::string(arguments[1]) + ".edi");
  pushed_data();
  a_hosted_account();
  encrypted_credentials();
  web_server_of_the_program();
  signatures();
  settings_of_clients_and_servers();
  a_worker_and_a_file(arguments[1]);
  texts();
  return 0;
}
