-- Messages without their attachments, and which attachments each one needs; deletion of requests and shipments;
-- unclaimed facts by their topic; documents that wait to be read; shipments in the order of their refreshes; readings that began;
-- deliveries that are written later.

CREATE TABLE messages (
    hash BLOB NOT NULL UNIQUE, -- of the whole message
    packed BLOB NOT NULL
) STRICT;
CREATE TABLE message_parts (
    part BLOB NOT NULL,        -- the hash in `blobs`
    message BLOB NOT NULL,
    PRIMARY KEY (part, message)
) STRICT, WITHOUT ROWID;

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

-- `topic` and `statement` are NULL in facts that were stored before.
ALTER TABLE unclaimed_facts ADD COLUMN topic BLOB;     -- the digest of what the fact is about
ALTER TABLE unclaimed_facts ADD COLUMN statement BLOB; -- the digest of the fact without its time of receipt
CREATE INDEX unclaimed_facts_by_topic ON unclaimed_facts (account, number, topic, received, statement);

-- When the worker reads a document; NULL if it does not wait to be read.
ALTER TABLE documents ADD COLUMN due INTEGER;
CREATE INDEX documents_due ON documents (account, due) WHERE due IS NOT NULL;

-- The order in which the shipments of an account were refreshed, in which their containers are listed: the last one has the greatest
-- number. Until now, only look-ups were stored, in the request.
ALTER TABLE shipments ADD COLUMN refreshed INTEGER NOT NULL DEFAULT 0;
-- Number of containers, so that a page is found by its number without reading containers.
ALTER TABLE shipments ADD COLUMN containers INTEGER NOT NULL DEFAULT 0;
UPDATE shipments SET refreshed = ordered.position, containers = ordered.containers
FROM (
    SELECT shipment, containers, row_number() OVER (PARTITION BY account ORDER BY succeeded, id) AS position
    FROM (
        SELECT rowid AS shipment, account, id,
            (SELECT count(*) FROM containers WHERE account = shipments.account AND shipment = shipments.id) AS containers,
            coalesce(
                (SELECT max(CASE WHEN json_valid(body) THEN body ->> '$.answered_at' END) FROM requests
                 WHERE account = shipments.account AND shipment = shipments.id),
                CASE WHEN json_valid(body) THEN body ->> '$.shipment.attributes.line_tracking_last_succeeded_at' END,
                '') AS succeeded
        FROM shipments
    )
) AS ordered
WHERE shipments.rowid = ordered.shipment;
CREATE UNIQUE INDEX shipments_by_refresh ON shipments (account, refreshed, id, containers);
CREATE TRIGGER containers_of_shipment_counted AFTER INSERT ON containers BEGIN
    UPDATE shipments SET containers = containers + 1 WHERE account = new.account AND id = new.shipment;
END;

-- Files whose reading began and has not ended: a library that reads a file can end the process. `hash` is that of a file or of a message.
CREATE TABLE begun_readings (
    account BLOB NOT NULL,
    hash BLOB NOT NULL,
    opened INTEGER NOT NULL,    -- when the process that read it last opened the store
    processes INTEGER NOT NULL, -- the number of processes that began to read it
    PRIMARY KEY (account, hash)
) STRICT, WITHOUT ROWID;

-- What changes in an email submission when its documents are read, and what is needed to read them. A separate row, because the record of a
-- submission has its text.
CREATE TABLE email_states (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;

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
