-- The look-ups of one account at one carrier stand in a queue of their own, a lane, for they are made with the same credentials: where
-- those are set aside, or were used as often as they may be, nobody else waits for that.
CREATE TABLE queues_before AS SELECT kind, party, origin, head, failures, rests FROM queues;
DROP TABLE queues;
CREATE TABLE queues (
    kind TEXT NOT NULL,             -- 'carrier' or 'webhook'
    party ANY NOT NULL,             -- the carrier's code as text, or the webhook's id
    account BLOB NOT NULL DEFAULT x'', -- whose look-ups these are; empty for a webhook, and for the carrier as such
    origin TEXT NOT NULL DEFAULT '', -- where the webhook leads to
    head INTEGER,                   -- when its first item is due
    failures INTEGER NOT NULL DEFAULT 0, -- of the party, in a row
    rests INTEGER,                  -- until when the party is left alone
    held INTEGER,                   -- until when this lane waits
    credential BLOB,                -- the one that is set aside, where it waits for that
    troubled INTEGER GENERATED ALWAYS AS (failures > 0) VIRTUAL,
    due INTEGER GENERATED ALWAYS AS (max(head, coalesce(rests, head), coalesce(held, head))) VIRTUAL,
    PRIMARY KEY (kind, party, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX queues_due ON queues (kind, troubled, due) WHERE due IS NOT NULL;
CREATE INDEX queues_resting ON queues (rests) WHERE rests IS NOT NULL;
CREATE INDEX queues_held ON queues (held) WHERE held IS NOT NULL;

INSERT INTO queues (kind, party, origin, head, failures, rests)
SELECT kind, party, origin, iif(kind = 'carrier', NULL, head), failures, rests FROM queues_before;
INSERT INTO queues (kind, party, account, head, failures, rests)
SELECT 'carrier', requests.party, requests.account, min(requests.due), coalesce(max(failures), 0), max(rests)
FROM requests LEFT JOIN queues_before AS before ON before.kind = 'carrier' AND before.party = requests.party
WHERE requests.due IS NOT NULL GROUP BY requests.party, requests.account;
DROP TABLE queues_before;

DROP INDEX requests_of_party;
CREATE INDEX requests_of_lane ON requests (party, account, due, id) WHERE due IS NOT NULL;

DROP TRIGGER requests_queued;
DROP TRIGGER requests_moved;
-- A lane that begins fares as its carrier does.
CREATE TRIGGER requests_queued AFTER INSERT ON requests WHEN new.due IS NOT NULL BEGIN
    INSERT INTO queues (kind, party, account, head, failures, rests)
    SELECT 'carrier', new.party, new.account, new.due,
        coalesce((SELECT failures FROM queues WHERE kind = 'carrier' AND party = new.party AND account = x''), 0),
        (SELECT rests FROM queues WHERE kind = 'carrier' AND party = new.party AND account = x'')
    WHERE true
    ON CONFLICT DO UPDATE SET head = excluded.head WHERE head IS NULL OR head > excluded.head;
END;
CREATE TRIGGER requests_moved AFTER UPDATE OF due, scac, inferred ON requests
WHEN old.due IS NOT new.due OR old.party IS NOT new.party BEGIN
    UPDATE queues SET head = (
        SELECT min(due) FROM requests WHERE party = old.party AND account = old.account AND due IS NOT NULL)
    WHERE kind = 'carrier' AND party = old.party AND account = old.account AND old.due = head;
    INSERT INTO queues (kind, party, account, head, failures, rests)
    SELECT 'carrier', new.party, new.account, new.due,
        coalesce((SELECT failures FROM queues WHERE kind = 'carrier' AND party = new.party AND account = x''), 0),
        (SELECT rests FROM queues WHERE kind = 'carrier' AND party = new.party AND account = x'')
    WHERE new.due IS NOT NULL
    ON CONFLICT DO UPDATE SET head = excluded.head WHERE head IS NULL OR head > excluded.head;
END;

-- Credentials that a carrier refuses: who is asked with them waits, but for one look-up an hour.
CREATE TABLE credentials_aside (
    carrier TEXT NOT NULL,
    credential BLOB NOT NULL,
    since INTEGER NOT NULL,
    probe INTEGER NOT NULL, -- when it is tried again
    why TEXT,
    PRIMARY KEY (carrier, credential)
) STRICT, WITHOUT ROWID;
