-- Nodes of the release before do not read the key, and refuse by request.
INSERT INTO secret (purpose, bytes) VALUES ('user levels', RANDOM_BYTES(32));
