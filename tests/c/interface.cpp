// The C++ interface: ownership, ranges, optionals, clocks, and exceptions that cross the C boundary.
#include <algorithm>
#include <future>
#include <mutex>
#include <thread>
#include <type_traits>

#include "check.hpp"

using namespace std::chrono_literals;

static_assert(!std::is_copy_constructible_v<st::Client> && std::is_nothrow_move_constructible_v<st::Client>);
static_assert(!std::is_copy_constructible_v<st::Owned<st::Container>>);
static_assert(std::is_copy_constructible_v<st::Container> && sizeof(st::Container) == sizeof(void *));
// A view of an owned resource, while the owner has a name.
static_assert(std::is_convertible_v<const st::Owned<st::Container> &, st::Container>);
static_assert(std::is_convertible_v<st::Owned<st::Container> &, st::Resource>);
static_assert(!std::is_convertible_v<st::Owned<st::Container>, st::Container>);
static_assert(!std::is_constructible_v<st::Resource, st::Owned<st::Container>>);
static_assert(!std::is_constructible_v<st::OptionalText, std::nullptr_t>);
static_assert(std::is_base_of_v<std::exception, st::Error> && std::is_base_of_v<st::InvalidError, st::DuplicateError>);

// What the algorithms of the standard library require of iterators.
template <class Iterator>
constexpr bool is_input_iterator =
    std::is_base_of_v<std::input_iterator_tag, typename std::iterator_traits<Iterator>::iterator_category> &&
    std::is_default_constructible_v<Iterator> && std::is_copy_assignable_v<Iterator> &&
    std::is_same_v<decltype(std::declval<Iterator &>()++), Iterator> &&
    std::is_same_v<decltype(++std::declval<Iterator &>()), Iterator &>;
static_assert(is_input_iterator<st::Page<st::Container>::iterator> && is_input_iterator<st::Pages<st::Container>::iterator>);
static_assert(is_input_iterator<st::Events::iterator>);
#if __cplusplus >= 202002L
static_assert(std::input_iterator<st::Page<st::Container>::iterator> && std::input_iterator<st::Events::iterator>);
static_assert(std::ranges::input_range<st::Pages<st::Container>> && std::ranges::input_range<const st::Page<st::Container>>);
static_assert(std::ranges::input_range<const st::Events> && std::ranges::viewable_range<st::Pages<st::Container> &>);
#endif
static_assert(std::is_nothrow_move_constructible_v<st::TrackResult> && !std::is_copy_constructible_v<st::Delivery>);
static_assert(std::is_convertible_v<st::TrackResult, st::Owned<st::TrackingRequest>>);
static_assert(!std::is_constructible_v<st::Text, std::nullptr_t>);
// The arguments are in the order of C, and none converts to another: neither a flag nor a number to the tolerance.
using Secrets = std::vector<std::string>;
static_assert(std::is_constructible_v<st::Verifier, Secrets, std::chrono::minutes, bool>);
static_assert(!std::is_constructible_v<st::Verifier, Secrets, bool> && !std::is_constructible_v<st::Verifier, Secrets, int>);

