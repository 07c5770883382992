-- Interchanges of EDI that were taken in: what came of each message, and the text of those of which nothing came.
CREATE TABLE interchanges (
    number INTEGER PRIMARY KEY AUTOINCREMENT, -- acknowledgements are numbered by it
    account BLOB NOT NULL,
    digest BLOB NOT NULL,
    sender TEXT NOT NULL,
    control_number TEXT NOT NULL,
    received INTEGER NOT NULL,
    UNIQUE (account, digest)
) STRICT;
CREATE INDEX interchanges_by_control_number ON interchanges (account, sender, control_number);
CREATE INDEX interchanges_by_receipt ON interchanges (received);
CREATE TABLE interchange_messages (
    interchange INTEGER NOT NULL,
    position INTEGER NOT NULL,
    account BLOB NOT NULL,
    text TEXT,
    body TEXT NOT NULL,
    UNIQUE (interchange, position)
) STRICT;
CREATE INDEX interchange_messages_unread ON interchange_messages (account, interchange, position) WHERE text IS NOT NULL;
CREATE TRIGGER interchange_messages_counted AFTER INSERT ON interchange_messages WHEN new.text IS NOT NULL BEGIN
    INSERT INTO counters VALUES (new.account, 'unread edi', length(CAST(new.text AS BLOB)))
    ON CONFLICT DO UPDATE SET count = count + excluded.count;
END;
CREATE TRIGGER interchange_messages_uncounted AFTER DELETE ON interchange_messages WHEN old.text IS NOT NULL BEGIN
    UPDATE counters SET count = count - length(CAST(old.text AS BLOB)) WHERE account = old.account AND kind = 'unread edi';
END;
CREATE TRIGGER interchange_messages_discarded AFTER UPDATE OF text ON interchange_messages
    WHEN old.text IS NOT NULL AND new.text IS NULL BEGIN
    UPDATE counters SET count = count - length(CAST(old.text AS BLOB)) WHERE account = old.account AND kind = 'unread edi';
END;
CREATE TRIGGER interchanges_dropped AFTER DELETE ON interchanges BEGIN
    DELETE FROM interchange_messages WHERE interchange = old.number;
END;
