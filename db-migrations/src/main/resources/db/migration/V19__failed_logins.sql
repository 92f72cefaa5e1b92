-- Failed logins of all nodes, and the password of the demo accounts. Nodes of the release before count in their own
-- memory and neither write nor read these rows.

CREATE TABLE login_failure (
  subject  BINARY(16) NOT NULL COMMENT 'begin of the SHA-256 of a name, an address or a browser',
  failures INT        NOT NULL,
  ends_at  BIGINT     NOT NULL COMMENT 'the failures count until then',
  PRIMARY KEY (subject),
  KEY login_failure_by_end (ends_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO secret (purpose, bytes) VALUES ('demo password', RANDOM_BYTES(32));
