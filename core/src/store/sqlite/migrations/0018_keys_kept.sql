-- What the keys are found by and kept in step with, once they were filled in.
CREATE INDEX shipment_keys_by_tail ON shipment_keys (account, tail, id);
CREATE INDEX shipment_keys_by_scac ON shipment_keys (account, scac, id) WHERE scac IS NOT NULL;
CREATE INDEX shipment_keys_by_vessel ON shipment_keys (account, vessel, id) WHERE vessel IS NOT NULL;
CREATE INDEX shipment_keys_by_lading ON shipment_keys (account, lading, id) WHERE lading IS NOT NULL;
CREATE INDEX shipment_keys_by_discharge ON shipment_keys (account, discharge, id) WHERE discharge IS NOT NULL;
CREATE INDEX shipment_keys_by_destination ON shipment_keys (account, destination, id) WHERE destination IS NOT NULL;
CREATE INDEX shipment_keys_by_customer ON shipment_keys (account, customer, id) WHERE customer IS NOT NULL;
CREATE INDEX shipment_keys_by_eta_day ON shipment_keys (account, eta_day, id, eta) WHERE eta_day IS NOT NULL;
CREATE INDEX container_keys_by_tail ON container_keys (account, tail, id);
CREATE INDEX container_keys_by_status ON container_keys (account, status, id);
CREATE INDEX container_keys_by_free_until ON container_keys (account, free_until, id) WHERE free_until IS NOT NULL;
CREATE INDEX container_keys_by_scac ON container_keys (account, scac, id) WHERE scac IS NOT NULL;
CREATE INDEX container_keys_by_vessel ON container_keys (account, vessel, id) WHERE vessel IS NOT NULL;
CREATE INDEX container_keys_by_lading ON container_keys (account, lading, id) WHERE lading IS NOT NULL;
CREATE INDEX container_keys_by_discharge ON container_keys (account, discharge, id) WHERE discharge IS NOT NULL;
CREATE INDEX container_keys_by_destination ON container_keys (account, destination, id) WHERE destination IS NOT NULL;
CREATE INDEX container_keys_by_customer ON container_keys (account, customer, id) WHERE customer IS NOT NULL;
CREATE INDEX container_keys_by_eta_day ON container_keys (account, eta_day, id, eta) WHERE eta_day IS NOT NULL;
CREATE INDEX requests_by_customer ON requests (account, customer, id) WHERE customer IS NOT NULL;

CREATE TRIGGER key_counts_end AFTER UPDATE ON key_counts WHEN new.count = 0 BEGIN
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
        SELECT 'status' AS facet, new.status AS value UNION ALL SELECT 'free_until', new.free_until
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
        UNION ALL SELECT 'free_until', old.free_until, new.free_until
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
CREATE TRIGGER requests_counted_by_key AFTER INSERT ON requests BEGIN
    INSERT INTO key_counts SELECT new.account, 'requests', facet, value, 1 FROM (
        SELECT 'customer' AS facet, new.customer AS value UNION ALL SELECT 'kind', new.kind
        UNION ALL SELECT 'made', substr(new.id, 1, 3))
    WHERE value IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER requests_recounted_by_key AFTER UPDATE OF customer, body ON requests
WHEN (new.customer, new.kind) IS NOT (old.customer, old.kind) BEGIN
    INSERT INTO key_counts SELECT new.account, 'requests', facet, iif(more < 0, gone, come), more FROM (
        SELECT 'customer' AS facet, old.customer AS gone, new.customer AS come UNION ALL SELECT 'kind', old.kind, new.kind)
    CROSS JOIN (SELECT -1 AS more UNION ALL SELECT 1)
    WHERE gone IS NOT come AND iif(more < 0, gone, come) IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
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
    UPDATE container_keys SET (scac, vessel, lading, discharge, destination, customer, eta, eta_day) =
        (new.scac, new.vessel, new.lading, new.discharge, new.destination, new.customer, new.eta, new.eta_day)
    WHERE account = new.account
        AND id IN (SELECT id FROM containers WHERE account = new.account AND shipment = new.id);
END;
CREATE TRIGGER shipment_keys_pass_on_changes AFTER UPDATE ON shipment_keys
WHEN (new.scac, new.vessel, new.lading, new.discharge, new.destination, new.customer, new.eta, new.eta_day) IS NOT
    (old.scac, old.vessel, old.lading, old.discharge, old.destination, old.customer, old.eta, old.eta_day) BEGIN
    UPDATE container_keys SET (scac, vessel, lading, discharge, destination, customer, eta, eta_day) =
        (new.scac, new.vessel, new.lading, new.discharge, new.destination, new.customer, new.eta, new.eta_day)
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
-- A shipment is the customer's of the request that follows it, of those that have one, and stays so when none does any more. The
-- `+` keeps SQLite from going through all requests that have one.
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
    UPDATE shipment_keys SET customer = coalesce((SELECT customer FROM requests
        WHERE account = shipment_keys.account AND shipment = shipment_keys.id AND +customer IS NOT NULL
        ORDER BY live DESC, status = 'tracking_stopped' DESC, rowid DESC LIMIT 1), customer)
    WHERE account = new.account AND id IN (new.shipment, old.shipment);
END;
CREATE TRIGGER fields_forgotten AFTER DELETE ON fields BEGIN
    DELETE FROM words WHERE account = old.account AND kind = 'field ' || lower(hex(old.definition))
        AND owner = old.entity;
END;
