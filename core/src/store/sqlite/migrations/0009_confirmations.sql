-- When a source said last what it expects: facts are never changed, and an answer that says nothing new adds none.
CREATE TABLE confirmations (
    account BLOB NOT NULL,
    number TEXT NOT NULL,
    scac TEXT NOT NULL,
    fact INTEGER NOT NULL, -- the digest of its key
    received INTEGER NOT NULL, -- when it was received
    at INTEGER NOT NULL,
    PRIMARY KEY (account, number, scac, fact, received)
) STRICT, WITHOUT ROWID;
