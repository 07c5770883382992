-- Which of those that are due goes first: a day that something hangs on, then new numbers, then all others, longest due first.
ALTER TABLE requests ADD COLUMN rank INTEGER NOT NULL DEFAULT 2000000;
CREATE INDEX requests_by_rank ON requests (party, account, rank, due, id) WHERE due IS NOT NULL;
