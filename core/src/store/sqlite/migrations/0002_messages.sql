-- Messages without their attachments, and which attachments each one needs.

CREATE TABLE messages (
    hash BLOB NOT NULL UNIQUE, -- of the whole message
    packed BLOB NOT NULL
) STRICT;
CREATE TABLE message_parts (
    part BLOB NOT NULL,        -- the hash in `blobs`
    message BLOB NOT NULL,
    PRIMARY KEY (part, message)
) STRICT, WITHOUT ROWID;
