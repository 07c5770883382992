-- What was told, packed (`packing.rs`). Notices that stand in `notices` stay there as they are: nothing is added to it.
CREATE TABLE told (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, -- a place in the feed is never given twice
    account BLOB NOT NULL,
    key BLOB NOT NULL UNIQUE, -- 16 bytes of the SHA-256 of account and key
    dictionary INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;
CREATE INDEX told_to_account ON told (account);
INSERT INTO sqlite_sequence (name, seq) SELECT 'told', seq FROM sqlite_sequence WHERE name = 'notices';

-- Long parts of what was told, which all notices of one moment share.
CREATE TABLE passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    dictionary INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;
