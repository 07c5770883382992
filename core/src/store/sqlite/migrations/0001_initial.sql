-- Wide rows lie in rowid tables in the order they were made: a record's JSON would leave the pages of a WITHOUT ROWID
-- tree half empty. Identifiers are 16 bytes, moments are microseconds since 1970, numbers are in capitals.
-- `body` is the whole record as JSON; the other columns are what is searched by.

CREATE TABLE accounts (
    id BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE keys (
    id BLOB NOT NULL UNIQUE,
    account BLOB NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX keys_of_account ON keys (account, created, id);

-- How many rows of a kind an account has, so that no listing has to count them.
CREATE TABLE counters (
    account BLOB NOT NULL,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (account, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE requests (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    scac TEXT NOT NULL,
    number TEXT NOT NULL,
    submitted TEXT, -- the number as submitted, where it is not `number`
    status TEXT NOT NULL,
    live INTEGER NOT NULL,
    due INTEGER,
    shipment BLOB,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;
CREATE UNIQUE INDEX requests_live ON requests (account, number, scac) WHERE live = 1;
CREATE INDEX requests_by_number ON requests (account, number, id);
CREATE INDEX requests_by_submitted ON requests (account, submitted, id) WHERE submitted IS NOT NULL;
CREATE INDEX requests_by_status ON requests (account, status, id);
CREATE INDEX requests_by_creation ON requests (account, created, id);
CREATE INDEX requests_by_update ON requests (account, updated, id);
CREATE INDEX requests_by_shipment ON requests (account, shipment, id) WHERE shipment IS NOT NULL;
CREATE INDEX requests_due ON requests (due, id) WHERE due IS NOT NULL;

-- What carriers said. Everything else about shipments can be derived from it again.
CREATE TABLE facts (
    sequence INTEGER PRIMARY KEY,
    account BLOB NOT NULL,
    scac TEXT NOT NULL,
    number TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX facts_of_number ON facts (account, number, scac);
CREATE TRIGGER facts_stay_as_they_are BEFORE UPDATE ON facts BEGIN SELECT RAISE(ABORT, 'facts are append-only'); END;
CREATE TRIGGER facts_stay BEFORE DELETE ON facts BEGIN SELECT RAISE(ABORT, 'facts are append-only'); END;

CREATE TABLE shipments (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    scac TEXT NOT NULL,
    number TEXT NOT NULL,
    submitted TEXT,  -- the number as submitted, where it is not `number`
    normalised TEXT, -- the number the carrier is asked for, where it is not `number`
    stopped INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;
CREATE INDEX shipments_by_number ON shipments (account, number, scac, id);
CREATE INDEX shipments_by_submitted ON shipments (account, submitted) WHERE submitted IS NOT NULL;
CREATE INDEX shipments_by_normalised ON shipments (account, normalised) WHERE normalised IS NOT NULL;
CREATE INDEX shipments_by_stop ON shipments (account, stopped, id);

CREATE TABLE containers (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    shipment BLOB NOT NULL,
    number TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;
CREATE INDEX containers_of_shipment ON containers (account, shipment, id);
CREATE INDEX containers_by_number ON containers (account, number, id);

CREATE TABLE events (
    learned INTEGER PRIMARY KEY,
    account BLOB NOT NULL,
    container BLOB NOT NULL,
    key TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, container, key)
) STRICT;

CREATE TABLE notices (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, -- a place in the feed is never given twice
    account BLOB NOT NULL,
    key TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, key)
) STRICT;
CREATE INDEX notices_of_account ON notices (account);

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
    UNIQUE (account, id)
) STRICT;
CREATE INDEX deliveries_due ON deliveries (due, id) WHERE due IS NOT NULL;
CREATE INDEX deliveries_pending ON deliveries (account, webhook) WHERE pending = 1;

CREATE TABLE blobs (
    hash BLOB NOT NULL UNIQUE,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE emails (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    raw BLOB NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;
CREATE INDEX emails_by_raw ON emails (account, raw, id);

CREATE TABLE documents (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    email BLOB,
    position INTEGER NOT NULL,
    discarded INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;
CREATE INDEX documents_of_email ON documents (account, email, position, id) WHERE email IS NOT NULL;

CREATE TRIGGER requests_counted AFTER INSERT ON requests BEGIN
    INSERT INTO counters VALUES (new.account, 'requests', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER shipments_counted AFTER INSERT ON shipments BEGIN
    INSERT INTO counters VALUES (new.account, 'shipments', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER containers_counted AFTER INSERT ON containers BEGIN
    INSERT INTO counters VALUES (new.account, 'containers', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER webhooks_counted AFTER INSERT ON webhooks BEGIN
    INSERT INTO counters VALUES (new.account, 'webhooks', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER webhooks_uncounted AFTER DELETE ON webhooks BEGIN
    UPDATE counters SET count = count - 1 WHERE account = old.account AND kind = 'webhooks';
END;
CREATE TRIGGER deliveries_counted AFTER INSERT ON deliveries BEGIN
    INSERT INTO counters VALUES (new.account, 'deliveries', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER deliveries_uncounted AFTER DELETE ON deliveries BEGIN
    UPDATE counters SET count = count - 1 WHERE account = old.account AND kind = 'deliveries';
END;
CREATE TRIGGER emails_counted AFTER INSERT ON emails BEGIN
    INSERT INTO counters VALUES (new.account, 'emails', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER documents_counted AFTER INSERT ON documents WHEN new.discarded = 0 BEGIN
    INSERT INTO counters VALUES (new.account, 'documents', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER documents_recounted AFTER UPDATE OF discarded ON documents WHEN new.discarded <> old.discarded BEGIN
    INSERT INTO counters VALUES (new.account, 'documents', old.discarded - new.discarded)
    ON CONFLICT DO UPDATE SET count = count + old.discarded - new.discarded;
END;
