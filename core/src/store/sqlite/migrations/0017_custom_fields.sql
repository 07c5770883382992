-- Fields that accounts add to their resources.
CREATE TABLE field_definitions (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    kind TEXT NOT NULL, -- of what has the field
    slug TEXT NOT NULL,
    type TEXT NOT NULL, -- of its values
    name TEXT NOT NULL, -- for readers, in capitals
    has_default INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id),
    UNIQUE (account, kind, slug)
) STRICT;
CREATE INDEX field_definitions_with_default ON field_definitions (account, kind, id) WHERE has_default = 1;

CREATE TABLE field_options (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    definition BLOB NOT NULL,
    value TEXT NOT NULL,
    position INTEGER,
    body TEXT NOT NULL,
    UNIQUE (account, id),
    UNIQUE (account, definition, value)
) STRICT;

CREATE TABLE fields (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    definition BLOB NOT NULL,
    kind TEXT NOT NULL,
    entity BLOB NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id),
    UNIQUE (account, entity, definition)
) STRICT;
CREATE INDEX fields_by_definition ON fields (account, definition, id);
CREATE INDEX fields_by_kind ON fields (account, kind, id);

-- How many values a definition has, so that no listing has to count them.
CREATE TABLE field_counts (
    account BLOB NOT NULL,
    definition BLOB NOT NULL,
    kind TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (account, definition)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER fields_counted AFTER INSERT ON fields BEGIN
    INSERT INTO field_counts VALUES (new.account, new.definition, new.kind, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER fields_uncounted AFTER DELETE ON fields BEGIN
    UPDATE field_counts SET count = count - 1 WHERE account = old.account AND definition = old.definition;
END;
CREATE TRIGGER field_definitions_removed AFTER DELETE ON field_definitions BEGIN
    DELETE FROM field_options WHERE account = old.account AND definition = old.id;
    DELETE FROM field_counts WHERE account = old.account AND definition = old.id;
END;
