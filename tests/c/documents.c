/* Arrival notices of an allowed sender in PDF and XLSX, and text that a callback extracts: the days become facts. */
#include <stdarg.h>

#include "check.h"

#define BILL "MAEU123456789"
#define BOX "MSKU0308961"

struct bytes {
  unsigned char data[8192];
  size_t length;
};

static void add(struct bytes *bytes, const void *data, size_t length) {
  CHECK(bytes->length + length <= sizeof bytes->data);
  memcpy(bytes->data + bytes->length, data, length);
  bytes->length += length;
}

static void print(struct bytes *bytes, const char *format, ...) {
  char text[2048];
  int length;
  va_list arguments;
  va_start(arguments, format);
  length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  CHECK(length >= 0 && (size_t)length < sizeof text);
  add(bytes, text, (size_t)length);
}

/* A PDF of one page. */
static struct bytes pdf(void) {
  static const char CONTENT[] =
      "BT /F1 12 Tf 72 720 Td (ARRIVAL NOTICE) Tj 0 -20 Td (B/L No: " BILL ") Tj 0 -20 Td (Container: " BOX
      ") Tj 0 -20 Td (ETA: 2026-05-11) Tj 0 -20 Td (Last Free Day: 2026-05-20) Tj ET";
  const char *objects[] = {
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
      NULL,
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  };
  size_t offsets[5], start;
  int i;
  struct bytes file = {{0}, 0};
  print(&file, "%%PDF-1.7\n");
  for (i = 0; i < 5; i++) {
    offsets[i] = file.length;
    if (objects[i]) {
      print(&file, "%d 0 obj\n%s\nendobj\n", i + 1, objects[i]);
    } else {
      print(&file, "%d 0 obj\n<< /Length %u >>\nstream\n%s\nendstream\nendobj\n", i + 1, (unsigned)strlen(CONTENT), CONTENT);
    }
  }
  start = file.length;
  print(&file, "xref\n0 6\n0000000000 65535 f \n");
  for (i = 0; i < 5; i++) print(&file, "%010u 00000 n \n", (unsigned)offsets[i]);
  print(&file, "trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%u\n%%%%EOF\n", (unsigned)start);
  return file;
}

