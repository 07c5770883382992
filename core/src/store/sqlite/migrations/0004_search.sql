-- What a search finds by its beginning beside numbers: the references of tracking requests and shipments, in (ASCII)
-- capitals. Numbers are found by the indexes they have.
CREATE TABLE words (
    account BLOB NOT NULL,
    kind TEXT NOT NULL, -- the table of the owner
    word TEXT NOT NULL,
    owner BLOB NOT NULL,
    PRIMARY KEY (account, kind, word, owner)
) STRICT, WITHOUT ROWID;
CREATE INDEX words_of_owner ON words (account, kind, owner);

-- Records without references, nearly all of them, are told by their text: reading JSON takes longer than everything else.
-- A record that cannot be read has none.
INSERT OR IGNORE INTO words
    SELECT account, 'requests', upper(trim(told.value)), requests.id
    FROM requests, json_each(iif(json_valid(body), body, '{}'), '$.ref_numbers') AS told
    WHERE instr(body, '"ref_numbers":["') > 0 AND told.type = 'text';
INSERT OR IGNORE INTO words
    SELECT account, 'shipments', upper(trim(told.value)), shipments.id
    FROM shipments, json_each(iif(json_valid(body), body, '{}'), '$.shipment.attributes.ref_numbers') AS told
    WHERE instr(body, '"ref_numbers":["') > 0 AND told.type = 'text';

ALTER TABLE requests ADD COLUMN kind TEXT
    GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN body ->> '$.kind' END) VIRTUAL;
CREATE INDEX requests_by_kind ON requests (account, kind, id);
