-- Listings whose cost does not grow with what they pass over.

-- When a request was made stands in its id.
DROP INDEX requests_by_creation;
CREATE INDEX requests_by_carrier ON requests (account, scac, id);
CREATE INDEX requests_by_carrier_and_status ON requests (account, scac, status, id);

-- Changes within a period: by the period where it has few of them, else along the ids. What else is filtered by stands in
-- both, so that no record is read to be passed over.
DROP INDEX requests_by_update;
CREATE INDEX requests_by_update ON requests (account, updated, id, scac, status);
CREATE INDEX requests_in_order ON requests (account, id, updated, scac, status);

-- How many requests there are of each carrier and status, so that no listing of them has to count.
CREATE TABLE request_counts (
    account BLOB NOT NULL,
    scac TEXT NOT NULL,
    status TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (account, scac, status)
) STRICT, WITHOUT ROWID;
INSERT INTO request_counts SELECT account, scac, status, count(*) FROM requests GROUP BY account, scac, status;
CREATE TRIGGER requests_counted_apart AFTER INSERT ON requests BEGIN
    INSERT INTO request_counts VALUES (new.account, new.scac, new.status, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER requests_recounted AFTER UPDATE OF scac, status ON requests
WHEN new.scac <> old.scac OR new.status <> old.status BEGIN
    UPDATE request_counts SET count = count - 1
    WHERE account = old.account AND scac = old.scac AND status = old.status;
    INSERT INTO request_counts VALUES (new.account, new.scac, new.status, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

INSERT INTO counters SELECT account, 'stopped shipments', count(*) FROM shipments WHERE stopped = 1 GROUP BY account;
CREATE TRIGGER stopped_shipments_counted AFTER INSERT ON shipments WHEN new.stopped = 1 BEGIN
    INSERT INTO counters VALUES (new.account, 'stopped shipments', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER stopped_shipments_recounted AFTER UPDATE OF stopped ON shipments WHEN new.stopped <> old.stopped BEGIN
    INSERT INTO counters VALUES (new.account, 'stopped shipments', new.stopped - old.stopped)
    ON CONFLICT DO UPDATE SET count = count + new.stopped - old.stopped;
END;

-- The events of a container as they were learned, their ids without their records. A row whose record cannot be read must
-- stand in nobody's way, least of all in that of this migration: hence `json_valid`, and looking for text elsewhere.
CREATE INDEX events_of_container
    ON events (account, container, learned, CASE WHEN json_valid(body) THEN body ->> '$.event.id' END);

ALTER TABLE deliveries ADD COLUMN failed INTEGER
    GENERATED ALWAYS AS (instr(body, '"status":"failed"') > 0) VIRTUAL;
CREATE INDEX deliveries_failed ON deliveries (account, webhook, id) WHERE failed;

ALTER TABLE emails ADD COLUMN quarantined INTEGER
    GENERATED ALWAYS AS (instr(body, '"quarantined":true') > 0) VIRTUAL;
CREATE INDEX emails_quarantined ON emails (account, id) WHERE quarantined;

CREATE INDEX documents_kept ON documents (account, id) WHERE discarded = 0;