static void ranges_optionals_and_times() {
  st::Clock clock(std::chrono::system_clock::from_time_t(1777636800));
  st::ServiceOptions options;
  options.clock(clock).allow_loopback();
  auto service = st::Service::in_memory(options);
  auto client = service.client();
  for (const char *number : {"TEST-TR-SUCCEEDED", "TEST-TR-AWAITING", "TEST-TR-RETRYING"})
    client.create_tracking_request("bill_of_lading", number, "TEST");
  auto one_per_page = st::Query().page_size(1);
  std::size_t count = 0;
  for (st::TrackingRequest request : client.tracking_requests(one_per_page)) {
    CHECK(request.status() == "pending" && !request.failed_reason() && !request.retry_count());
    CHECK(request.created_at()->instant() == clock.now());
    CHECK(request.as<st::TrackingRequest>() && !request.as<st::Shipment>());
    count++;
  }
  CHECK(count == 3);
  auto walked = client.tracking_requests(one_per_page);
  auto item = walked.begin();
  auto first = item++;
  CHECK(first->request_number() == "TEST-TR-RETRYING" && item->request_number() == "TEST-TR-AWAITING");
  CHECK(first != walked.end() && std::distance(item, walked.end()) == 2);
  service.run_due();
  auto pages = client.tracking_requests();
  auto page = pages.next();
  CHECK(page && page->size() == 3 && page->total() == 3 && !pages.next());
  CHECK(page->at(2).status_code() == st::RequestStatus::created);
  thrown_by<std::out_of_range>([&] { page->at(3); });
  auto is_created = [](st::TrackingRequest request) { return request.status() == "created"; };
  CHECK(std::count_if(page->begin(), page->end(), is_created) == 1);
  auto second = page->begin();
  CHECK((second++)->id() == page->at(0).id() && (*second).id() == page.value().at(1).id());
  CHECK(service.next_due() && *service.next_due() > clock.now());
  for (st::Container container : client.containers()) CHECK(container.holds().empty());

  auto moved = std::move(client);
  thrown_by<st::MisuseError>([&] { (void)client.shipments(); });
  CHECK(!moved.allowance());
  service.close();
  CHECK(thrown_by<st::MisuseError>([&] { (void)moved.shipments(); }).status() == SHIPTRACK_ERROR_CLOSED);
}

// `use` throws a MisuseError that names the class of the object that was moved from.
template <class F>
static void is_moved_from(const char *name, F &&use) {
  auto error = thrown_by<st::MisuseError>(use);
  CHECK(error.status() == SHIPTRACK_ERROR_NULL_ARGUMENT && error.what() == std::string("this ") + name + " was moved from");
}

// C accepts NULL for omitted settings: an object that was moved from must not count as omitted.
static void moved_from_objects_are_rejected() {
  st::ServiceOptions service_options;
  auto kept_service_options = std::move(service_options);
  is_moved_from("shiptrack::ServiceOptions", [&] { (void)st::Service::in_memory(service_options); });
  is_moved_from("shiptrack::ServiceOptions", [&] { (void)st::Service::open("/nowhere/tracking.db", service_options); });
  is_moved_from("shiptrack::ServiceOptions", [&] { service_options.allow_loopback(); });
  is_moved_from("shiptrack::ServiceOptions", [&] { service_options.on_log([](bool, std::string_view) {}); });
  st::ClientOptions client_options;
  auto kept_client_options = std::move(client_options);
  is_moved_from("shiptrack::ClientOptions", [&] { (void)st::Client::open("https://example.com/v2", "key", client_options); });
  is_moved_from("shiptrack::ClientOptions", [&] { (void)st::Client::from_env(client_options); });

  auto service = st::Service::in_memory(kept_service_options);
  auto client = service.client();
  client.create_tracking_request("container", "TEST-TR-SUCCEEDED", "TEST");
  st::Query query;
  auto kept_query = std::move(query);
  is_moved_from("shiptrack::Query", [&] { (void)client.tracking_requests(query); });
  is_moved_from("shiptrack::Query", [&] { client.container("id", query); });
  is_moved_from("shiptrack::Query", [&] { client.send("GET", "containers", query); });
  is_moved_from("shiptrack::Query", [&] { query.page_size(1); });
  st::Draft draft;
  auto kept_draft = std::move(draft);
  is_moved_from("shiptrack::Draft", [&] { client.create_tracking_request("container", "MSCU5956818", "MSCU", draft); });
  is_moved_from("shiptrack::Draft", [&] { client.track("container", "MSCU5956818", "MSCU", draft); });
  is_moved_from("shiptrack::Draft", [&] { draft.add("ref_numbers", "PO-1"); });
  st::Cancel cancel;
  auto kept_cancel = std::move(cancel);
  is_moved_from("shiptrack::Cancel", [&] { (void)service.wait_events(0, 0ms, 10, {}, &cancel); });
  is_moved_from("shiptrack::Cancel", [&] { (void)client.with_cancel(cancel); });
  is_moved_from("shiptrack::Cancel", [&] { cancel.now(); });
  st::ServerOptions server_options;
  auto kept_server_options = std::move(server_options);
  is_moved_from("shiptrack::ServerOptions", [&] { (void)st::Server(service, server_options); });
  auto page = client.tracking_requests().next();
  auto kept_page = std::move(*page);
  is_moved_from("shiptrack::Page", [&] { page->size(); });
  auto owned = client.tracking_request(kept_page.at(0).id());
  auto kept = std::move(owned);
  is_moved_from("shiptrack::Owned", [&] { (*owned).id(); });
  is_moved_from("shiptrack::Owned", [&] { (void)st::Resource(owned); });
  is_moved_from("shiptrack::Owned", [&] { copy(owned); });
  // An object that was assigned again can be used again.
  query = std::move(kept_query);
  CHECK(client.tracking_requests(query).collect().size() == 1);
  auto gone = std::move(service);
  is_moved_from("shiptrack::Service", [&] { service.run_due(); });
}

