-- Places, terminals and vessels that an account's sources named, by the ids their records link them by.
CREATE TABLE whereabouts (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (account, id)
) STRICT, WITHOUT ROWID;
