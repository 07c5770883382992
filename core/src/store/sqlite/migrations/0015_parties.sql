-- Customers of accounts. An account has each name once.
CREATE TABLE parties (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id),
    UNIQUE (account, name)
) STRICT;
CREATE TRIGGER parties_counted AFTER INSERT ON parties BEGIN
    INSERT INTO counters VALUES (new.account, 'parties', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
