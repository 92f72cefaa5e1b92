-- Receiving and sending mail, and one log of every change; docs/decisions/0022 says why.
-- Tables and columns that nodes of the release before use keep their names and their meaning, and each new column of
-- such a table has a default. Those nodes do not find raw mail that newer nodes store in blob_data.
-- Some tables come before the code that fills them, so that databases are migrated once: keyword and item_keyword,
-- domain, address, alias_target and delivered, draft, outbox and outbox_recipient. So do message.trace and blob.key_id.
-- The removal of an account or a message covers them already.

-- The number of an account's last change. A transaction that changes its mail locks this row before it takes the next
-- number, and holds the lock until the commit; so the changes become visible in the order of their numbers.
ALTER TABLE account
  ADD COLUMN modseq       BIGINT NOT NULL DEFAULT 0 COMMENT 'number of the last change of its mail; folders and items copy it',
  ADD COLUMN change_floor BIGINT NOT NULL DEFAULT 0 COMMENT 'change_log has every change after this number',
  ADD COLUMN linked_to    BIGINT NOT NULL DEFAULT -1 COMMENT 'messages up to this id have their rows in blob_link and thread_ref';

-- No release has written change_log. One row holds all that one transaction changed.
DELETE FROM change_log;

ALTER TABLE change_log
  DROP PRIMARY KEY,
  DROP COLUMN folder,
  DROP COLUMN uid,
  DROP COLUMN kind,
  ADD COLUMN changes MEDIUMBLOB NOT NULL COMMENT 'packed, see arashi.store.change',
  ADD PRIMARY KEY (account, modseq),
  ADD KEY change_log_by_time (changed_at, account, modseq);