static void wait_with_zero_timeout_fetches_once() {
  auto service = st::Service::in_memory();
  auto client = service.client();
  auto request = client.create_tracking_request("bill_of_lading", "TEST-TR-AWAITING", "TEST");
  std::size_t looks = 0;
  auto count = [&](st::TrackingRequest) { return ++looks, true; };
  auto pending = thrown_by<st::TimeoutError>([&] { client.wait(request->id(), 0ms, count); });
  CHECK(looks == 1 && std::string(pending.what()).find("is still pending") != std::string::npos);
  pending = thrown_by<st::TimeoutError>([&] { client.wait_until_answered(request->id(), 0ms); });
  CHECK(pending.status() == SHIPTRACK_ERROR_TIMEOUT);
  // No due work was done meanwhile.
  CHECK(service.run_due() == 1);
  thrown_by<st::TimeoutError>([&] { client.wait(request->id(), 0ms); });
  auto answered = client.wait_until_answered(request->id(), 0ms, count);
  CHECK(answered->status() == "awaiting_manifest" && looks == 2);
  thrown_by<st::CancelledError>([&] { client.wait(request->id(), 0ms, [](st::TrackingRequest) { return false; }); });
  auto other = client.create_tracking_request("container", "TEST-TR-SUCCEEDED", "TEST");
  service.run_due();
  CHECK(client.wait(other->id(), 0ms) && client.wait(other->id(), std::nullopt, count, 0ms) && looks == 3);
  thrown_by<st::NotFoundError>([&] { client.wait("unknown-id", 0ms); });
  thrown_by<st::InvalidError>([&] { client.wait(request->id(), -1ms); });
  thrown_by<st::InvalidError>([&] { client.wait_until_answered(request->id(), 1min, nullptr, -1ms); });
  thrown_by<st::InvalidError>([&] { (void)service.wait_events(0, -1ms); });
  thrown_by<st::InvalidError>([] { (void)st::Verifier({"secret"}, -1ms); });
  thrown_by<st::InvalidError>([] { (void)st::Verifier({"secret"}, -1ms); });
}

static void collected_items_outlive_their_listing() {
  std::vector<st::Owned<st::TrackingRequest>> all, some;
  {
    auto service = st::Service::in_memory();
    auto client = service.client();
    for (const char *number : {"TEST-TR-SUCCEEDED", "TEST-TR-AWAITING", "TEST-TR-RETRYING"})
      client.create_tracking_request("bill_of_lading", number, "TEST");
    all = client.tracking_requests(st::Query().page_size(2)).collect();
    auto page = client.tracking_requests(st::Query().page_size(2)).next();
    some = page->collect();
    auto pages = client.tracking_requests(st::Query().page_size(2));
    pages.next();
    CHECK(pages.collect().size() == 1 && pages.collect().empty());
  }
  CHECK(all.size() == 3 && some.size() == 2 && all[2]->request_number() == "TEST-TR-SUCCEEDED");
  CHECK(some[0]->request_number() == "TEST-TR-RETRYING" && some[1]->id() == all[1]->id());
}

