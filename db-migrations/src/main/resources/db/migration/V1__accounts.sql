-- Users, classes of service, and what admins set.
--
-- In all tables: numbers are signed, because MySQL takes a parameter that meets an unsigned column as unsigned, whatever
-- its sign. An instant is a BIGINT of milliseconds since 1970-01-01 UTC. Names compare byte by byte (utf8mb4_bin,
-- VARBINARY), so "Résumé" and "Resume" are two folders.

CREATE TABLE service_class (
  name             VARCHAR(32) NOT NULL,
  priority         SMALLINT    NOT NULL COMMENT 'higher goes first',
  guaranteed_share DOUBLE      NOT NULL DEFAULT 0.05 COMMENT 'of the service, whatever higher classes do',
  PRIMARY KEY (name)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO service_class (name, priority) VALUES ('gold', 30), ('standard', 20), ('guest', 10);

-- modseq is the number of the last change. A transaction that changes an account's mail locks this row before it takes
-- the next number, and holds the lock until the commit. So the changes become visible in the order of their numbers.
-- An empty text of full_name, language, zone, theme and after_delete leaves the choice to the browser or the service.
CREATE TABLE account (
  id               INT          NOT NULL AUTO_INCREMENT,
  name             VARCHAR(191) NOT NULL COMMENT 'lower case',
  password_hash    VARCHAR(255) NOT NULL COMMENT 'with its algorithm and parameters (PHC string)',
  service_class    VARCHAR(32)  NOT NULL,
  admin            BOOLEAN      NOT NULL,
  quota            BIGINT       NOT NULL COMMENT 'bytes of raw mail; 0: no limit',
  next_folder      INT          NOT NULL COMMENT 'folder ids are never used twice',
  created_at       BIGINT       NOT NULL,
  modseq           BIGINT       NOT NULL DEFAULT 0 COMMENT 'folders and items copy it',
  change_floor     BIGINT       NOT NULL DEFAULT 0 COMMENT 'change_log has every change after this number',
  full_name        VARCHAR(255) NOT NULL DEFAULT '' COMMENT 'of mail from an address without a name of its own',
  language         VARCHAR(16)  NOT NULL DEFAULT '' COMMENT 'tag (BCP 47)',
  zone             VARCHAR(64)  NOT NULL DEFAULT '' COMMENT 'time zone (IANA)',
  theme            VARCHAR(16)  NOT NULL DEFAULT '' COMMENT 'light, dark',
  after_delete     VARCHAR(16)  NOT NULL DEFAULT '' COMMENT 'page after an open mail was deleted: older, newer; empty: the list',
  made_by          INT          NOT NULL DEFAULT 0 COMMENT 'least version of the parser that read its mails, but for unreadable ones',
  remade_from      BIGINT       NOT NULL DEFAULT 9223372036854775807 COMMENT 'messages from this id on are parsed again',
  remake_all       BOOLEAN      NOT NULL DEFAULT FALSE COMMENT 'mails of the same version, too',
  remake_owner     BIGINT       NOT NULL DEFAULT 0 COMMENT 'random number of the process that parses them; 0: none',
  remake_until     BIGINT       NOT NULL DEFAULT 0 COMMENT 'end of its lease',
  last_uidvalidity BIGINT       NOT NULL DEFAULT 0 COMMENT 'newest of its folders, also of removed ones',
  PRIMARY KEY (id),
  UNIQUE KEY account_by_name (name),
  KEY account_by_made_by (made_by)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- The browser has the token, the row only its SHA-256. A reader of this table cannot log in with it.
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

-- Failed logins of all nodes.
CREATE TABLE login_failure (
  subject  BINARY(16) NOT NULL COMMENT 'start of the SHA-256 of a name, an address or a browser',
  failures INT        NOT NULL,
  ends_at  BIGINT     NOT NULL COMMENT 'the failures count until then',
  PRIMARY KEY (subject),
  KEY login_failure_by_end (ends_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Keys that all nodes share.
CREATE TABLE secret (
  purpose VARCHAR(32)   NOT NULL,
  bytes   VARBINARY(64) NOT NULL,
  PRIMARY KEY (purpose)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO secret (purpose, bytes)
VALUES ('image links', RANDOM_BYTES(32)), ('demo password', RANDOM_BYTES(32)), ('user levels', RANDOM_BYTES(32));

CREATE TABLE response_target (
  service_class VARCHAR(32) NOT NULL,
  request       VARCHAR(32) NOT NULL COMMENT 'request type, as in the stage''s name',
  millis        INT         NOT NULL COMMENT '90th percentile to hold',
  PRIMARY KEY (service_class, request)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- One second for pages that a user waits for; more for logins, which hash a password, for searches and for attachments.
-- The rank of a class shows under load, not in its targets.
INSERT INTO response_target (service_class, request, millis)
SELECT c.name, t.request, t.millis
FROM service_class c
CROSS JOIN (
  SELECT 'login' AS request, 3000 AS millis
  UNION ALL SELECT 'list folders', 1000
  UNION ALL SELECT 'list messages', 1000
  UNION ALL SELECT 'show message', 1000
  UNION ALL SELECT 'attachment', 3000
  UNION ALL SELECT 'delete', 1000
  UNION ALL SELECT 'refile', 1000
  UNION ALL SELECT 'flag', 1000
  UNION ALL SELECT 'search', 2000
) t;

CREATE TABLE stage_setting (
  request    VARCHAR(32) NOT NULL COMMENT 'request type, as in the stage''s name',
  controller VARCHAR(16) NOT NULL COMMENT 'deadline, aimd, threshold, none',
  quality    DOUBLE      NULL COMMENT 'fixed by an admin; null: set by the controller',
  PRIMARY KEY (request)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Each change of classes, targets and stage settings raises the revision. All nodes follow it.
CREATE TABLE policy_revision (
  id       INT    NOT NULL,
  revision BIGINT NOT NULL,
  PRIMARY KEY (id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO policy_revision (id, revision) VALUES (1, 1);

CREATE TABLE audit (
  account INT          NOT NULL COMMENT 'of the admin',
  id      BIGINT       NOT NULL,
  done_at BIGINT       NOT NULL,
  action  VARCHAR(32)  NOT NULL,
  detail  MEDIUMTEXT   NOT NULL COMMENT 'JSON',
  name    VARCHAR(191) NOT NULL DEFAULT '' COMMENT 'of the account, which may be removed',
  PRIMARY KEY (account, id),
  KEY audit_by_time (done_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
