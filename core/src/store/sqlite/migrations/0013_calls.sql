-- The calls that carriers got within the windows of their pace, so that a service that is opened again goes on counting.
CREATE TABLE calls_made (
    carrier TEXT NOT NULL,
    credential BLOB NOT NULL,
    at INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (carrier, credential, at)
) STRICT, WITHOUT ROWID;