static void dates_are_parsed_as_written() {
  auto written = st::Timestamp("2026-05-02T23:30:00-07:00");
  auto parts = written.parts();
  CHECK(parts->day == 2 && parts->offset_seconds == -7 * 3600);
  CHECK(written.instant() == st::Timestamp("2026-05-03T06:30:00Z").instant());
#if defined(__cpp_lib_chrono) && __cpp_lib_chrono >= 201907L
  // As documented at Timestamp.
  auto local = std::chrono::zoned_time(std::string_view("America/Los_Angeles"), *written.instant()).get_local_time();
  auto day = std::chrono::year_month_day(std::chrono::floor<std::chrono::days>(local));
  CHECK(static_cast<unsigned>(day.day()) == 2);
#endif
}

static void dates_at_a_place_keep_their_day() {
  auto midnight = st::Timestamp("2026-05-14T22:00:00Z");
  auto there = midnight.at_place("Europe/Berlin");
  CHECK(there->is_date && there->day == 15 && there->offset_seconds == 2 * 3600 && there->unix_ms == midnight.parts()->unix_ms);
  auto elsewhere = midnight.at_place("America/Los_Angeles");
  CHECK(!elsewhere->is_date && elsewhere->day == 14);
  CHECK(st::Timestamp("2026-05-15").at_place("Europe/Berlin")->unix_ms == there->unix_ms);
  CHECK(!st::Timestamp("soon").at_place("Europe/Berlin"));
  CHECK(thrown_by<st::InvalidError>([&] { midnight.at_place("Mars/Base"); }).pointer() == "timezone");

  auto service = st::Service::in_memory(st::ServiceOptions().clock(st::Clock(std::chrono::system_clock::now())));
  auto client = service.client();
  client.create_tracking_request("container", "TEST-TR-SUCCEEDED", "TEST");
  service.run_due();
  auto containers = client.containers().collect();
  auto &container = containers.at(0);
  CHECK(!container->time("delivered_at") && !container->time("created_at")->is_date);
  CHECK(thrown_by<st::InvalidError>([&] { container->time("number"); }).pointer() == "attribute");
}

static void exception_classes() {
  auto service = st::Service::in_memory();
  auto client = service.client();
  auto refused = thrown_by<st::InvalidError>([&] { client.create_tracking_request("container", "MSCU1234567", "MSCU"); });
  CHECK(refused.pointer() == "/data/attributes/request_number" && !refused.is_retryable());
  auto allowing = st::Draft().flag("allow_wrong_check_digit", true);
  auto allowed = client.create_tracking_request("container", "MSCU1234567", "TEST", allowing);
  CHECK(allowed->request_number() == "MSCU1234567");
  client.create_tracking_request("container", "TEST-TR-SUCCEEDED", "TEST");
  auto duplicate = thrown_by<st::DuplicateError>([&] { client.create_tracking_request("container", "TEST-TR-SUCCEEDED", "TEST"); });
  CHECK(duplicate.http_status() == 422 && duplicate.code() == "duplicate");
  CHECK(thrown_by<st::NotFoundError>([&] { client.container("unknown-id"); }).http_status() == 404);
  thrown_by<st::ConfigurationError>([] { (void)st::Client::open("http://example.com/v2", "key"); });
  CHECK(st::Number::check("container", "mscu 5956818").normalized == "MSCU5956818");
  thrown_by<st::InvalidError>([] { st::Number::infer("12345678"); });
}

struct Database : std::runtime_error {
  using std::runtime_error::runtime_error;
};

