-- Files that were announced, and what has come of them. `waiting` are the bytes that no document was made of yet.
CREATE TABLE uploads (
    account BLOB NOT NULL,
    id BLOB NOT NULL,
    waiting INTEGER NOT NULL,
    created INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account, id)
) STRICT;
CREATE INDEX uploads_waiting ON uploads (account, waiting) WHERE waiting > 0;
CREATE INDEX uploads_by_age ON uploads (created);

-- Bytes that came piece by piece, so that no more than a piece is ever in memory. Those of `loose_pieces` are not kept
-- under their digest yet: when nobody comes for them, they go.
CREATE TABLE pieces (
    owner BLOB NOT NULL,
    place INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (owner, place)
) STRICT;
CREATE TABLE loose_pieces (
    owner BLOB NOT NULL PRIMARY KEY,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX loose_pieces_by_age ON loose_pieces (created);
ALTER TABLE blobs ADD COLUMN pieces BLOB; -- the owner of its pieces, where its bytes are not in this row

-- What listings of documents search and sort by. A record that cannot be read stands in nobody's way.
ALTER TABLE documents ADD COLUMN kind TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN coalesce(
    body ->> '$.document.attributes.document_type_manual', body ->> '$.document.attributes.document_type', '')
    ELSE '' END) VIRTUAL;
ALTER TABLE documents ADD COLUMN file_name TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN coalesce(
    body ->> '$.document.attributes.file_name', '') ELSE '' END) VIRTUAL;
ALTER TABLE documents ADD COLUMN added_by TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN coalesce(
    body ->> '$.document.relationships.user.data.id', '') || ' ' || coalesce(
    body ->> '$.document.attributes.source', '') ELSE '' END) VIRTUAL;
ALTER TABLE documents ADD COLUMN content TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN
    body ->> '$.content' END) VIRTUAL;
CREATE INDEX documents_by_kind ON documents (account, kind, id) WHERE discarded = 0;
CREATE INDEX documents_by_file_name ON documents (account, file_name, id) WHERE discarded = 0;
CREATE INDEX documents_by_adder ON documents (account, added_by, id) WHERE discarded = 0;
CREATE INDEX documents_by_content ON documents (account, content, id) WHERE discarded = 0;
INSERT OR IGNORE INTO words
    SELECT account, 'documents', upper(trim(told.value ->> '$.number')), documents.id
    FROM documents, json_each(iif(json_valid(body), body, '{}'), '$.representation.attributes.payload.containers') AS told
    WHERE instr(body, '"found_in"') > 0 AND told.value ->> '$.number' IS NOT NULL;
