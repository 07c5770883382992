-- What listings and the search find shipments and containers by, in narrow rows beside their records: names and codes in
-- (ASCII) capitals, moments in microseconds, days in days since 1970. A row changes only where one of its keys does.
CREATE TABLE shipment_keys (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    tail TEXT NOT NULL, -- the number backwards: what it ends with is what this begins with
    stopped INTEGER NOT NULL,
    scac TEXT,
    vessel TEXT,
    lading TEXT,
    discharge TEXT,
    destination TEXT,
    customer BLOB,
    eta INTEGER,
    PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX shipment_keys_by_tail ON shipment_keys (account, tail, id);
CREATE INDEX shipment_keys_by_scac ON shipment_keys (account, scac, id) WHERE scac IS NOT NULL;
CREATE INDEX shipment_keys_by_vessel ON shipment_keys (account, vessel, id) WHERE vessel IS NOT NULL;
CREATE INDEX shipment_keys_by_lading ON shipment_keys (account, lading, id) WHERE lading IS NOT NULL;
CREATE INDEX shipment_keys_by_discharge ON shipment_keys (account, discharge, id) WHERE discharge IS NOT NULL;
CREATE INDEX shipment_keys_by_destination ON shipment_keys (account, destination, id) WHERE destination IS NOT NULL;
CREATE INDEX shipment_keys_by_customer ON shipment_keys (account, customer, id) WHERE customer IS NOT NULL;
CREATE INDEX shipment_keys_by_eta ON shipment_keys (account, eta, id) WHERE eta IS NOT NULL;

-- A container has the keys of its shipment and its own, so that a listing by several of them need not go back and forth.
CREATE TABLE container_keys (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    tail TEXT NOT NULL,
    status TEXT NOT NULL,
    free_until INTEGER,
    scac TEXT,
    vessel TEXT,
    lading TEXT,
    discharge TEXT,
    destination TEXT,
    customer BLOB,
    eta INTEGER,
    PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX container_keys_by_tail ON container_keys (account, tail, id);
CREATE INDEX container_keys_by_status ON container_keys (account, status, id);
CREATE INDEX container_keys_by_free_until ON container_keys (account, free_until, id) WHERE free_until IS NOT NULL;
CREATE INDEX container_keys_by_scac ON container_keys (account, scac, id) WHERE scac IS NOT NULL;
CREATE INDEX container_keys_by_vessel ON container_keys (account, vessel, id) WHERE vessel IS NOT NULL;
CREATE INDEX container_keys_by_lading ON container_keys (account, lading, id) WHERE lading IS NOT NULL;
CREATE INDEX container_keys_by_discharge ON container_keys (account, discharge, id) WHERE discharge IS NOT NULL;
CREATE INDEX container_keys_by_destination ON container_keys (account, destination, id) WHERE destination IS NOT NULL;
CREATE INDEX container_keys_by_customer ON container_keys (account, customer, id) WHERE customer IS NOT NULL;
CREATE INDEX container_keys_by_eta ON container_keys (account, eta, id) WHERE eta IS NOT NULL;

ALTER TABLE requests ADD COLUMN customer BLOB;
CREATE INDEX requests_by_customer ON requests (account, customer, id) WHERE customer IS NOT NULL;

-- How many rows have a key, so that no listing has to count them, and the best key to begin with is known; also every
-- name there is, for the search. Moments are counted by days.
CREATE TABLE key_counts (
    account BLOB NOT NULL,
    kind TEXT NOT NULL,
    facet TEXT NOT NULL,
    value ANY NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (account, kind, facet, value)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER key_counts_end AFTER UPDATE ON key_counts WHEN new.count = 0 BEGIN
    DELETE FROM key_counts
    WHERE account = new.account AND kind = new.kind AND facet = new.facet AND value = new.value;
END;

CREATE TRIGGER shipment_keys_counted AFTER INSERT ON shipment_keys BEGIN
    INSERT INTO key_counts SELECT new.account, 'shipment_keys', facet, value, 1 FROM (
        SELECT 'scac' AS facet, new.scac AS value UNION ALL SELECT 'vessel', new.vessel
        UNION ALL SELECT 'lading', new.lading UNION ALL SELECT 'discharge', new.discharge
        UNION ALL SELECT 'destination', new.destination UNION ALL SELECT 'customer', new.customer
        UNION ALL SELECT 'eta', new.eta / 86400000000)
    WHERE value IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER shipment_keys_recounted AFTER UPDATE ON shipment_keys BEGIN
    INSERT INTO key_counts SELECT new.account, 'shipment_keys', facet, was, -1 FROM (
        SELECT 'scac' AS facet, old.scac AS was, new.scac AS value UNION ALL SELECT 'vessel', old.vessel, new.vessel
        UNION ALL SELECT 'lading', old.lading, new.lading UNION ALL SELECT 'discharge', old.discharge, new.discharge
        UNION ALL SELECT 'destination', old.destination, new.destination
        UNION ALL SELECT 'customer', old.customer, new.customer
        UNION ALL SELECT 'eta', old.eta / 86400000000, new.eta / 86400000000)
    WHERE was IS NOT value AND was IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count - 1;
    INSERT INTO key_counts SELECT new.account, 'shipment_keys', facet, value, 1 FROM (
        SELECT 'scac' AS facet, old.scac AS was, new.scac AS value UNION ALL SELECT 'vessel', old.vessel, new.vessel
        UNION ALL SELECT 'lading', old.lading, new.lading UNION ALL SELECT 'discharge', old.discharge, new.discharge
        UNION ALL SELECT 'destination', old.destination, new.destination
        UNION ALL SELECT 'customer', old.customer, new.customer
        UNION ALL SELECT 'eta', old.eta / 86400000000, new.eta / 86400000000)
    WHERE was IS NOT value AND value IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER container_keys_counted AFTER INSERT ON container_keys BEGIN
    INSERT INTO key_counts SELECT new.account, 'container_keys', facet, value, 1 FROM (
        SELECT 'status' AS facet, new.status AS value UNION ALL SELECT 'free_until', new.free_until
        UNION ALL SELECT 'scac', new.scac UNION ALL SELECT 'vessel', new.vessel
        UNION ALL SELECT 'lading', new.lading UNION ALL SELECT 'discharge', new.discharge
        UNION ALL SELECT 'destination', new.destination UNION ALL SELECT 'customer', new.customer
        UNION ALL SELECT 'eta', new.eta / 86400000000)
    WHERE value IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER container_keys_recounted AFTER UPDATE ON container_keys BEGIN
    INSERT INTO key_counts SELECT new.account, 'container_keys', facet, was, -1 FROM (
        SELECT 'status' AS facet, old.status AS was, new.status AS value
        UNION ALL SELECT 'free_until', old.free_until, new.free_until UNION ALL SELECT 'scac', old.scac, new.scac
        UNION ALL SELECT 'vessel', old.vessel, new.vessel UNION ALL SELECT 'lading', old.lading, new.lading
        UNION ALL SELECT 'discharge', old.discharge, new.discharge
        UNION ALL SELECT 'destination', old.destination, new.destination
        UNION ALL SELECT 'customer', old.customer, new.customer
        UNION ALL SELECT 'eta', old.eta / 86400000000, new.eta / 86400000000)
    WHERE was IS NOT value AND was IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count - 1;
    INSERT INTO key_counts SELECT new.account, 'container_keys', facet, value, 1 FROM (
        SELECT 'status' AS facet, old.status AS was, new.status AS value
        UNION ALL SELECT 'free_until', old.free_until, new.free_until UNION ALL SELECT 'scac', old.scac, new.scac
        UNION ALL SELECT 'vessel', old.vessel, new.vessel UNION ALL SELECT 'lading', old.lading, new.lading
        UNION ALL SELECT 'discharge', old.discharge, new.discharge
        UNION ALL SELECT 'destination', old.destination, new.destination
        UNION ALL SELECT 'customer', old.customer, new.customer
        UNION ALL SELECT 'eta', old.eta / 86400000000, new.eta / 86400000000)
    WHERE was IS NOT value AND value IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER requests_counted_by_customer AFTER INSERT ON requests WHEN new.customer IS NOT NULL BEGIN
    INSERT INTO key_counts VALUES (new.account, 'requests', 'customer', new.customer, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER requests_recounted_by_customer AFTER UPDATE OF customer ON requests
WHEN new.customer IS NOT old.customer BEGIN
    INSERT INTO key_counts SELECT old.account, 'requests', 'customer', old.customer, -1 WHERE old.customer IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count - 1;
    INSERT INTO key_counts SELECT new.account, 'requests', 'customer', new.customer, 1 WHERE new.customer IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
-- Labels, and values of custom fields; of references there are too many.
CREATE TRIGGER words_counted AFTER INSERT ON words
WHEN new.kind LIKE '% tags' OR new.kind LIKE 'field %' BEGIN
    INSERT INTO key_counts VALUES (new.account, new.kind, 'word', new.word, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER words_uncounted AFTER DELETE ON words
WHEN old.kind LIKE '% tags' OR old.kind LIKE 'field %' BEGIN
    UPDATE key_counts SET count = count - 1
    WHERE account = old.account AND kind = old.kind AND facet = 'word' AND value = old.word;
END;

-- What a shipment is found by its containers are found by, too.
CREATE TRIGGER shipment_keys_pass_on AFTER INSERT ON shipment_keys BEGIN
    UPDATE container_keys SET (scac, vessel, lading, discharge, destination, customer, eta) =
        (new.scac, new.vessel, new.lading, new.discharge, new.destination, new.customer, new.eta)
    WHERE account = new.account
        AND id IN (SELECT id FROM containers WHERE account = new.account AND shipment = new.id);
END;
CREATE TRIGGER shipment_keys_pass_on_changes AFTER UPDATE ON shipment_keys
WHEN (new.scac, new.vessel, new.lading, new.discharge, new.destination, new.customer, new.eta) IS NOT
    (old.scac, old.vessel, old.lading, old.discharge, old.destination, old.customer, old.eta) BEGIN
    UPDATE container_keys SET (scac, vessel, lading, discharge, destination, customer, eta) =
        (new.scac, new.vessel, new.lading, new.discharge, new.destination, new.customer, new.eta)
    WHERE account = new.account
        AND id IN (SELECT id FROM containers WHERE account = new.account AND shipment = new.id);
END;
CREATE TRIGGER tags_passed_on AFTER INSERT ON words WHEN new.kind = 'shipment tags' BEGIN
    INSERT OR IGNORE INTO words (account, kind, word, owner)
    SELECT new.account, 'container tags', new.word, id FROM containers
    WHERE account = new.account AND shipment = new.owner;
END;
CREATE TRIGGER tags_taken_back AFTER DELETE ON words WHEN old.kind = 'shipment tags' BEGIN
    DELETE FROM words WHERE account = old.account AND kind = 'container tags' AND word = old.word
        AND owner IN (SELECT id FROM containers WHERE account = old.account AND shipment = old.owner);
END;
CREATE TRIGGER containers_tagged AFTER INSERT ON containers BEGIN
    INSERT OR IGNORE INTO words (account, kind, word, owner)
    SELECT account, 'container tags', word, new.id FROM words
    WHERE account = new.account AND kind = 'shipment tags' AND owner = new.shipment;
END;
CREATE TRIGGER containers_retagged AFTER UPDATE OF shipment ON containers WHEN new.shipment <> old.shipment BEGIN
    DELETE FROM words WHERE account = old.account AND kind = 'container tags' AND owner = old.id;
    INSERT OR IGNORE INTO words (account, kind, word, owner)
    SELECT account, 'container tags', word, new.id FROM words
    WHERE account = new.account AND kind = 'shipment tags' AND owner = new.shipment;
END;
-- A shipment is the customer's of the request that follows it. The `+` keeps SQLite from going through all requests that have one.
CREATE TRIGGER requests_pass_on_customers AFTER INSERT ON requests
WHEN new.customer IS NOT NULL AND new.shipment IS NOT NULL BEGIN
    UPDATE shipment_keys SET customer = (SELECT customer FROM requests
        WHERE account = new.account AND shipment = new.shipment AND +customer IS NOT NULL
        ORDER BY live DESC, status = 'tracking_stopped' DESC, rowid DESC LIMIT 1)
    WHERE account = new.account AND id = new.shipment;
END;
CREATE TRIGGER requests_pass_on_changed_customers AFTER UPDATE OF customer, shipment, live, status ON requests
WHEN (new.customer IS NOT NULL OR old.customer IS NOT NULL) AND
    (new.customer, new.shipment, new.live, new.status) IS NOT (old.customer, old.shipment, old.live, old.status) BEGIN
    UPDATE shipment_keys SET customer = (SELECT customer FROM requests
        WHERE account = shipment_keys.account AND shipment = shipment_keys.id AND +customer IS NOT NULL
        ORDER BY live DESC, status = 'tracking_stopped' DESC, rowid DESC LIMIT 1)
    WHERE account = new.account AND id IN (new.shipment, old.shipment);
END;
CREATE TRIGGER fields_forgotten AFTER DELETE ON fields BEGIN
    DELETE FROM words WHERE account = old.account AND kind = 'field ' || lower(hex(old.definition))
        AND owner = old.entity;
END;

-- What is there already. A record that cannot be read has no keys but its number. Days are read as they are written here,
-- a last free day that is told as a moment as the day nearest to it; the next answer of a source has them exactly.
UPDATE requests SET customer = unhex(replace(body ->> '$.customer', '-', ''))
WHERE json_valid(body) AND body ->> '$.customer' IS NOT NULL;
INSERT INTO shipment_keys
    SELECT account, id,
        (WITH RECURSIVE turned(rest, tail) AS (
            SELECT shipments.number, '' UNION ALL
            SELECT substr(rest, 1, length(rest) - 1), tail || substr(rest, -1, 1) FROM turned WHERE rest <> '')
        SELECT tail FROM turned WHERE rest = ''),
        stopped,
        upper(trim(attributes ->> '$.shipping_line_scac')), upper(trim(attributes ->> '$.pod_vessel_name')),
        upper(trim(attributes ->> '$.port_of_lading_locode')), upper(trim(attributes ->> '$.port_of_discharge_locode')),
        upper(trim(attributes ->> '$.destination_locode')),
        (SELECT customer FROM requests
            WHERE requests.account = shipments.account AND shipment = shipments.id AND +customer IS NOT NULL
            ORDER BY live DESC, status = 'tracking_stopped' DESC, rowid DESC LIMIT 1),
        unixepoch(attributes ->> '$.pod_eta_at') * 1000000
    FROM (SELECT *, iif(json_valid(body), body -> '$.shipment.attributes', NULL) AS attributes FROM shipments) AS shipments;
INSERT INTO container_keys
    SELECT boxes.account, boxes.id,
        (WITH RECURSIVE turned(rest, tail) AS (
            SELECT boxes.number, '' UNION ALL
            SELECT substr(rest, 1, length(rest) - 1), tail || substr(rest, -1, 1) FROM turned WHERE rest <> '')
        SELECT tail FROM turned WHERE rest = ''),
        coalesce(attributes ->> '$.current_status', 'new'),
        unixepoch(date(attributes ->> '$.pickup_lfd', iif(length(attributes ->> '$.pickup_lfd') > 10, '+13 hours', '+0 hours'))) / 86400,
        scac, vessel, lading, discharge, destination, customer, eta
    FROM (SELECT *, iif(json_valid(body), body -> '$.container.attributes', NULL) AS attributes FROM containers) AS boxes
    LEFT JOIN shipment_keys ON shipment_keys.account = boxes.account AND shipment_keys.id = boxes.shipment;
INSERT OR IGNORE INTO words
    SELECT account, 'request tags', upper(trim(told.value)), requests.id
    FROM requests, json_each(iif(json_valid(body), body, '{}'), '$.shipment_tags') AS told
    WHERE instr(body, '"shipment_tags":["') > 0 AND told.type = 'text';
INSERT OR IGNORE INTO words
    SELECT account, 'shipment tags', upper(trim(told.value)), shipments.id
    FROM shipments, json_each(iif(json_valid(body), body, '{}'), '$.shipment.attributes.tags') AS told
    WHERE instr(body, '"tags":["') > 0 AND told.type = 'text';
INSERT OR IGNORE INTO words
    SELECT account, 'containers', upper(trim(told.value)), containers.id
    FROM containers, json_each(iif(json_valid(body), body, '{}'), '$.container.attributes.ref_numbers') AS told
    WHERE instr(body, '"ref_numbers":["') > 0 AND told.type = 'text';
INSERT OR IGNORE INTO words
    SELECT account, 'field ' || lower(hex(definition)), upper(trim(told.value)), entity
    FROM fields, json_each(iif(json_valid(body), body, '{}'), '$.value') AS told
    WHERE told.type <> 'null';