static void exceptions_of_callbacks_are_thrown_by_the_call() {
  auto calls = std::make_shared<int>(0);
  {
    st::ServiceOptions options;
    options.carrier("MAEU", [calls](const st::LookUp &question, const st::Answer &answer) -> st::LookUpResult {
      ++*calls;
      if (*calls == 1) throw Database("the database is away");
      CHECK(question.scac() == "MAEU" && question.attempt() >= 1);
      // An error of the library inside a callback is an exception there.
      CHECK(thrown_by<st::InvalidError>([&] { answer.facts("{}"); }).pointer());
      return st::LookUpResult::no_data_yet;
    });
    options.extractor([](const st::Attachment &attachment) -> std::optional<st::Extraction> {
      if (attachment.name() == "bad.txt") throw Database("unreadable");
      return st::Extraction{"bill_of_lading", "2026-01-01", R"({"name":"good"})"};
    });
    st::Clock clock(std::chrono::system_clock::from_time_t(1777636800));
    options.clock(clock);
    auto service = st::Service::in_memory(options);
    auto client = service.client();
    client.create_tracking_request("bill_of_lading", "MAEU123456789", "MAEU");
    CHECK(std::string(thrown_by<Database>([&] { service.run_due(); }).what()) == "the database is away");
    // The look-up has failed, and is retried.
    clock.advance(24h);
    CHECK(service.run_due() == 1 && *calls == 2);

    auto request = client.track("bill_of_lading", "MAEU123456789", "MAEU");
    thrown_by<Database>([&] {
      client.wait(request->id(), 1min, [](st::TrackingRequest) -> bool { throw Database("enough"); });
    });
    thrown_by<st::CancelledError>([&] { client.wait(request->id(), 1min, [](st::TrackingRequest) { return false; }); });

    const std::string mail =
        "Subject: a\r\nContent-Type: text/plain; name=NAME\r\nContent-Disposition: attachment; filename=NAME\r\n\r\nx\r\n";
    auto named = [&](std::string name) {
      auto text = mail;
      for (std::size_t at; (at = text.find("NAME")) != std::string::npos;) text.replace(at, 4, name);
      return text;
    };
    thrown_by<Database>([&] { service.ingest_email(named("bad.txt")); });
    auto taken = service.ingest_email(named("good.txt"));
    auto id = taken.submission().related_id("documents");
    CHECK(id && service.document_content(*id) == "x\r\n");
    CHECK(calls.use_count() == 2);
  }
  CHECK(calls.use_count() == 1);
}

static void result_is_freed_if_a_callback_threw() {
  std::size_t asked = 0;
  st::ServiceOptions options;
  options.allow_loopback().carrier("MAEU", [&](const st::LookUp &, const st::Answer &) -> st::LookUpResult {
    asked++;
    throw Database("away");
  });
  options.extractor([](const st::Attachment &) -> std::optional<st::Extraction> { throw Database("unreadable"); });
  auto service = st::Service::in_memory(options);
  auto client = service.client();
  auto request = client.create_tracking_request("bill_of_lading", "MAEU123456789", "MAEU");
  // It ends at the next fetch, not at the timeout; the look-up has taken effect.
  thrown_by<Database>([&] { client.wait(request->id(), 10min); });
  CHECK(asked == 1);
  auto seen = client.tracking_request(request->id());
  CHECK(seen->status() == "pending" && seen->retry_count() == 1);
  // The inner wait of a callback does not throw; the outermost call does.
  bool inner_threw = false;
  auto failing = client.create_tracking_request("bill_of_lading", "MAEU987654321", "MAEU");
  thrown_by<Database>([&] {
    client.wait(failing->id(), 10min, [&](st::TrackingRequest) {
      try {
        client.wait(failing->id(), 10min);
      } catch (const st::CancelledError &) {
        inner_threw = true;
      }
      return false;
    });
  });
  CHECK(inner_threw);
  thrown_by<Database>([&] {
    service.ingest_email("Subject: a\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nx\r\n");
  });
  // The message was ingested.
  auto messages = client.email_submissions().next();
  CHECK(messages->size() == 1);

  st::Server server(service);
  auto key = service.create_key("test");
  auto hosted = st::Client::open(
      std::string(server.url()) + "/v2", *key->attribute("key"),
      st::ClientOptions().on_log([](bool, std::string_view) { throw Database("full"); }));
  thrown_by<Database>([&] { hosted.tracking_request(request->id()); });
  auto pages = hosted.shipments();
  thrown_by<Database>([&] { pages.next(); });
  thrown_by<Database>([&] { hosted.send("GET", "shipments"); });
}

