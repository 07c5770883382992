-- What listings and the search find shipments and containers by, in narrow rows beside their records: names and codes in
-- capitals without marks, moments in microseconds, days in days since 1970. A row changes only where one of its keys does.
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
    eta_day INTEGER,
    PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;

-- A container has the keys of its shipment and its own, so that a listing by several of them need not go back and forth.
CREATE TABLE container_keys (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    tail TEXT NOT NULL, -- the number backwards: what it ends with is what this begins with
    status TEXT NOT NULL,
    free_until INTEGER,
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

ALTER TABLE requests ADD COLUMN customer BLOB;
ALTER TABLE parties ADD COLUMN word TEXT NOT NULL DEFAULT ''; -- the name, in capitals without marks
CREATE INDEX parties_by_word ON parties (account, word, id);

-- How many rows have a key, so that no listing has to count them, and the best key to begin with is known; also every
-- name there is, for the search. Moments are counted by days; when requests were made, by the beginnings of their ids: some
-- four and a half hours each.
CREATE TABLE key_counts (
    account BLOB NOT NULL,
    kind TEXT NOT NULL,
    facet TEXT NOT NULL,
    value ANY NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (account, kind, facet, value)
) STRICT, WITHOUT ROWID;
