-- Credentials of accounts at carriers, sealed under the host's key, and what tells that key from another one.
CREATE TABLE credentials (
    id BLOB NOT NULL PRIMARY KEY,
    account BLOB NOT NULL,
    scac TEXT NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, scac, name)
) STRICT;
CREATE TABLE sealing (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    body TEXT NOT NULL
) STRICT;
