-- Whom an account gets mail from and writes to, for the completion of addresses. Nodes of the release before do not
-- fill these tables; nobody is found by mail that they file.

CREATE TABLE correspondent (
  account  INT            NOT NULL,
  address  VARBINARY(640) NOT NULL COMMENT 'lower case',
  written  VARBINARY(640) NOT NULL COMMENT 'the same as it was written last',
  name     VARCHAR(255)   NOT NULL COMMENT 'empty: none',
  sent     BIGINT         NOT NULL COMMENT 'mails that went there',
  received BIGINT         NOT NULL COMMENT 'mails that came from there',
  used_at  BIGINT         NOT NULL COMMENT 'when the last of them did',
  PRIMARY KEY (account, address),
  KEY correspondent_by_use (account, used_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- A row for each word of a name or an address: those that begin alike are neighbours.
CREATE TABLE correspondent_word (
  account INT            NOT NULL,
  word    VARBINARY(64)  NOT NULL COMMENT 'UTF-8, lower case, without accents',
  address VARBINARY(640) NOT NULL,
  PRIMARY KEY (account, word, address)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
