-- Mail on its way out, long work, and what was done.

CREATE TABLE outbox (
  account         INT           NOT NULL,
  id              BIGINT        NOT NULL,
  idempotency_key VARBINARY(64) NOT NULL COMMENT 'a form sent twice is one mail',
  message         BIGINT        NOT NULL COMMENT 'the copy in the account',
  envelope_from   VARCHAR(320)  NOT NULL,
  envelope_to     MEDIUMTEXT    NOT NULL COMMENT 'JSON array of addresses',
  state           VARCHAR(16)   NOT NULL COMMENT 'waiting, sending, sent, failed',
  attempts        SMALLINT      NOT NULL,
  next_attempt_at BIGINT        NOT NULL,
  last_error      VARCHAR(255)  NOT NULL,
  PRIMARY KEY (account, id),
  UNIQUE KEY outbox_by_idempotency_key (account, idempotency_key),
  KEY outbox_by_next_attempt (state, next_attempt_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE job (
  account    INT         NOT NULL,
  id         BIGINT      NOT NULL,
  kind       VARCHAR(32) NOT NULL,
  argument   MEDIUMTEXT  NOT NULL COMMENT 'JSON',
  progress   MEDIUMTEXT  NOT NULL COMMENT 'JSON: where to resume',
  state      VARCHAR(16) NOT NULL COMMENT 'waiting, running, done, failed',
  updated_at BIGINT      NOT NULL,
  PRIMARY KEY (account, id),
  KEY job_by_state (state, updated_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE audit (
  account INT         NOT NULL COMMENT 'who did it',
  id      BIGINT      NOT NULL,
  done_at BIGINT      NOT NULL,
  action  VARCHAR(32) NOT NULL,
  detail  MEDIUMTEXT  NOT NULL COMMENT 'JSON',
  PRIMARY KEY (account, id),
  KEY audit_by_time (done_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- What changed in a folder since a modseq, for clients that catch up.
CREATE TABLE change_log (
  account    INT        NOT NULL,
  folder     INT        NOT NULL,
  modseq     BIGINT     NOT NULL,
  uid        INT        NOT NULL,
  kind       VARCHAR(8) NOT NULL COMMENT 'added, changed, removed',
  changed_at BIGINT     NOT NULL,
  PRIMARY KEY (account, folder, modseq, uid)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