static uint32_t checksum(const char *text) {
  uint32_t sum = 0xffffffff;
  for (; *text; text++) {
    int bit;
    sum ^= (unsigned char)*text;
    for (bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum;
}

static void number(struct bytes *file, uint32_t value, int width) {
  for (; width > 0; width--, value >>= 8) {
    unsigned char low = (unsigned char)(value & 0xff);
    add(file, &low, 1);
  }
}

/* What the local and the central header of a file in an archive share. */
static void header(struct bytes *file, const char *name, const char *text) {
  number(file, 20, 2), number(file, 0, 2), number(file, 0, 2), number(file, 0, 2), number(file, 0x21, 2);
  number(file, checksum(text), 4), number(file, (uint32_t)strlen(text), 4), number(file, (uint32_t)strlen(text), 4);
  number(file, (uint32_t)strlen(name), 2), number(file, 0, 2);
}

#define MAIN "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\""
#define OFFICE "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#define RELATIONS(type, target)                                                             \
  "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">" \
  "<Relationship Id=\"r1\" Type=\"" OFFICE "/" type "\" Target=\"" target "\"/></Relationships>"
#define CELL(text) "<c t=\"inlineStr\"><is><t>" text "</t></is></c>"

/* A workbook: an archive of uncompressed files. */
static struct bytes workbook(void) {
  static const char *const FILES[][2] = {
      {"_rels/.rels", RELATIONS("officeDocument", "xl/workbook.xml")},
      {"xl/workbook.xml",
       "<workbook " MAIN " xmlns:r=\"" OFFICE "\"><sheets><sheet name=\"Notice\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"},
      {"xl/_rels/workbook.xml.rels", RELATIONS("worksheet", "worksheets/sheet1.xml")},
      {"xl/worksheets/sheet1.xml",
       "<worksheet " MAIN "><sheetData><row r=\"1\">" CELL("ARRIVAL NOTICE") "</row>"
       "<row r=\"2\">" CELL("B/L No") CELL(BILL) "</row><row r=\"3\">" CELL("Container") CELL(BOX) "</row>"
       "<row r=\"4\">" CELL("ETA") CELL("2026-05-11") "</row>"
       "<row r=\"5\">" CELL("Last Free Day") CELL("2026-05-20") "</row></sheetData></worksheet>"},
  };
  struct bytes file = {{0}, 0};
  size_t offsets[4], start;
  int i;
  for (i = 0; i < 4; i++) {
    offsets[i] = file.length;
    add(&file, "PK\3\4", 4);
    header(&file, FILES[i][0], FILES[i][1]);
    print(&file, "%s%s", FILES[i][0], FILES[i][1]);
  }
  start = file.length;
  for (i = 0; i < 4; i++) {
    add(&file, "PK\1\2", 4);
    number(&file, 20, 2);
    header(&file, FILES[i][0], FILES[i][1]);
    number(&file, 0, 2), number(&file, 0, 2), number(&file, 0, 2), number(&file, 0, 4), number(&file, (uint32_t)offsets[i], 4);
    print(&file, "%s", FILES[i][0]);
  }
  i = (int)(file.length - start);
  add(&file, "PK\5\6", 4);
  number(&file, 0, 4), number(&file, 4, 2), number(&file, 4, 2), number(&file, (uint32_t)i, 4), number(&file, (uint32_t)start, 4);
  number(&file, 0, 2);
  return file;
}

static int32_t look_up(void *data, const shiptrack_look_up *question, const shiptrack_answer *answer) {
  static const char FACTS[] =
      "[{\"particulars\":{\"containers\":[\"" BOX "\"],\"port_of_discharge\":{\"locode\":\"USLAX\"}}},"
      "{\"container\":\"" BOX "\",\"event\":{\"milestone\":\"vessel_departed\",\"at\":\"2026-04-27T01:00:00Z\","
      "\"place\":{\"locode\":\"CNSHA\"}}}]";
  (void)data, (void)question;
  WORKS(shiptrack_answer_facts(answer, (const uint8_t *)FACTS, strlen(FACTS), &error));
  return shiptrack_answer_complete(answer, NULL);
}

/* Recognizes the text of a picture. */
static int32_t recognize(void *data, const shiptrack_attachment *attachment, const shiptrack_extraction *extraction) {
  (void)data;
  if (strcmp(shiptrack_attachment_name(attachment).data, "scan.tiff") != 0) return SHIPTRACK_OK;
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT, shiptrack_extraction_text(extraction, NULL, &error));
  return shiptrack_extraction_text(
      extraction, "ARRIVAL NOTICE\nB/L No: " BILL "\nContainer: " BOX "\nETA: 2026-05-11\nLast Free Day: 2026-05-20", NULL);
}

/* The only item of a listing. It belongs to the page. */
static const shiptrack_resource *only(shiptrack_pages *pages, shiptrack_page **page) {
  const shiptrack_resource *item = NULL;
  WORKS(shiptrack_pages_next(pages, page, &error));
  shiptrack_pages_free(pages);
  CHECK(shiptrack_page_count(*page) == 1);
  WORKS(shiptrack_page_read(*page, 0, &item, &error));
  return item;
}

static void notice_becomes_a_fact(const char *name, struct bytes file) {
  static const char *const SENDERS[] = {"line.example"};
  struct bytes mail = {{0}, 0};
  shiptrack_service_options *options = NULL;
  shiptrack_clock *clock = NULL;
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL;
  shiptrack_ingested_email *ingested = NULL;
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL;
  shiptrack_text arrival;

  WORKS(shiptrack_clock_new(1777593600000, &clock, &error)); /* 2026-05-01 */
  WORKS(shiptrack_service_options_new(&options, &error));
#ifdef SHIPTRACK_STATIC
  /* A sanitizer reserves terabytes. */
  WORKS(shiptrack_service_options_number(options, "documents.read_memory", 1e14, &error));
#endif
  WORKS(shiptrack_service_options_clock(options, clock, &error));
  WORKS(shiptrack_service_options_carrier(options, "MAEU", look_up, NULL, NULL, &error));
  WORKS(shiptrack_service_options_extractor(options, recognize, NULL, NULL, &error));
  WORKS(shiptrack_service_open_in_memory(options, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_service_set_account(service, NULL, "record_arrival_notices", 1, &error));
  WORKS(shiptrack_service_set_allowed_senders(service, NULL, SENDERS, 1, NULL, &error));
  WORKS(shiptrack_tracking_request_create(client, "bill_of_lading", BILL, "MAEU", NULL, &request, &error));
  WORKS(shiptrack_service_run_due(service, 0, NULL, &error));

  print(&mail, "From: imports@line.example\r\nContent-Type: application/octet-stream; name=%s\r\n", name);
  print(&mail, "Content-Disposition: attachment; filename=%s\r\nContent-Transfer-Encoding: binary\r\n\r\n", name);
  add(&mail, file.data, file.length);
  WORKS(shiptrack_service_ingest_email_later(service, NULL, mail.data, mail.length, NULL, &ingested, &error));
  CHECK(shiptrack_ingested_email_is_new(ingested) && shiptrack_ingested_email_due_documents(ingested) == 1);
  shiptrack_ingested_email_free(ingested);
  WORKS(shiptrack_service_ingest_email(service, NULL, mail.data, mail.length, NULL, &ingested, &error));
  CHECK(!shiptrack_ingested_email_is_new(ingested) && shiptrack_ingested_email_due_documents(ingested) == 0);

  WORKS(shiptrack_document_list(client, NULL, &pages, &error));
  IS(shiptrack_document_document_type(only(pages, &page)), "arrival_notice");
  shiptrack_page_free(page);
  WORKS(shiptrack_shipment_list(client, NULL, &pages, &error));
  arrival = shiptrack_shipment_pod_eta_at(only(pages, &page));
  CHECK(strncmp(SHIPTRACK_OR(arrival, ""), "2026-05-11", 10) == 0);
  shiptrack_page_free(page);

  shiptrack_ingested_email_free(ingested);
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  shiptrack_service_options_free(options);
  shiptrack_clock_free(clock);
}

int main(void) {
#ifdef SHIPTRACK_STATIC
  /* There is no installed program for a static library: this one is started again as the reader. */
  shiptrack_serve_reader();
#endif
  static const struct bytes PICTURE = {{'p', 'i', 'c'}, 3};
  notice_becomes_a_fact("notice.pdf", pdf());
  notice_becomes_a_fact("notice.xlsx", workbook());
  notice_becomes_a_fact("scan.tiff", PICTURE);
  puts("documents are read");
  return 0;
}
