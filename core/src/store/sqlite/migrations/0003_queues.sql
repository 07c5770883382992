-- The queues due work stands in, one a party: the look-ups of a carrier, the deliveries to a webhook. Triggers keep their
-- heads, so that whose turn it is can be told without walking anybody's backlog.

-- The carrier a number points to, while the request's own is still open.
ALTER TABLE requests ADD COLUMN inferred TEXT;
ALTER TABLE requests ADD COLUMN party TEXT GENERATED ALWAYS AS (coalesce(inferred, scac)) VIRTUAL;
CREATE INDEX requests_of_party ON requests (party, due, id) WHERE due IS NOT NULL;
CREATE INDEX deliveries_of_webhook ON deliveries (webhook, due, id) WHERE due IS NOT NULL;

CREATE TABLE queues (
    kind TEXT NOT NULL,             -- 'carrier' or 'webhook'
    party ANY NOT NULL,             -- the carrier's code as text, or the webhook's id
    origin TEXT NOT NULL DEFAULT '', -- where the webhook leads to
    head INTEGER,                   -- when its first item is due
    failures INTEGER NOT NULL DEFAULT 0, -- in a row
    rests INTEGER,                  -- until when the party is left alone
    troubled INTEGER GENERATED ALWAYS AS (failures > 0) VIRTUAL,
    due INTEGER GENERATED ALWAYS AS (max(head, coalesce(rests, head))) VIRTUAL,
    PRIMARY KEY (kind, party)
) STRICT, WITHOUT ROWID;
CREATE INDEX queues_due ON queues (kind, troubled, due) WHERE due IS NOT NULL;
CREATE INDEX queues_resting ON queues (rests) WHERE rests IS NOT NULL;

INSERT INTO queues (kind, party, head)
SELECT 'carrier', party, min(due) FROM requests WHERE due IS NOT NULL GROUP BY party;
-- A URL begins with http:// or https://: its host ends at the first slash behind the eighth character.
INSERT INTO queues (kind, party, origin, head)
SELECT 'webhook', id, lower(substr(url, 1, instr(substr(url, 9) || '/', '/') + 7)),
    (SELECT min(due) FROM deliveries WHERE webhook = webhooks.id AND due IS NOT NULL)
FROM (SELECT id, coalesce(body ->> '$.webhook.attributes.url', '') AS url FROM webhooks) AS webhooks;

CREATE TRIGGER requests_queued AFTER INSERT ON requests WHEN new.due IS NOT NULL BEGIN
    INSERT INTO queues (kind, party, head) VALUES ('carrier', new.party, new.due)
    ON CONFLICT DO UPDATE SET head = new.due WHERE head IS NULL OR head > new.due;
END;
CREATE TRIGGER requests_moved AFTER UPDATE OF due, scac, inferred ON requests
WHEN old.due IS NOT new.due OR old.party IS NOT new.party BEGIN
    UPDATE queues SET head = (SELECT min(due) FROM requests WHERE party = old.party AND due IS NOT NULL)
    WHERE kind = 'carrier' AND party = old.party AND old.due = head;
    INSERT INTO queues (kind, party, head) SELECT 'carrier', new.party, new.due WHERE new.due IS NOT NULL
    ON CONFLICT DO UPDATE SET head = new.due WHERE head IS NULL OR head > new.due;
END;
CREATE TRIGGER deliveries_queued AFTER INSERT ON deliveries WHEN new.due IS NOT NULL BEGIN
    INSERT INTO queues (kind, party, head) VALUES ('webhook', new.webhook, new.due)
    ON CONFLICT DO UPDATE SET head = new.due WHERE head IS NULL OR head > new.due;
END;
CREATE TRIGGER deliveries_moved AFTER UPDATE OF due, webhook ON deliveries
WHEN old.due IS NOT new.due OR old.webhook IS NOT new.webhook BEGIN
    UPDATE queues SET head = (SELECT min(due) FROM deliveries WHERE webhook = old.webhook AND due IS NOT NULL)
    WHERE kind = 'webhook' AND party = old.webhook AND old.due = head;
    INSERT INTO queues (kind, party, head) SELECT 'webhook', new.webhook, new.due WHERE new.due IS NOT NULL
    ON CONFLICT DO UPDATE SET head = new.due WHERE head IS NULL OR head > new.due;
END;
CREATE TRIGGER deliveries_left AFTER DELETE ON deliveries WHEN old.due IS NOT NULL BEGIN
    UPDATE queues SET head = (SELECT min(due) FROM deliveries WHERE webhook = old.webhook AND due IS NOT NULL)
    WHERE kind = 'webhook' AND party = old.webhook AND old.due = head;
END;
CREATE TRIGGER webhooks_left AFTER DELETE ON webhooks BEGIN
    DELETE FROM queues WHERE kind = 'webhook' AND party = old.id;
END;
