// Files uploaded as documents, over a socket.
#include "check.hpp"
#include "upload_server.h"

#include <fstream>

using namespace std::chrono_literals;

static upload_server server;
static const std::string CONTENT(300'000, 'x');

static st::Client open() { return st::Client::open(server.http.base_url, "key-of-tests"); }

static void a_file(const std::string &path) {
  std::ofstream(path, std::ios::binary) << CONTENT;
  auto client = open();
  std::vector<std::uint64_t> output;
  auto progress = [&](std::uint64_t sent, std::uint64_t total) { return output.push_back(sent), total == CONTENT.size(); };
  auto document = client.upload_document(path, progress);
  CHECK(document->id() == "d-1" && document->name() == "invoice.pdf");
  CHECK(output.front() == 0 && output.back() == CONTENT.size() && upload_contains(&server, SENT, CONTENT.c_str()));
  client.upload_document(path, nullptr, "Invoice 17", "image/tiff");
  CHECK(upload_contains(&server, ANNOUNCED, "image/tiff") && upload_contains(&server, CREATED, "\"name\":\"Invoice 17\""));

  server.is_known = 1;
  auto known = thrown_by<st::Error>([&] { client.upload_document(path); });
  CHECK(known.status() == SHIPTRACK_ERROR_CONFLICT && known.code() == "duplicate_document");
  CHECK(known.existing_document_id() == "d-0");
  server.is_known = 0;
  upload_came(&server, CREATED);

  auto missing = thrown_by<st::InvalidError>([&] { client.upload_document(path + "x"); });
  CHECK(missing.pointer() == "path" && !missing.existing_document_id());
  thrown_by<st::CancelledError>([&] { client.upload_document(path, [](auto...) { return false; }); });
  auto thrown = thrown_by<std::runtime_error>([&] {
    client.upload_document(path, [](std::uint64_t sent, auto) -> bool {
      return sent == 0 ? true : throw std::runtime_error("the window was closed");
    });
  });
  CHECK(std::string(thrown.what()) == "the window was closed" && !upload_came(&server, CREATED));
  thrown_by<st::TimeoutError>([&] { client.with_timeout(0ms).upload_document(path); });
}

static void bytes_at_hand() {
  auto client = open();
  std::string_view bytes = CONTENT;
  auto read = [&](std::uint64_t offset, char *buffer, std::size_t room) { return bytes.copy(buffer, room, offset); };
  std::uint64_t last = 0;
  auto progress = [&](std::uint64_t sent, std::uint64_t) { return last = sent, true; };
  auto document = client.upload_document_from("a.csv", read, progress, std::string("Table"));
  CHECK(document->id() == "d-1" && last == CONTENT.size() && upload_contains(&server, SENT, CONTENT.c_str()));
  CHECK(upload_contains(&server, ANNOUNCED, "text/csv") && upload_contains(&server, CREATED, "\"name\":\"Table\""));
  upload_came(&server, CREATED);

  auto thrown = thrown_by<std::runtime_error>([&] {
    client.upload_document_from("a.csv", [&](std::uint64_t offset, char *buffer, std::size_t room) {
      return offset == 0 ? bytes.copy(buffer, room) : throw std::runtime_error("the tape is torn");
    });
  });
  CHECK(std::string(thrown.what()) == "the tape is torn");
  auto too_much = [](std::uint64_t, char *, std::size_t room) { return room + 1; };
  CHECK(thrown_by<st::Error>([&] { client.upload_document_from("a.csv", too_much); }).status() == SHIPTRACK_ERROR_CALLBACK);
  thrown_by<st::MisuseError>([&] { client.upload_document_from("a.csv", nullptr); });
  CHECK(!upload_came(&server, ANNOUNCED));
}

static void service_in_this_process_accepts_uploads(const char *path) {
  auto client = st::Service::in_memory().client();
  auto kept = client.upload_document(path);
  CHECK(!kept->id().empty());
  CHECK(thrown_by<st::Error>([&] { client.upload_document(path); }).code() == "duplicate_document");
}

int main(int, char **arguments) {
  CHECK(upload_server_start(&server) == 0);
  a_file(arguments[1]);
  bytes_at_hand();
  service_in_this_process_accepts_uploads(arguments[1]);
  upload_server_stop(&server);
  return 0;
}
