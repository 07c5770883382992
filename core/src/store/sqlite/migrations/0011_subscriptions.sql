-- Who may send to the service without being asked, and what of it came already.
CREATE TABLE subscriptions (
    id BLOB NOT NULL PRIMARY KEY,
    account BLOB NOT NULL,
    called TEXT, -- the carrier's id; empty while nobody knows it, NULL for a source that is no carrier
    due INTEGER,
    created INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX subscriptions_by_account ON subscriptions (account, created, id);
CREATE INDEX subscriptions_by_name ON subscriptions (called, created, id) WHERE called IS NOT NULL;
CREATE INDEX subscriptions_due ON subscriptions (due) WHERE due IS NOT NULL;
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
