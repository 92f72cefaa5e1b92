-- Remote images: whose an account always shows, and the key by which nodes sign the addresses of images. Nodes of the
-- release before neither write nor read these tables.

CREATE TABLE image_sender (
  account INT            NOT NULL,
  address VARBINARY(640) NOT NULL COMMENT 'UTF-8, lower case',
  since   BIGINT         NOT NULL,
  PRIMARY KEY (account, address)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE secret (
  purpose VARCHAR(32)   NOT NULL,
  bytes   VARBINARY(64) NOT NULL,
  PRIMARY KEY (purpose)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO secret (purpose, bytes) VALUES ('image links', RANDOM_BYTES(32));