-- A row keeps a blob, and lets the account read it. A blob without a row is garbage, unless a message of an earlier
-- release names it.
CREATE TABLE blob_link (
  account INT        NOT NULL,
  sha256  BINARY(32) NOT NULL,
  kind    TINYINT    NOT NULL COMMENT '1 message, 2 draft, 3 outbox, 4 upload, 5 expunged message',
  owner   BIGINT     NOT NULL COMMENT 'id of that kind',
  PRIMARY KEY (account, sha256, kind, owner),
  KEY blob_link_by_sha256 (sha256)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Chunks of 1 MiB in the order of insertion: a key by hash would write a page of its own for each mail.
-- The chunks of one transaction share a sequence number.
CREATE TABLE blob_data (
  seq  BIGINT     NOT NULL AUTO_INCREMENT,
  n    INT        NOT NULL COMMENT 'from 0',
  data MEDIUMBLOB NOT NULL,
  PRIMARY KEY (seq, n)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

ALTER TABLE `blob`
  ADD COLUMN seq         BIGINT  NULL COMMENT 'of its chunks in blob_data; null: they are in blob_chunk',
  ADD COLUMN first_chunk INT     NOT NULL DEFAULT 0 COMMENT 'number of the first in blob_data',
  ADD COLUMN codec       TINYINT NOT NULL DEFAULT 1 COMMENT '1: Deflate in zlib format (RFC 1950)',
  ADD COLUMN key_id      INT     NULL COMMENT 'key that encrypts the chunks; null: none';

ALTER TABLE message
  ADD COLUMN parser INT  NOT NULL DEFAULT 0 COMMENT 'version of the parser that made the display; 0: before versions',
  ADD COLUMN trace  BLOB NULL COMMENT 'header fields that delivery wrote, shown above the raw mail';

-- Message-IDs are not unique.
ALTER TABLE message ADD KEY message_by_message_id (account, message_id_hash, message);

-- Every Message-ID that the account has seen, in its own field or as a reference, and its conversation.
CREATE TABLE thread_ref (
  account INT    NOT NULL,
  id_hash BIGINT NOT NULL,
  thread  BIGINT NOT NULL,
  PRIMARY KEY (account, id_hash),
  KEY thread_ref_by_thread (account, thread)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

ALTER TABLE item
  MODIFY COLUMN flags INT NOT NULL COMMENT 'bits: 1 seen, 2 flagged, 4 answered, 8 draft',
  ADD COLUMN sent_at BIGINT NULL COMMENT 'what the mail says; received_at orders';

CREATE TABLE keyword (
  account INT            NOT NULL,
  id      INT            NOT NULL,
  name    VARBINARY(255) NOT NULL COMMENT 'UTF-8',
  PRIMARY KEY (account, id),
  UNIQUE KEY keyword_by_name (account, name)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- The key has the message, not the uid, so that a refile changes no row here.
CREATE TABLE item_keyword (
  account INT    NOT NULL,
  message BIGINT NOT NULL,
  keyword INT    NOT NULL,
  PRIMARY KEY (account, message, keyword),
  KEY item_keyword_by_keyword (account, keyword, message)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Domains whose mail the service receives. Names are A-labels in lower case.
CREATE TABLE domain (
  name       VARBINARY(253) NOT NULL,
  created_at BIGINT         NOT NULL,
  PRIMARY KEY (name)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- The address of an account (account is set), an alias (it has targets), or a removed one (removed_at is set). The row
-- of a removed address stays, so that no other account gets it by accident.
CREATE TABLE address (
  domain     VARBINARY(253) NOT NULL,
  local_part VARBINARY(255) NOT NULL COMMENT 'UTF-8, folded; empty: all that the domain lacks',
  account    INT            NULL COMMENT 'who receives its mail, or did until it was removed',
  created_at BIGINT         NOT NULL,
  removed_at BIGINT         NULL,
  PRIMARY KEY (domain, local_part),
  KEY address_by_account (account)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE alias_target (
  domain     VARBINARY(253) NOT NULL,
  local_part VARBINARY(255) NOT NULL,
  target     VARBINARY(512) NOT NULL COMMENT 'an address here or elsewhere',
  PRIMARY KEY (domain, local_part, target)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Recent deliveries, so that a mail that the sending server repeats is stored once.
CREATE TABLE delivered (
  account      INT        NOT NULL,
  mail_hash    BINARY(32) NOT NULL COMMENT 'SHA-256 of the sender and the content without our trace fields',
  message      BIGINT     NOT NULL,
  delivered_at BIGINT     NOT NULL,
  PRIMARY KEY (account, mail_hash),
  KEY delivered_by_time (delivered_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- The row is the draft; its item in the folder Drafts follows. blob_link has a row for each attachment.
CREATE TABLE draft (
  account         INT           NOT NULL,
  id              BIGINT        NOT NULL,
  idempotency_key VARBINARY(64) NOT NULL COMMENT 'a form sent twice is one draft',
  version         INT           NOT NULL COMMENT 'grows with each save: a tab that has an older one is told',
  content         MEDIUMBLOB    NOT NULL,
  message         BIGINT        NULL COMMENT 'its item, once it has one',
  created_at      BIGINT        NOT NULL,
  saved_at        BIGINT        NOT NULL,
  discarded_at    BIGINT        NULL COMMENT 'kept for a while, so that it can be undone',
  PRIMARY KEY (account, id),
  UNIQUE KEY draft_by_idempotency_key (account, idempotency_key)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

ALTER TABLE outbox
  MODIFY COLUMN message     BIGINT      NULL COMMENT 'its item, once it has one',
  MODIFY COLUMN envelope_to MEDIUMTEXT  NULL COMMENT 'not used: see outbox_recipient',
  MODIFY COLUMN state       VARCHAR(16) NOT NULL COMMENT 'held, scheduled, sending, in doubt, sent, failed',
  ADD COLUMN sha256      BINARY(32)    NULL COMMENT 'the mail, byte for byte as it is sent',
  ADD COLUMN created_at  BIGINT        NOT NULL DEFAULT 0,
  ADD COLUMN lease_until BIGINT        NOT NULL DEFAULT 0 COMMENT 'until then nobody else sends it',
  ADD COLUMN leased_by   VARBINARY(64) NULL COMMENT 'one attempt of one node';

CREATE TABLE outbox_recipient (
  account         INT            NOT NULL,
  id              BIGINT         NOT NULL COMMENT 'of the outbox',
  n               INT            NOT NULL,
  address         VARBINARY(512) NOT NULL,
  state           VARCHAR(16)    NOT NULL COMMENT 'as in outbox',
  attempts        SMALLINT       NOT NULL DEFAULT 0,
  next_attempt_at BIGINT         NOT NULL,
  last_reply      VARCHAR(512)   NOT NULL DEFAULT '',
  PRIMARY KEY (account, id, n)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
