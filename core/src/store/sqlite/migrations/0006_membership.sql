-- A container that left its shipment stays readable with its history, and is no longer counted.
ALTER TABLE containers ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
CREATE INDEX containers_in_shipment ON containers (account, shipment, id) WHERE gone = 0;