// An exception of a callback on a thread of the library, where no call of the program can throw it.
static void exceptions_on_other_threads_are_reported() {
  struct Reports {
    std::mutex lock;
    std::vector<std::string> lines, messages;
  };
  auto reports = std::make_shared<Reports>();
  auto throws = [](const std::string &number) {
    if (number == "123456789") throw std::runtime_error("boom");
    if (number == "123456788") throw std::runtime_error("caf\xe9");
    if (number == "123456787") throw 7;
  };
  st::ServiceOptions options;
  options.carrier("MAEU", [throws](const st::LookUp &question, const st::Answer &answer) -> st::LookUpResult {
    throws(std::string(question.number()));
    answer.problem("timed out\nafter 30 s");
    return st::LookUpResult::unreachable;
  });
  options.extractor([](const st::Attachment &) -> std::optional<st::Extraction> { throw Database("no such table"); });
  options.on_activity([reports](const st::Activity &activity) {
    std::lock_guard<std::mutex> locked(reports->lock);
    CHECK(activity.is_problem);
    if (activity.message) reports->messages.emplace_back(*activity.message);
  });
  options.on_log([reports](bool, std::string_view line) {
    std::lock_guard<std::mutex> locked(reports->lock);
    reports->lines.emplace_back(line);
  });
  auto service = st::Service::in_memory(options);
  auto client = service.client();
  for (const char *number : {"123456789", "123456788", "123456787", "123456786"})
    client.create_tracking_request("bill_of_lading", number, "MAEU");
  std::thread worker([&] {
    try {
      service.run_due();
    } catch (const std::exception &first) {
      CHECK(std::string(first.what()).size() == 4);
    } catch (int) {
    }
  });
  worker.join();
  thrown_by<Database>([&] {
    service.ingest_email("Subject: a\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nx\r\n");
  });
  auto has = [](const std::vector<std::string> &all, const std::string &part) {
    return std::any_of(all.begin(), all.end(), [&](const std::string &one) { return one.find(part) != std::string::npos; });
  };
  CHECK(reports->messages.size() == 5 && reports->lines.size() == 5);
  CHECK(has(reports->messages, "boom") && has(reports->messages, "caf?") && has(reports->messages, "timed out\nafter 30 s"));
  CHECK(has(reports->messages, "the callback threw something that is not a std::exception") && has(reports->messages, "no such table"));
  CHECK(has(reports->lines, "look-up of 123456789 at MAEU: trouble (unrecognized_response), try 1: boom"));
  CHECK(has(reports->lines, "trouble (shipping_line_unreachable), try 1: timed out after 30 s"));
}

// The same with a worker, on whose threads there is no call of the program.
static void exceptions_on_a_worker_are_reported() {
  auto said = std::make_shared<std::promise<std::string>>();
  auto service = st::Service::in_memory(
      st::ServiceOptions()
          .carrier("MAEU", [](const st::LookUp &, const st::Answer &) -> st::LookUpResult { throw std::runtime_error("boom"); })
          .on_log([said](bool is_problem, std::string_view line) {
            if (is_problem) said->set_value(std::string(line));
          }));
  service.start_worker(1);
  service.client().create_tracking_request("bill_of_lading", "123456789", "MAEU");
  CHECK(said->get_future().get().find(" look-up of 123456789 at MAEU: trouble (unrecognized_response), try 1: boom") != std::string::npos);
  service.stop_worker();
}

