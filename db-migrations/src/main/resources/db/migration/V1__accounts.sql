-- Who may use the service, and what it promises them.
--
-- In all tables: numbers are signed, for MySQL takes a parameter that meets an unsigned column for unsigned,
-- whatever its sign; an instant is a BIGINT of milliseconds since 1970-01-01 UTC; names compare byte by byte
-- (utf8mb4_bin, VARBINARY), so that "Résumé" and "Resume" are two folders.

CREATE TABLE service_class (
  name     VARCHAR(32) NOT NULL,
  priority SMALLINT    NOT NULL COMMENT 'higher goes first',
  PRIMARY KEY (name)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO service_class (name, priority) VALUES ('gold', 30), ('standard', 20), ('guest', 10);

CREATE TABLE account (
  id            INT          NOT NULL AUTO_INCREMENT,
  name          VARCHAR(191) NOT NULL COMMENT 'lower case',
  password_hash VARCHAR(255) NOT NULL COMMENT 'with its algorithm and parameters (PHC string)',
  service_class VARCHAR(32)  NOT NULL,
  admin         BOOLEAN      NOT NULL,
  quota         BIGINT       NOT NULL COMMENT 'bytes of raw mail; 0: no limit',
  next_folder   INT          NOT NULL COMMENT 'folder ids are never used twice',
  created_at    BIGINT       NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY account_by_name (name)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- The browser holds the token, the row only its SHA-256: who reads this table can't log in with it.
CREATE TABLE session (
  token_hash     BINARY(32)   NOT NULL,
  account        INT          NOT NULL,
  csrf           VARCHAR(64)  NOT NULL,
  created_at     BIGINT       NOT NULL,
  last_used_at   BIGINT       NOT NULL,
  expires_at     BIGINT       NOT NULL,
  user_agent     VARCHAR(255) NOT NULL,
  remote_address VARCHAR(64)  NOT NULL,
  PRIMARY KEY (token_hash),
  KEY session_by_account (account, last_used_at),
  KEY session_by_expiry (expires_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE response_target (
  service_class VARCHAR(32) NOT NULL,
  request       VARCHAR(32) NOT NULL COMMENT 'request type, as in the stage''s name',
  millis        INT         NOT NULL COMMENT '90th percentile to hold',
  PRIMARY KEY (service_class, request)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
