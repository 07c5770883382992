-- Messages without their attachments, and which attachments each one needs; webhooks by host.

CREATE TABLE messages (
    hash BLOB NOT NULL UNIQUE, -- of the whole message
    packed BLOB NOT NULL
) STRICT;
CREATE TABLE message_parts (
    part BLOB NOT NULL,        -- the hash in `blobs`
    message BLOB NOT NULL,
    PRIMARY KEY (part, message)
) STRICT, WITHOUT ROWID;

-- `origin` is the scheme and host without the port, because a circuit is for all ports of a host.
UPDATE queues SET origin = substr(rtrim(origin, '0123456789'), 1, length(rtrim(origin, '0123456789')) - 1)
    WHERE rtrim(origin, '0123456789') LIKE '%:';