static void accounts_keys_and_servers() {
  auto service = st::Service::in_memory();
  auto account = service.create_account("acme", "Acme Ltd");
  CHECK(account->company_name() == "Acme Ltd" && service.accounts().size() == 2);
  auto key = service.create_key("test", false, account->id());
  auto keys = service.keys(account->id());
  CHECK(keys.size() == 1 && keys.at(0).attribute("name") == "test" && service.keys().empty());
  thrown_by<st::ConfigurationError>([&] { (void)st::Server(service, st::ServerOptions().address("0.0.0.0:0")); });
  st::Server server(service, st::ServerOptions().public_url("http://tracking.example.com"));
  CHECK(server.url() == "http://tracking.example.com");
  st::Server reached(service, "localhost:0");
  auto client = st::Client::open(std::string(reached.url()) + "/v2", "wrong");
  thrown_by<st::UnauthorizedError>([&] { client.shipments().next(); });
  client.set_api_key(*key->attribute("key"));
  auto none = client.tracking_requests(st::Query().page_size(5).set("page[number]", "1")).next();
  CHECK(none->empty());
  service.revoke_key(key->id(), account->id());
  thrown_by<st::UnauthorizedError>([&] { client.shipments().next(); });

  auto own = service.client();
  own.create_tracking_request("container", "TEST-TR-SUCCEEDED", std::optional<std::string>("TEST"), st::Draft().add("shipment_tags", "a"));
  CHECK(service.poll_timeout() == 0);
#ifdef __linux__
  CHECK(service.event_fd() >= 0 && service.event_fd() == service.event_fd());
#endif
  CHECK(!service.wait_events(0, 1min).empty());
  auto first = own.tracking_requests().next();
  st::Owned<st::TrackingRequest> moved = own.tracking_request(first->at(0).id());
  auto taken = std::move(moved);
  CHECK(taken->shipment_tags().size() == 1 && !moved);
  thrown_by<st::MisuseError>([&] { moved->id(); });
  st::TrackingRequest view = taken;
  auto copied = copy(taken);
  CHECK(view.id() == taken->id() && copied->id() == view.id() && copied.raw() != taken.raw());
  server.stop();
  server.stop();
}

static void errors_name_the_argument() {
  auto service = st::Service::in_memory();
  auto refused = thrown_by<st::InvalidError>([&] { service.settle(st::Milliseconds(-1)); });
  CHECK(refused.pointer() == "timeout_ms" && std::string(refused.what()).find("timeout_ms is -1: ") == 0);
  refused = thrown_by<st::InvalidError>([] { (void)st::Verifier({"secret"}, st::Milliseconds(-1)); });
  CHECK(refused.pointer() == "tolerance_ms" && std::string(refused.what()).find("a length of time is 0 or more") != std::string::npos);
  // A NUL inside would truncate a secret.
  const std::vector<std::string> secrets{"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", std::string("whsec_AAAA\0BB", 13)};
  refused = thrown_by<st::InvalidError>([&] { st::Verifier verifier(secrets); });
  CHECK(refused.pointer() == "secrets[1]");
  refused = thrown_by<st::InvalidError>([&] { st::sign(secrets, "id", "body"); });
  CHECK(refused.pointer() == "secrets[1]");
  CHECK(!st::Timestamp(std::string_view("2026-05-02\0x", 12)).parts());
}

static void rejected_answer_counts_as_unreadable() {
  std::string message;
  st::ServiceOptions options;
  options.carrier("MAEU", [](const st::LookUp &, const st::Answer &answer) -> st::LookUpResult {
    try {
      answer.facts("{}");
    } catch (const st::Error &error) {
      return st::LookUpResult(error.status());
    }
    return st::LookUpResult::ok;
  });
  options.on_activity([&](const st::Activity &activity) { message = activity.message.value_or(""); });
  auto service = st::Service::in_memory(options);
  auto client = service.client();
  auto request = client.create_tracking_request("container", "MSKU0308961", "MAEU");
  service.run_due();
  auto seen = client.tracking_request(request->id());
  CHECK(seen->status() == "pending" && message.find("[/0]") != std::string::npos);
}

