-- Facts about numbers that nobody tracks yet. They wait here for a while, and go again when their time is over.
CREATE TABLE kept_facts (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, -- whoever looks for new ones goes by it
    account BLOB NOT NULL,
    number TEXT NOT NULL,
    received INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX kept_facts_of_number ON kept_facts (account, number);
CREATE INDEX kept_facts_by_receipt ON kept_facts (received);
CREATE TRIGGER kept_facts_counted AFTER INSERT ON kept_facts BEGIN
    INSERT INTO counters VALUES (new.account, 'kept facts', 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER kept_facts_uncounted AFTER DELETE ON kept_facts BEGIN
    UPDATE counters SET count = count - 1 WHERE account = old.account AND kind = 'kept facts';
END;
