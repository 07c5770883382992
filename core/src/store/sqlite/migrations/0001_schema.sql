-- Schema version 1, the schema of shiptrack 0.1.0. After the release, never edit this file: a later change is a new file, `0002_….sql`,
-- that migrates a database of this version.
--
-- Conventions:
-- * `body` is the whole record as JSON. The other columns are what the store searches by.
-- * Identifiers are 16 bytes, moments are microseconds since 1970, days are days since 1970, numbers are in capitals.
-- * Names, codes, labels and references that are searched by are in capitals without diacritics.
-- * Tables with wide rows have a rowid, in order of creation: a WITHOUT ROWID tree leaves pages half empty when rows are wide.
-- * A record that cannot be parsed must not fail a migration or a listing: hence `json_valid`, and `instr` on the text.

-- Accounts

CREATE TABLE accounts (
    id BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE api_keys (
    id BLOB NOT NULL UNIQUE,
    account BLOB NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX api_keys_of_account ON api_keys (account, created, id);

-- Tracking requests

CREATE TABLE requests (
    account BLOB NOT NULL,
    id BLOB NOT NULL,           -- contains when the request was created
    scac TEXT NOT NULL,         -- empty while the carrier is being detected
    inferred_scac TEXT,         -- the carrier that the number points to, while `scac` is empty
    carrier TEXT GENERATED ALWAYS AS (coalesce(inferred_scac, scac)) VIRTUAL,
    number TEXT NOT NULL,
    submitted TEXT,             -- the number as submitted, if it differs from `number`
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    live INTEGER NOT NULL,
    due INTEGER,                -- when the next look-up is due
    -- Which due request goes first: those with a near deadline, by day; then new ones (1000000); then all others (2000000).
    rank INTEGER NOT NULL DEFAULT 2000000,
    shipment BLOB,
    customer BLOB,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;
CREATE UNIQUE INDEX requests_live ON requests (account, number, scac) WHERE live = 1;
CREATE INDEX requests_by_number ON requests (account, number, id);
CREATE INDEX requests_by_submitted ON requests (account, submitted, id) WHERE submitted IS NOT NULL;
CREATE INDEX requests_by_status ON requests (account, status, id);
CREATE INDEX requests_by_shipment ON requests (account, shipment, id) WHERE shipment IS NOT NULL;
CREATE INDEX requests_by_scac ON requests (account, scac, id);
CREATE INDEX requests_by_scac_and_status ON requests (account, scac, status, id);
-- Changes within a period: by the period if few requests changed in it, otherwise in the order of ids. Both indexes contain the
-- other filters, so that no record is read only to be skipped.
CREATE INDEX requests_by_update ON requests (account, updated, id, scac, status);
CREATE INDEX requests_in_order ON requests (account, id, updated, scac, status);
CREATE INDEX requests_by_kind ON requests (account, kind, id);
CREATE INDEX requests_of_lane ON requests (carrier, account, due, id) WHERE due IS NOT NULL;
CREATE INDEX requests_by_rank ON requests (carrier, account, rank, due, id) WHERE due IS NOT NULL;
CREATE INDEX requests_by_customer ON requests (account, customer, id) WHERE customer IS NOT NULL;

-- Facts

-- What carriers and other sources reported. Shipments, containers and events can be derived from it again.
CREATE TABLE facts (
    sequence INTEGER PRIMARY KEY,
    account BLOB NOT NULL,
    scac TEXT NOT NULL,
    number TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX facts_of_number ON facts (account, number, scac);
CREATE TRIGGER facts_are_never_changed BEFORE UPDATE ON facts BEGIN SELECT RAISE(ABORT, 'facts are append-only'); END;
CREATE TRIGGER facts_are_never_deleted BEFORE DELETE ON facts BEGIN SELECT RAISE(ABORT, 'facts are append-only'); END;

-- When a source last confirmed an estimate. An answer that reports nothing new adds no fact.
CREATE TABLE confirmations (
    account BLOB NOT NULL,
    number TEXT NOT NULL,
    scac TEXT NOT NULL,
    fact INTEGER NOT NULL,      -- the digest of its key
    received INTEGER NOT NULL,  -- when the fact was received
    confirmed INTEGER NOT NULL, -- when it was last confirmed
    PRIMARY KEY (account, number, scac, fact, received)
) STRICT, WITHOUT ROWID;

-- Facts about numbers that no request tracks. The store deletes them after a while.
CREATE TABLE unclaimed_facts (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, -- shows whether facts were added since
    account BLOB NOT NULL,
    number TEXT NOT NULL,
    received INTEGER NOT NULL,
    body TEXT NOT NULL,
    topic BLOB NOT NULL,    -- the digest of what the fact is about
    statement BLOB NOT NULL -- the digest of the fact without its time of receipt
) STRICT;
CREATE INDEX unclaimed_facts_of_number ON unclaimed_facts (account, number);
CREATE INDEX unclaimed_facts_by_topic ON unclaimed_facts (account, number, topic, received, statement);
CREATE INDEX unclaimed_facts_by_receipt ON unclaimed_facts (received);

-- Shipments, containers, events

CREATE TABLE shipments (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    scac TEXT NOT NULL,
    number TEXT NOT NULL,
    submitted TEXT,  -- the number as submitted, if it differs from `number`
    normalized TEXT, -- the number that the carrier is asked for, if it differs from `number`
    stopped INTEGER NOT NULL,
    body TEXT NOT NULL,
    -- The order in which the shipments of an account were refreshed, in which their containers are listed: the last one has the greatest
    -- number.
    refreshed INTEGER NOT NULL DEFAULT 0,
    -- Number of containers, so that a page is found by its number without reading containers.
    containers INTEGER NOT NULL DEFAULT 0,
    UNIQUE (account, id)
) STRICT;
CREATE UNIQUE INDEX shipments_by_refresh ON shipments (account, refreshed, id, containers);
CREATE INDEX shipments_by_number ON shipments (account, number, scac, id);
CREATE INDEX shipments_by_submitted ON shipments (account, submitted) WHERE submitted IS NOT NULL;
CREATE INDEX shipments_by_normalized ON shipments (account, normalized) WHERE normalized IS NOT NULL;
CREATE INDEX shipments_by_stop ON shipments (account, stopped, id);

CREATE TABLE containers (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    shipment BLOB NOT NULL,
    number TEXT NOT NULL,
    left_shipment INTEGER NOT NULL, -- 1 if the container left its shipment: it stays readable, and is not counted
    body TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;
CREATE INDEX containers_of_shipment ON containers (account, shipment, id);
CREATE INDEX containers_in_shipment ON containers (account, shipment, id) WHERE left_shipment = 0;
CREATE INDEX containers_by_number ON containers (account, number, id);

CREATE TABLE events (
    sequence INTEGER PRIMARY KEY,
    account BLOB NOT NULL,
    container BLOB NOT NULL,
    key TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, container, key)
) STRICT;
-- The events of a container in the order they were added, with their ids, so that the records need not be read.
CREATE INDEX events_of_container
    ON events (account, container, sequence, CASE WHEN json_valid(body) THEN body ->> '$.event.id' END);

-- Places, terminals and vessels that sources of the account named, by the ids that records link to.
CREATE TABLE places_and_vessels (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;

-- Notifications and their deliveries

CREATE TABLE notifications (
    sequence INTEGER PRIMARY KEY, -- a position in the feed: never used twice, because no notification is ever deleted
    account BLOB NOT NULL,
    key BLOB NOT NULL UNIQUE,    -- the first 16 bytes of the SHA-256 of account and key
    dictionary INTEGER NOT NULL, -- the dictionary that `body` is compressed with
    body BLOB NOT NULL
) STRICT;
CREATE INDEX notifications_of_account ON notifications (account);

-- Long parts that several notifications have in common.
CREATE TABLE shared_parts (
    id INTEGER PRIMARY KEY,
    dictionary INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE TABLE webhooks (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;

CREATE TABLE deliveries (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    webhook BLOB NOT NULL,
    pending INTEGER NOT NULL,
    due INTEGER,
    body TEXT NOT NULL,
    failed INTEGER GENERATED ALWAYS AS (instr(body, '"status":"failed"') > 0) VIRTUAL,
    UNIQUE (account, id)
) STRICT;
CREATE INDEX deliveries_pending ON deliveries (account, webhook) WHERE pending = 1;
CREATE INDEX deliveries_failed ON deliveries (account, webhook, id) WHERE failed;
CREATE INDEX deliveries_of_webhook ON deliveries (webhook, due, id) WHERE due IS NOT NULL;

-- Notifications of which deliveries are still to be written. A transaction with many notifications and webhooks stores these rows instead,
-- and later transactions write the deliveries.
CREATE TABLE fan_outs (
    account BLOB NOT NULL,
    notification INTEGER NOT NULL, -- the sequence number
    event TEXT NOT NULL,
    created INTEGER NOT NULL,
    webhooks BLOB NOT NULL,        -- the ids of the webhooks without a delivery, 16 bytes each
    PRIMARY KEY (account, notification)
) STRICT, WITHOUT ROWID;

-- Queues of due work: one for the look-ups of each account at each carrier (a lane), because one lane has one set of credentials, and
-- one for the deliveries of each webhook. Triggers keep `first_due`, so that claiming work does not read a backlog.
CREATE TABLE queues (
    kind TEXT NOT NULL,                  -- 'carrier' or 'webhook'
    counterparty ANY NOT NULL,           -- the carrier's code as text, or the webhook's id
    account BLOB NOT NULL DEFAULT x'',   -- the account of the look-ups; empty for a webhook and for the carrier as a whole
    origin TEXT NOT NULL DEFAULT '',     -- scheme, host and port of the webhook's URL
    first_due INTEGER,                   -- when the first item of the queue is due
    failures INTEGER NOT NULL DEFAULT 0, -- consecutive failures of the counterparty
    paused_until INTEGER,                -- until when the counterparty is not called
    held_until INTEGER,                  -- until when this lane waits
    credential BLOB,                     -- the suspended credential that this lane waits for
    failing INTEGER GENERATED ALWAYS AS (failures > 0) VIRTUAL,
    due INTEGER GENERATED ALWAYS AS
        (max(first_due, coalesce(paused_until, first_due), coalesce(held_until, first_due))) VIRTUAL,
    PRIMARY KEY (kind, counterparty, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX queues_due ON queues (kind, failing, due) WHERE due IS NOT NULL;
CREATE INDEX queues_paused ON queues (paused_until) WHERE paused_until IS NOT NULL;
CREATE INDEX queues_held ON queues (held_until) WHERE held_until IS NOT NULL;

-- Credentials that a carrier rejects. Requests that need one wait, except for one look-up an hour that tries it again.
CREATE TABLE suspended_credentials (
    scac TEXT NOT NULL,
    credential BLOB NOT NULL,
    since INTEGER NOT NULL,
    retry_at INTEGER NOT NULL,
    reason TEXT,
    PRIMARY KEY (scac, credential)
) STRICT, WITHOUT ROWID;

-- Calls to carriers within the windows of their rate limits, so that a service that is opened again continues to count.
CREATE TABLE carrier_calls (
    carrier TEXT NOT NULL,
    credential BLOB NOT NULL,
    at INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (carrier, credential, at)
) STRICT, WITHOUT ROWID;

-- Mail, documents, files

CREATE TABLE blobs (
    hash BLOB NOT NULL UNIQUE,
    bytes BLOB NOT NULL,
    pieces BLOB -- the owner of its pieces, if the bytes are not in this row
) STRICT;

-- Bytes that arrived in pieces, so that no more than one piece is in memory.
CREATE TABLE blob_pieces (
    owner BLOB NOT NULL,
    position INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (owner, position)
) STRICT;

-- Owners of pieces that no row of `blobs` refers to yet. The store deletes them after a while.
CREATE TABLE unfinished_blobs (
    owner BLOB NOT NULL PRIMARY KEY,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX unfinished_blobs_by_age ON unfinished_blobs (created);

CREATE TABLE uploads (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    unused_bytes INTEGER NOT NULL, -- bytes that no document was created from yet
    created INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;
CREATE INDEX uploads_unused ON uploads (account, unused_bytes) WHERE unused_bytes > 0;
CREATE INDEX uploads_by_age ON uploads (created);

CREATE TABLE emails (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    raw BLOB NOT NULL,
    body TEXT NOT NULL,
    quarantined INTEGER GENERATED ALWAYS AS (instr(body, '"quarantined":true') > 0) VIRTUAL,
    UNIQUE (account, id)
) STRICT;
CREATE INDEX emails_by_raw ON emails (account, raw, id);
CREATE INDEX emails_quarantined ON emails (account, id) WHERE quarantined;

-- Messages without their attachments, and which attachments each one needs.
CREATE TABLE messages (
    hash BLOB NOT NULL UNIQUE, -- of the whole message
    packed BLOB NOT NULL
) STRICT;
CREATE TABLE message_parts (
    part BLOB NOT NULL,        -- the hash in `blobs`
    message BLOB NOT NULL,
    PRIMARY KEY (part, message)
) STRICT, WITHOUT ROWID;

-- What changes in an email submission when its documents are read, and what is needed to read them. A separate row, because the record of a
-- submission has its text.
CREATE TABLE email_states (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;

-- Files whose reading began and has not ended: a library that reads a file can end the process. `hash` is that of a file or of a message.
CREATE TABLE begun_readings (
    account BLOB NOT NULL,
    hash BLOB NOT NULL,
    opened INTEGER NOT NULL,    -- when the process that read it last opened the store
    processes INTEGER NOT NULL, -- the number of processes that began to read it
    PRIMARY KEY (account, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE documents (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    email BLOB,
    position INTEGER NOT NULL,
    discarded INTEGER NOT NULL,
    body TEXT NOT NULL,
    kind TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN coalesce(
        body ->> '$.document.attributes.document_type_manual', body ->> '$.document.attributes.document_type', '')
        ELSE '' END) VIRTUAL,
    file_name TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN coalesce(
        body ->> '$.document.attributes.file_name', '') ELSE '' END) VIRTUAL,
    added_by TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN coalesce(
        body ->> '$.document.relationships.user.data.id', '') || ' ' || coalesce(
        body ->> '$.document.attributes.source', '') ELSE '' END) VIRTUAL,
    content TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN body ->> '$.content' END) VIRTUAL,
    due INTEGER, -- when the worker reads the document; NULL if it does not wait to be read
    UNIQUE (account, id)
) STRICT;
CREATE INDEX documents_due ON documents (account, due) WHERE due IS NOT NULL;
CREATE INDEX documents_of_email ON documents (account, email, position, id) WHERE email IS NOT NULL;
CREATE INDEX documents_not_discarded ON documents (account, id) WHERE discarded = 0;
CREATE INDEX documents_by_kind ON documents (account, kind, id) WHERE discarded = 0;
CREATE INDEX documents_by_file_name ON documents (account, file_name, id) WHERE discarded = 0;
CREATE INDEX documents_by_adder ON documents (account, added_by, id) WHERE discarded = 0;
CREATE INDEX documents_by_content ON documents (account, content, id) WHERE discarded = 0;

-- EDI

-- Interchanges that were received: the result of each message, and the text of messages that no fact was read from.
CREATE TABLE interchanges (
    number INTEGER PRIMARY KEY AUTOINCREMENT, -- the number of its acknowledgement
    account BLOB NOT NULL,
    digest BLOB NOT NULL,
    sender TEXT NOT NULL,
    control_number TEXT NOT NULL,
    received INTEGER NOT NULL,
    UNIQUE (account, digest)
) STRICT;
CREATE INDEX interchanges_by_control_number ON interchanges (account, sender, control_number);
CREATE INDEX interchanges_by_receipt ON interchanges (received);
CREATE TABLE interchange_messages (
    interchange INTEGER NOT NULL,
    position INTEGER NOT NULL,
    account BLOB NOT NULL,
    text TEXT,
    body TEXT NOT NULL,
    UNIQUE (interchange, position)
) STRICT;
CREATE INDEX interchange_messages_unread ON interchange_messages (account, interchange, position) WHERE text IS NOT NULL;
CREATE TRIGGER interchanges_dropped AFTER DELETE ON interchanges BEGIN
    DELETE FROM interchange_messages WHERE interchange = old.number;
END;

-- Subscriptions

-- Sources that send events without being asked.
CREATE TABLE subscriptions (
    id BLOB NOT NULL PRIMARY KEY,
    account BLOB NOT NULL,
    carrier_id TEXT, -- the carrier's id of the subscription; empty while it is unknown, NULL for a source that is not a carrier
    due INTEGER,
    created INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX subscriptions_by_account ON subscriptions (account, created, id);
CREATE INDEX subscriptions_by_carrier_id ON subscriptions (carrier_id, created, id) WHERE carrier_id IS NOT NULL;
CREATE INDEX subscriptions_due ON subscriptions (due) WHERE due IS NOT NULL;
-- Digests of what was received, to recognize repetitions.
CREATE TABLE receipts (
    subscription BLOB NOT NULL,
    digest BLOB NOT NULL,
    received INTEGER NOT NULL,
    PRIMARY KEY (subscription, digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX receipts_by_receipt ON receipts (received);
CREATE TRIGGER subscriptions_removed AFTER DELETE ON subscriptions BEGIN
    DELETE FROM receipts WHERE subscription = old.id;
END;

-- Customers and custom fields

CREATE TABLE parties (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    name TEXT NOT NULL,
    search_name TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id),
    UNIQUE (account, name)
) STRICT;
CREATE INDEX parties_by_search_name ON parties (account, search_name, id);

CREATE TABLE field_definitions (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    kind TEXT NOT NULL, -- the type of the resources that have the field
    slug TEXT NOT NULL,
    type TEXT NOT NULL, -- the type of its values
    name TEXT NOT NULL, -- the display name, in capitals
    has_default INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id),
    UNIQUE (account, kind, slug)
) STRICT;
CREATE INDEX field_definitions_with_default ON field_definitions (account, kind, id) WHERE has_default = 1;

CREATE TABLE field_options (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    definition BLOB NOT NULL,
    value TEXT NOT NULL,
    position INTEGER,
    body TEXT NOT NULL,
    UNIQUE (account, id),
    UNIQUE (account, definition, value)
) STRICT;

CREATE TABLE fields (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    definition BLOB NOT NULL,
    kind TEXT NOT NULL,
    entity BLOB NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id),
    UNIQUE (account, entity, definition)
) STRICT;
CREATE INDEX fields_by_definition ON fields (account, definition, id);
CREATE INDEX fields_by_kind ON fields (account, kind, id);

-- Number of values of each definition.
CREATE TABLE field_counts (
    account BLOB NOT NULL,
    definition BLOB NOT NULL,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (account, definition)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER field_definitions_removed AFTER DELETE ON field_definitions BEGIN
    DELETE FROM field_options WHERE account = old.account AND definition = old.id;
    DELETE FROM field_counts WHERE account = old.account AND definition = old.id;
END;

-- Credentials, encrypted with the host's key, and a check value that detects a wrong key.

CREATE TABLE credentials (
    id BLOB NOT NULL PRIMARY KEY,
    account BLOB NOT NULL,
    scac TEXT NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, scac, name)
) STRICT;
CREATE TABLE sealing (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    body TEXT NOT NULL
) STRICT;

-- Search

-- Words that records are found by, in addition to their numbers: references, labels, other numbers, values of custom fields.
CREATE TABLE search_words (
    account BLOB NOT NULL,
    kind TEXT NOT NULL, -- the table of the owner, or what the word is
    word TEXT NOT NULL,
    owner BLOB NOT NULL,
    PRIMARY KEY (account, kind, word, owner)
) STRICT, WITHOUT ROWID;
-- Not the words of requests: `put_request` reads them from the record. Queries repeat the condition, so that they use the index.
CREATE INDEX search_words_of_owner ON search_words (account, kind, owner) WHERE kind NOT IN ('requests', 'request tags');

-- What listings and the search find shipments and containers by, in narrow rows that change only if one of the keys changes.
CREATE TABLE shipment_keys (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    reversed_number TEXT NOT NULL, -- to find a number by its last characters
    stopped INTEGER NOT NULL,
    scac TEXT,
    vessel TEXT,
    lading TEXT,
    discharge TEXT,
    destination TEXT,
    customer BLOB,
    eta INTEGER,
    eta_day INTEGER,
    PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shipment_keys_by_reversed_number ON shipment_keys (account, reversed_number, id);
CREATE INDEX shipment_keys_by_scac ON shipment_keys (account, scac, id) WHERE scac IS NOT NULL;
CREATE INDEX shipment_keys_by_vessel ON shipment_keys (account, vessel, id) WHERE vessel IS NOT NULL;
CREATE INDEX shipment_keys_by_lading ON shipment_keys (account, lading, id) WHERE lading IS NOT NULL;
CREATE INDEX shipment_keys_by_discharge ON shipment_keys (account, discharge, id) WHERE discharge IS NOT NULL;
CREATE INDEX shipment_keys_by_destination ON shipment_keys (account, destination, id) WHERE destination IS NOT NULL;
CREATE INDEX shipment_keys_by_customer ON shipment_keys (account, customer, id) WHERE customer IS NOT NULL;
CREATE INDEX shipment_keys_by_eta_day ON shipment_keys (account, eta_day, id, eta) WHERE eta_day IS NOT NULL;

-- A container has the keys of its shipment in addition to its own, so that a listing by several of them needs one table.
CREATE TABLE container_keys (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    reversed_number TEXT NOT NULL,
    status TEXT NOT NULL,
    last_free_day INTEGER,
    scac TEXT,
    vessel TEXT,
    lading TEXT,
    discharge TEXT,
    destination TEXT,
    customer BLOB,
    eta INTEGER,
    eta_day INTEGER,
    PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX container_keys_by_reversed_number ON container_keys (account, reversed_number, id);
CREATE INDEX container_keys_by_status ON container_keys (account, status, id);
CREATE INDEX container_keys_by_last_free_day ON container_keys (account, last_free_day, id) WHERE last_free_day IS NOT NULL;
CREATE INDEX container_keys_by_scac ON container_keys (account, scac, id) WHERE scac IS NOT NULL;
CREATE INDEX container_keys_by_vessel ON container_keys (account, vessel, id) WHERE vessel IS NOT NULL;
CREATE INDEX container_keys_by_lading ON container_keys (account, lading, id) WHERE lading IS NOT NULL;
CREATE INDEX container_keys_by_discharge ON container_keys (account, discharge, id) WHERE discharge IS NOT NULL;
CREATE INDEX container_keys_by_destination ON container_keys (account, destination, id) WHERE destination IS NOT NULL;
CREATE INDEX container_keys_by_customer ON container_keys (account, customer, id) WHERE customer IS NOT NULL;
CREATE INDEX container_keys_by_eta_day ON container_keys (account, eta_day, id, eta) WHERE eta_day IS NOT NULL;

-- Number of rows with each value of a key: a listing need not count, and the filter plan starts with the rarest value. The search
-- reads the names from it. Moments are counted by day; creation of requests by the first three bytes of their ids, about four
-- and a half hours each. The facet 'rows' has one value, '': all rows of the account.
CREATE TABLE key_counts (
    account BLOB NOT NULL,
    kind TEXT NOT NULL,
    facet TEXT NOT NULL,
    value ANY NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (account, kind, facet, value)
) STRICT, WITHOUT ROWID;

-- Triggers: counters

CREATE TRIGGER shipments_counted AFTER INSERT ON shipments BEGIN
    INSERT INTO key_counts VALUES (new.account, 'shipments', 'rows', '', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER containers_counted AFTER INSERT ON containers BEGIN
    INSERT INTO key_counts VALUES (new.account, 'containers', 'rows', '', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER webhooks_counted AFTER INSERT ON webhooks BEGIN
    INSERT INTO key_counts VALUES (new.account, 'webhooks', 'rows', '', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER webhooks_uncounted AFTER DELETE ON webhooks BEGIN
    UPDATE key_counts SET count = count - 1
    WHERE account = old.account AND kind = 'webhooks' AND facet = 'rows';
END;
CREATE TRIGGER deliveries_counted AFTER INSERT ON deliveries BEGIN
    INSERT INTO key_counts VALUES (new.account, 'deliveries', 'rows', '', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER deliveries_uncounted AFTER DELETE ON deliveries BEGIN
    UPDATE key_counts SET count = count - 1
    WHERE account = old.account AND kind = 'deliveries' AND facet = 'rows';
END;
CREATE TRIGGER emails_counted AFTER INSERT ON emails BEGIN
    INSERT INTO key_counts VALUES (new.account, 'emails', 'rows', '', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER documents_counted AFTER INSERT ON documents WHEN new.discarded = 0 BEGIN
    INSERT INTO key_counts VALUES (new.account, 'documents', 'rows', '', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER documents_recounted AFTER UPDATE OF discarded ON documents WHEN new.discarded <> old.discarded BEGIN
    INSERT INTO key_counts VALUES (new.account, 'documents', 'rows', '', old.discarded - new.discarded)
    ON CONFLICT DO UPDATE SET count = count + old.discarded - new.discarded;
END;
CREATE TRIGGER stopped_shipments_counted AFTER INSERT ON shipments WHEN new.stopped = 1 BEGIN
    INSERT INTO key_counts VALUES (new.account, 'stopped shipments', 'rows', '', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER stopped_shipments_recounted AFTER UPDATE OF stopped ON shipments WHEN new.stopped <> old.stopped BEGIN
    INSERT INTO key_counts VALUES (new.account, 'stopped shipments', 'rows', '', new.stopped - old.stopped)
    ON CONFLICT DO UPDATE SET count = count + new.stopped - old.stopped;
END;
CREATE TRIGGER unclaimed_facts_counted AFTER INSERT ON unclaimed_facts BEGIN
    INSERT INTO key_counts VALUES (new.account, 'unclaimed facts', 'rows', '', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER unclaimed_facts_uncounted AFTER DELETE ON unclaimed_facts BEGIN
    UPDATE key_counts SET count = count - 1
    WHERE account = old.account AND kind = 'unclaimed facts' AND facet = 'rows';
END;
CREATE TRIGGER interchange_messages_counted AFTER INSERT ON interchange_messages WHEN new.text IS NOT NULL BEGIN
    INSERT INTO key_counts VALUES (new.account, 'unread edi', 'rows', '', length(CAST(new.text AS BLOB)))
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
CREATE TRIGGER interchange_messages_uncounted AFTER DELETE ON interchange_messages WHEN old.text IS NOT NULL BEGIN
    UPDATE key_counts SET count = count - length(CAST(old.text AS BLOB))
    WHERE account = old.account AND kind = 'unread edi' AND facet = 'rows';
END;
CREATE TRIGGER interchange_messages_text_discarded AFTER UPDATE OF text ON interchange_messages
    WHEN old.text IS NOT NULL AND new.text IS NULL BEGIN
    UPDATE key_counts SET count = count - length(CAST(old.text AS BLOB))
    WHERE account = old.account AND kind = 'unread edi' AND facet = 'rows';
END;
CREATE TRIGGER parties_counted AFTER INSERT ON parties BEGIN
    INSERT INTO key_counts VALUES (new.account, 'parties', 'rows', '', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER fields_counted AFTER INSERT ON fields BEGIN
    INSERT INTO field_counts VALUES (new.account, new.definition, new.kind, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER fields_uncounted AFTER DELETE ON fields BEGIN
    UPDATE field_counts SET count = count - 1 WHERE account = old.account AND definition = old.definition;
END;

CREATE TRIGGER containers_of_shipment_counted AFTER INSERT ON containers BEGIN
    UPDATE shipments SET containers = containers + 1 WHERE account = new.account AND id = new.shipment;
END;

-- Triggers: queues

CREATE TRIGGER deliveries_queued AFTER INSERT ON deliveries WHEN new.due IS NOT NULL BEGIN
    INSERT INTO queues (kind, counterparty, first_due) VALUES ('webhook', new.webhook, new.due)
    ON CONFLICT DO UPDATE SET first_due = new.due WHERE first_due IS NULL OR first_due > new.due;
END;
CREATE TRIGGER deliveries_requeued AFTER UPDATE OF due, webhook ON deliveries
WHEN old.due IS NOT new.due OR old.webhook IS NOT new.webhook BEGIN
    UPDATE queues SET first_due = (SELECT min(due) FROM deliveries WHERE webhook = old.webhook AND due IS NOT NULL)
    WHERE kind = 'webhook' AND counterparty = old.webhook AND old.due = first_due;
    INSERT INTO queues (kind, counterparty, first_due) SELECT 'webhook', new.webhook, new.due WHERE new.due IS NOT NULL
    ON CONFLICT DO UPDATE SET first_due = new.due WHERE first_due IS NULL OR first_due > new.due;
END;
CREATE TRIGGER deliveries_removed AFTER DELETE ON deliveries WHEN old.due IS NOT NULL BEGIN
    UPDATE queues SET first_due = (SELECT min(due) FROM deliveries WHERE webhook = old.webhook AND due IS NOT NULL)
    WHERE kind = 'webhook' AND counterparty = old.webhook AND old.due = first_due;
END;
CREATE TRIGGER webhooks_removed AFTER DELETE ON webhooks BEGIN
    DELETE FROM queues WHERE kind = 'webhook' AND counterparty = old.id;
END;
-- A new lane has the failures and the pause of its carrier.
CREATE TRIGGER requests_queued AFTER INSERT ON requests WHEN new.due IS NOT NULL BEGIN
    INSERT INTO queues (kind, counterparty, account, first_due, failures, paused_until)
    SELECT 'carrier', new.carrier, new.account, new.due,
        coalesce((SELECT failures FROM queues WHERE kind = 'carrier' AND counterparty = new.carrier AND account = x''), 0),
        (SELECT paused_until FROM queues WHERE kind = 'carrier' AND counterparty = new.carrier AND account = x'')
    WHERE true
    ON CONFLICT DO UPDATE SET first_due = excluded.first_due WHERE first_due IS NULL OR first_due > excluded.first_due;
END;
CREATE TRIGGER requests_requeued AFTER UPDATE OF due, scac, inferred_scac ON requests
WHEN old.due IS NOT new.due OR old.carrier IS NOT new.carrier BEGIN
    UPDATE queues SET first_due = (
        SELECT min(due) FROM requests WHERE carrier = old.carrier AND account = old.account AND due IS NOT NULL)
    WHERE kind = 'carrier' AND counterparty = old.carrier AND account = old.account AND old.due = first_due;
    INSERT INTO queues (kind, counterparty, account, first_due, failures, paused_until)
    SELECT 'carrier', new.carrier, new.account, new.due,
        coalesce((SELECT failures FROM queues WHERE kind = 'carrier' AND counterparty = new.carrier AND account = x''), 0),
        (SELECT paused_until FROM queues WHERE kind = 'carrier' AND counterparty = new.carrier AND account = x'')
    WHERE new.due IS NOT NULL
    ON CONFLICT DO UPDATE SET first_due = excluded.first_due WHERE first_due IS NULL OR first_due > excluded.first_due;
END;

-- Triggers: key counts

CREATE TRIGGER key_counts_without_rows AFTER UPDATE ON key_counts WHEN new.count = 0 BEGIN
    DELETE FROM key_counts
    WHERE account = new.account AND kind = new.kind AND facet = new.facet AND value = new.value;
END;
CREATE TRIGGER shipment_keys_counted AFTER INSERT ON shipment_keys BEGIN
    INSERT INTO key_counts SELECT new.account, 'shipment_keys', facet, value, 1 FROM (
        SELECT 'scac' AS facet, new.scac AS value UNION ALL SELECT 'vessel', new.vessel
        UNION ALL SELECT 'lading', new.lading UNION ALL SELECT 'discharge', new.discharge
        UNION ALL SELECT 'destination', new.destination UNION ALL SELECT 'customer', new.customer
        UNION ALL SELECT 'eta_day', new.eta_day)
    WHERE value IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER shipment_keys_recounted AFTER UPDATE ON shipment_keys BEGIN
    INSERT INTO key_counts SELECT new.account, 'shipment_keys', facet, iif(more < 0, gone, come), more FROM (
        SELECT 'scac' AS facet, old.scac AS gone, new.scac AS come
        UNION ALL SELECT 'vessel', old.vessel, new.vessel UNION ALL SELECT 'lading', old.lading, new.lading
        UNION ALL SELECT 'discharge', old.discharge, new.discharge
        UNION ALL SELECT 'destination', old.destination, new.destination
        UNION ALL SELECT 'customer', old.customer, new.customer
        UNION ALL SELECT 'eta_day', old.eta_day, new.eta_day)
    CROSS JOIN (SELECT -1 AS more UNION ALL SELECT 1)
    WHERE gone IS NOT come AND iif(more < 0, gone, come) IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
CREATE TRIGGER container_keys_counted AFTER INSERT ON container_keys BEGIN
    INSERT INTO key_counts SELECT new.account, 'container_keys', facet, value, 1 FROM (
        SELECT 'status' AS facet, new.status AS value UNION ALL SELECT 'last_free_day', new.last_free_day
        UNION ALL SELECT 'scac', new.scac UNION ALL SELECT 'vessel', new.vessel
        UNION ALL SELECT 'lading', new.lading UNION ALL SELECT 'discharge', new.discharge
        UNION ALL SELECT 'destination', new.destination UNION ALL SELECT 'customer', new.customer
        UNION ALL SELECT 'eta_day', new.eta_day)
    WHERE value IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER container_keys_recounted AFTER UPDATE ON container_keys BEGIN
    INSERT INTO key_counts SELECT new.account, 'container_keys', facet, iif(more < 0, gone, come), more FROM (
        SELECT 'status' AS facet, old.status AS gone, new.status AS come
        UNION ALL SELECT 'last_free_day', old.last_free_day, new.last_free_day
        UNION ALL SELECT 'scac', old.scac, new.scac UNION ALL SELECT 'vessel', old.vessel, new.vessel
        UNION ALL SELECT 'lading', old.lading, new.lading
        UNION ALL SELECT 'discharge', old.discharge, new.discharge
        UNION ALL SELECT 'destination', old.destination, new.destination
        UNION ALL SELECT 'customer', old.customer, new.customer
        UNION ALL SELECT 'eta_day', old.eta_day, new.eta_day)
    CROSS JOIN (SELECT -1 AS more UNION ALL SELECT 1)
    WHERE gone IS NOT come AND iif(more < 0, gone, come) IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
CREATE TRIGGER requests_counted AFTER INSERT ON requests BEGIN
    INSERT INTO key_counts SELECT new.account, 'requests', facet, value, 1 FROM (
        SELECT 'rows' AS facet, '' AS value UNION ALL SELECT 'customer', new.customer UNION ALL SELECT 'kind', new.kind
        UNION ALL SELECT 'created', substr(new.id, 1, 3) UNION ALL SELECT 'scac', new.scac
        UNION ALL SELECT 'status', new.status UNION ALL SELECT 'scac and status', new.scac || ' ' || new.status)
    WHERE value IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER requests_recounted AFTER UPDATE OF scac, status, customer, kind ON requests
WHEN (new.customer, new.kind, new.scac, new.status) IS NOT (old.customer, old.kind, old.scac, old.status) BEGIN
    INSERT INTO key_counts SELECT new.account, 'requests', facet, iif(more < 0, gone, come), more FROM (
        SELECT 'customer' AS facet, old.customer AS gone, new.customer AS come UNION ALL SELECT 'kind', old.kind, new.kind
        UNION ALL SELECT 'scac', old.scac, new.scac UNION ALL SELECT 'status', old.status, new.status
        UNION ALL SELECT 'scac and status', old.scac || ' ' || old.status, new.scac || ' ' || new.status)
    CROSS JOIN (SELECT -1 AS more UNION ALL SELECT 1)
    WHERE gone IS NOT come AND iif(more < 0, gone, come) IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
-- Labels and values of custom fields. There are too many references to count.
CREATE TRIGGER words_counted AFTER INSERT ON search_words
WHEN new.kind LIKE '% tags' OR new.kind LIKE 'field %' BEGIN
    INSERT INTO key_counts VALUES (new.account, new.kind, 'word', new.word, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER words_uncounted AFTER DELETE ON search_words
WHEN old.kind LIKE '% tags' OR old.kind LIKE 'field %' BEGIN
    UPDATE key_counts SET count = count - 1
    WHERE account = old.account AND kind = old.kind AND facet = 'word' AND value = old.word;
END;

-- Triggers: keys that containers and shipments inherit

CREATE TRIGGER containers_inherit_shipment_keys AFTER INSERT ON shipment_keys BEGIN
    UPDATE container_keys SET (scac, vessel, lading, discharge, destination, customer, eta, eta_day) =
        (new.scac, new.vessel, new.lading, new.discharge, new.destination, new.customer, new.eta, new.eta_day)
    WHERE account = new.account
        AND id IN (SELECT id FROM containers WHERE account = new.account AND shipment = new.id);
END;
CREATE TRIGGER containers_inherit_changed_shipment_keys AFTER UPDATE ON shipment_keys
WHEN (new.scac, new.vessel, new.lading, new.discharge, new.destination, new.customer, new.eta, new.eta_day) IS NOT
    (old.scac, old.vessel, old.lading, old.discharge, old.destination, old.customer, old.eta, old.eta_day) BEGIN
    UPDATE container_keys SET (scac, vessel, lading, discharge, destination, customer, eta, eta_day) =
        (new.scac, new.vessel, new.lading, new.discharge, new.destination, new.customer, new.eta, new.eta_day)
    WHERE account = new.account
        AND id IN (SELECT id FROM containers WHERE account = new.account AND shipment = new.id);
END;
CREATE TRIGGER containers_inherit_tags AFTER INSERT ON search_words WHEN new.kind = 'shipment tags' BEGIN
    INSERT OR IGNORE INTO search_words (account, kind, word, owner)
    SELECT new.account, 'container tags', new.word, id FROM containers
    WHERE account = new.account AND shipment = new.owner;
END;
CREATE TRIGGER containers_lose_tags AFTER DELETE ON search_words WHEN old.kind = 'shipment tags' BEGIN
    DELETE FROM search_words WHERE account = old.account AND kind = 'container tags' AND word = old.word
        AND owner IN (SELECT id FROM containers WHERE account = old.account AND shipment = old.owner);
END;
CREATE TRIGGER containers_tagged AFTER INSERT ON containers BEGIN
    INSERT OR IGNORE INTO search_words (account, kind, word, owner)
    SELECT account, 'container tags', word, new.id FROM search_words
    WHERE account = new.account AND kind = 'shipment tags' AND owner = new.shipment AND kind NOT IN ('requests', 'request tags');
END;
CREATE TRIGGER containers_retagged AFTER UPDATE OF shipment ON containers WHEN new.shipment <> old.shipment BEGIN
    DELETE FROM search_words WHERE account = old.account AND kind = 'container tags' AND owner = old.id
        AND kind NOT IN ('requests', 'request tags');
    INSERT OR IGNORE INTO search_words (account, kind, word, owner)
    SELECT account, 'container tags', word, new.id FROM search_words
    WHERE account = new.account AND kind = 'shipment tags' AND owner = new.shipment AND kind NOT IN ('requests', 'request tags');
END;
-- The customer of a shipment is that of the request that follows it, if one has a customer; otherwise it does not change. The `+`
-- keeps SQLite from reading all requests that have a customer.
CREATE TRIGGER shipments_inherit_customers AFTER INSERT ON requests
WHEN new.customer IS NOT NULL AND new.shipment IS NOT NULL BEGIN
    UPDATE shipment_keys SET customer = (SELECT customer FROM requests
        WHERE account = new.account AND shipment = new.shipment AND +customer IS NOT NULL
        ORDER BY live DESC, status = 'tracking_stopped' DESC, rowid DESC LIMIT 1)
    WHERE account = new.account AND id = new.shipment;
END;
CREATE TRIGGER shipments_inherit_changed_customers AFTER UPDATE OF customer, shipment, live, status ON requests
WHEN (new.customer IS NOT NULL OR old.customer IS NOT NULL) AND
    (new.customer, new.shipment, new.live, new.status) IS NOT (old.customer, old.shipment, old.live, old.status) BEGIN
    UPDATE shipment_keys SET customer = coalesce((SELECT customer FROM requests
        WHERE account = shipment_keys.account AND shipment = shipment_keys.id AND +customer IS NOT NULL
        ORDER BY live DESC, status = 'tracking_stopped' DESC, rowid DESC LIMIT 1), customer)
    WHERE account = new.account AND id IN (new.shipment, old.shipment);
END;
CREATE TRIGGER search_words_of_removed_fields AFTER DELETE ON fields BEGIN
    DELETE FROM search_words WHERE account = old.account AND kind = 'field ' || lower(hex(old.definition))
        AND owner = old.entity AND kind NOT IN ('requests', 'request tags');
END;

-- Triggers: deletion

-- Tracking requests, shipments and containers can be deleted, with everything that belongs to them.
CREATE TRIGGER requests_removed AFTER DELETE ON requests BEGIN
    DELETE FROM fields WHERE account = old.account AND entity = old.id;
    UPDATE shipment_keys SET customer = coalesce((SELECT customer FROM requests
        WHERE account = old.account AND shipment = old.shipment AND +customer IS NOT NULL
        ORDER BY live DESC, status = 'tracking_stopped' DESC, rowid DESC LIMIT 1), customer)
    WHERE account = old.account AND id = old.shipment AND old.customer IS NOT NULL;
    UPDATE queues SET first_due = (
        SELECT min(due) FROM requests WHERE carrier = old.carrier AND account = old.account AND due IS NOT NULL)
    WHERE kind = 'carrier' AND counterparty = old.carrier AND account = old.account AND old.due = first_due;
    UPDATE key_counts SET count = count - 1
    WHERE account = old.account AND kind = 'requests' AND (facet, value) IN (
        VALUES ('rows', ''), ('customer', old.customer), ('kind', old.kind), ('created', substr(old.id, 1, 3)), ('scac', old.scac),
            ('status', old.status), ('scac and status', old.scac || ' ' || old.status));
END;
CREATE TRIGGER shipments_removed AFTER DELETE ON shipments BEGIN
    -- The greatest number never decreases while the account has shipments, so that no number that a client read is used again.
    UPDATE shipments SET refreshed = old.refreshed + 1
    WHERE account = old.account AND refreshed < old.refreshed AND refreshed =
        (SELECT refreshed FROM shipments WHERE account = old.account ORDER BY refreshed DESC LIMIT 1);
    DELETE FROM containers WHERE account = old.account AND shipment = old.id;
    DELETE FROM shipment_keys WHERE account = old.account AND id = old.id;
    DELETE FROM fields WHERE account = old.account AND entity = old.id;
    DELETE FROM search_words WHERE account = old.account AND owner = old.id
        AND kind IN ('shipments', 'shipment tags', 'spellings') AND kind NOT IN ('requests', 'request tags');
    UPDATE key_counts SET count = count - 1 WHERE account = old.account AND kind = 'shipments' AND facet = 'rows';
    UPDATE key_counts SET count = count - 1
    WHERE account = old.account AND kind = 'stopped shipments' AND facet = 'rows' AND old.stopped = 1;
END;
CREATE TRIGGER containers_removed AFTER DELETE ON containers BEGIN
    DELETE FROM events WHERE account = old.account AND container = old.id;
    DELETE FROM container_keys WHERE account = old.account AND id = old.id;
    DELETE FROM fields WHERE account = old.account AND entity = old.id;
    DELETE FROM search_words WHERE account = old.account AND owner = old.id
        AND kind IN ('containers', 'container tags') AND kind NOT IN ('requests', 'request tags');
    UPDATE key_counts SET count = count - 1 WHERE account = old.account AND kind = 'containers' AND facet = 'rows';
END;
CREATE TRIGGER shipment_keys_uncounted AFTER DELETE ON shipment_keys BEGIN
    UPDATE key_counts SET count = count - 1
    WHERE account = old.account AND kind = 'shipment_keys' AND (facet, value) IN (
        VALUES ('scac', old.scac), ('vessel', old.vessel), ('lading', old.lading), ('discharge', old.discharge),
            ('destination', old.destination), ('customer', old.customer), ('eta_day', old.eta_day));
END;
CREATE TRIGGER container_keys_uncounted AFTER DELETE ON container_keys BEGIN
    UPDATE key_counts SET count = count - 1
    WHERE account = old.account AND kind = 'container_keys' AND (facet, value) IN (
        VALUES ('status', old.status), ('last_free_day', old.last_free_day), ('scac', old.scac), ('vessel', old.vessel),
            ('lading', old.lading), ('discharge', old.discharge), ('destination', old.destination), ('customer', old.customer),
            ('eta_day', old.eta_day));
END;