static void wake_callbacks_are_removed_after_closing() {
  auto service = st::Service::in_memory(st::ServiceOptions().cancel_opening(st::Cancel()));
  service.on_wake([] {});
  service.close(std::chrono::seconds(5));
  service.end_wake();
}

static void a_hosted_client_and_webhooks() {
  auto service = st::Service::in_memory();
  st::Server server(service);
  auto key = service.create_key("test");
  std::vector<std::string> lines;
  st::ClientOptions options;
  options.timeout(20s).on_log([&](bool, std::string_view line) { lines.emplace_back(line); });
  auto client = st::Client::open(std::string(server.url()) + "/v2", *key->attribute("key"), options);
  auto draft = st::Draft().headers({{"X-A", "b"}}).add("events", "tracking_request.failed");
  auto webhook = client.create_webhook("https://8.8.8.8/freight", draft);
  CHECK(webhook->events().size() == 1 && webhook->active() == true && lines.size() == 1);
  client.delete_webhook(webhook->id());
  CHECK(client.send("GET", "shipping_lines").http_status() == 200);

  std::string body = R"({"data":{"type":"webhook_notification","id":"n","attributes":{"event":"container.created"}}})";
  auto headers = st::sign({"secret"}, "msg_1", body);
  st::Verifier verifier({"secret"}, 5min, true);
  auto received = verifier.receive(headers, body);
  CHECK(received->event_code() == st::EventName::container_created);
  thrown_by<st::SignatureError>([&] { verifier.receive(headers, body + " "); });
}

static void simulated_carrier_uses_the_test_clock() {
  st::Clock clock(std::chrono::system_clock::from_time_t(1777636800));
  st::Simulator simulator("direct", clock), other("feeder");
  CHECK(simulator.url().substr(0, 17) == "http://127.0.0.1:" && other.url() != simulator.url());
  CHECK(simulator.journeys_json().find("SIML2600001") != std::string::npos);
  st::ServiceOptions options;
  options.clock(clock).simulator("SIML", simulator);
  auto service = st::Service::in_memory(options);
  service.client().create_tracking_request("bill_of_lading", "SIML2600001", "SIML");
  service.run_due();
  auto request = service.client().track("bill_of_lading", "SIML2600001", "SIML");
  CHECK(request->status() == "created");
  thrown_by<st::InvalidError>([] { st::Simulator("nowhere"); });
}

static void a_wait_is_cancelled() {
  auto service = st::Service::in_memory();
  st::Cancel cancel;
  auto client = service.client().with_cancel(cancel);
  auto request = client.create_tracking_request("bill_of_lading", "TEST-TR-AWAITING", "TEST");
  std::thread other([&] { cancel.now(); });
  thrown_by<st::CancelledError>([&] { client.wait(request->id(), 10min); });
  other.join();
}

int main() {
  CHECK(st::version() == std::to_string(SHIPTRACK_VERSION_MAJOR) + "." + std::to_string(SHIPTRACK_VERSION_MINOR) + "." +
                             std::to_string(SHIPTRACK_VERSION_PATCH));
  ranges_optionals_and_times();
  exception_classes();
  exceptions_of_callbacks_are_thrown_by_the_call();
  result_is_freed_if_a_callback_threw();
  exceptions_on_other_threads_are_reported();
  exceptions_on_a_worker_are_reported();
  moved_from_objects_are_rejected();
  wait_with_zero_timeout_fetches_once();
  collected_items_outlive_their_listing();
  dates_are_parsed_as_written();
  dates_at_a_place_keep_their_day();
  accounts_keys_and_servers();
  errors_name_the_argument();
  rejected_answer_counts_as_unreadable();
  wake_callbacks_are_removed_after_closing();
  a_hosted_client_and_webhooks();
  simulated_carrier_uses_the_test_clock();
  a_wait_is_cancelled();
  return 0;
}
