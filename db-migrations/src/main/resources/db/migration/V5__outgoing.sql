-- Mail that is written and sent; docs/decisions/0026 says why.

-- The name, signature and reply address of an address that an account writes as. The tables address and alias_target
-- say whether it may.
CREATE TABLE identity (
  account    INT            NOT NULL,
  address    VARBINARY(512) NOT NULL COMMENT 'as in address: folded local part, A-labels',
  name       VARCHAR(255)   NOT NULL,
  signature  MEDIUMTEXT     NOT NULL,
  reply_to   VARCHAR(320)   NOT NULL COMMENT 'empty: none',
  is_default BOOLEAN        NOT NULL,
  PRIMARY KEY (account, address)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- The row is the draft; its item in the folder Drafts follows seldom. The saved_ columns tell a form that is sent again
-- from another one.
CREATE TABLE draft (
  account         INT           NOT NULL,
  id              BIGINT        NOT NULL,
  idempotency_key VARBINARY(64) NOT NULL COMMENT 'a form sent twice is one draft',
  version         INT           NOT NULL COMMENT 'grows with each save; a tab with an older one is told',
  content         MEDIUMBLOB    NOT NULL,
  message         BIGINT        NULL COMMENT 'its item, once it has one',
  created_at      BIGINT        NOT NULL,
  saved_at        BIGINT        NOT NULL,
  discarded_at    BIGINT        NULL COMMENT 'kept for a while, for undo',
  attachments     BLOB          NULL COMMENT 'SHA-256 of each, one after the other; blob_link has them too',
  filed_at        BIGINT        NOT NULL DEFAULT 0 COMMENT 'when its item was made',
  stale_since     BIGINT        NULL COMMENT 'first save since its item was made; null: none',
  saved_window    VARBINARY(64) NULL COMMENT 'window of the last save',
  saved_edits     INT           NOT NULL DEFAULT 0 COMMENT 'edits in that window until then',
  saved_version   INT           NOT NULL DEFAULT 0 COMMENT 'version of that save',
  PRIMARY KEY (account, id),
  UNIQUE KEY draft_by_idempotency_key (account, idempotency_key),
  KEY draft_by_message (account, message),
  KEY draft_by_staleness (stale_since),
  KEY draft_by_discarding (discarded_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- A row has the id of its draft, so a form that is sent twice is one mail. next_attempt_at is the time of the next work on
-- it: the end of the lease of a leased row, and the time of the end of a finished one.
CREATE TABLE outbox (
  account         INT           NOT NULL,
  id              BIGINT        NOT NULL,
  idempotency_key VARBINARY(64) NOT NULL COMMENT 'a form sent twice is one mail',
  message         BIGINT        NULL COMMENT 'its item, once it has one',
  envelope_from   VARCHAR(320)  NOT NULL,
  state           VARCHAR(16)   NOT NULL COMMENT 'held, scheduled, sending, in doubt, sent, failed',
  attempts        SMALLINT      NOT NULL,
  next_attempt_at BIGINT        NOT NULL,
  last_error      VARCHAR(255)  NOT NULL,
  sha256          BINARY(32)    NULL COMMENT 'the mail, byte for byte as it is sent',
  created_at      BIGINT        NOT NULL DEFAULT 0,
  lease_until     BIGINT        NOT NULL DEFAULT 0 COMMENT 'until then no other node sends it',
  leased_by       VARBINARY(64) NULL COMMENT 'one attempt of one node',
  draft           MEDIUMBLOB    NULL COMMENT 'content of the draft, for undo and for another try',
  attachments     BLOB          NULL COMMENT 'as in draft',
  version         INT           NOT NULL DEFAULT 0 COMMENT 'of the draft',
  answers         BIGINT        NULL COMMENT 'message to be marked when this is accepted',
  answer_mark     INT           NOT NULL DEFAULT 0 COMMENT 'flag that it gets',
  due_since       BIGINT        NOT NULL DEFAULT 0 COMMENT 'when it was to be sent first',
  maybe_twice     BOOLEAN       NOT NULL DEFAULT FALSE COMMENT 'a crash may have sent it twice',
  content_hash    BINARY(32)    NULL COMMENT 'SHA-256 of the content of the draft that was sent',
  PRIMARY KEY (account, id),
  UNIQUE KEY outbox_by_idempotency_key (account, idempotency_key),
  KEY outbox_by_next_attempt (state, next_attempt_at),
  KEY outbox_by_creation (account, created_at),
  KEY outbox_by_message (account, message)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- The report columns have what a delivery report (RFC 3464) said after the relay had accepted the mail.
CREATE TABLE outbox_recipient (
  account         INT            NOT NULL,
  id              BIGINT         NOT NULL COMMENT 'of the outbox',
  n               INT            NOT NULL,
  address         VARBINARY(512) NOT NULL,
  state           VARCHAR(16)    NOT NULL COMMENT 'as in outbox',
  attempts        SMALLINT       NOT NULL DEFAULT 0,
  next_attempt_at BIGINT         NOT NULL,
  last_reply      VARCHAR(512)   NOT NULL DEFAULT '',
  maybe_twice     BOOLEAN        NOT NULL DEFAULT FALSE COMMENT 'as in outbox, for this recipient',
  report          VARCHAR(16)    NULL COMMENT 'failed, delayed, delivered; null: none came',
  report_text     VARCHAR(512)   NOT NULL DEFAULT '' COMMENT 'of the report, in one line',
  reported_at     BIGINT         NOT NULL DEFAULT 0,
  PRIMARY KEY (account, id, n)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Machines that have sent from this outbox. A copy of the database has the rows of its original's machines.
CREATE TABLE node (
  id      CHAR(64)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL
          COMMENT 'hash of the machine and of the place of the database',
  host    VARCHAR(255) NOT NULL COMMENT 'name of the machine',
  seen_at BIGINT       NOT NULL COMMENT 'changes while a node runs there',
  PRIMARY KEY (id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- One row: whether mail may leave.
CREATE TABLE outbox_hold (
  id         TINYINT      NOT NULL COMMENT '1',
  cause      VARCHAR(16)  NOT NULL COMMENT 'none, copy, operator',
  host       VARCHAR(255) NOT NULL COMMENT 'the machine that changed it last',
  changed_at BIGINT       NOT NULL COMMENT '0: never',
  PRIMARY KEY (id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO outbox_hold (id, cause, host, changed_at) VALUES (1, 'none', '', 0);
