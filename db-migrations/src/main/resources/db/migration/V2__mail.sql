-- Mail. Each key begins with the account, so a request reads adjacent rows of one account, whatever the size of the table.
-- Only raw mail is shared, because its key is its content.

CREATE TABLE folder (
  account     INT          NOT NULL,
  folder      INT          NOT NULL,
  parent      INT          NOT NULL COMMENT '0: at the top',
  name        VARCHAR(191) NOT NULL,
  role        VARCHAR(8)   NULL COMMENT 'inbox, drafts, outbox, sent, archive, junk, trash',
  uidvalidity BIGINT       NOT NULL,
  uidnext     INT          NOT NULL COMMENT 'uids are never used twice',
  modseq      BIGINT       NOT NULL COMMENT 'of the last change in the folder',
  total       INT          NOT NULL,
  unread      INT          NOT NULL,
  bytes       BIGINT       NOT NULL COMMENT 'sum of the sizes of the raw mails',
  hidden      TINYINT      NOT NULL DEFAULT 0,
  PRIMARY KEY (account, folder),
  UNIQUE KEY folder_by_name (account, parent, name),
  UNIQUE KEY folder_by_role (account, role)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- A row of a list, with all that the list shows. Each order of a list is a key range. A mail that is refiled keeps its
-- message and gets another (folder, uid): the item says where a message is.
CREATE TABLE item (
  account        INT           NOT NULL,
  folder         INT           NOT NULL,
  uid            INT           NOT NULL,
  message        BIGINT        NOT NULL,
  received_at    BIGINT        NOT NULL,
  flags          INT           NOT NULL COMMENT 'bits: 1 seen, 2 flagged, 4 answered, 8 draft',
  modseq         BIGINT        NOT NULL,
  size           INT           NOT NULL,
  has_attachment BOOLEAN       NOT NULL,
  sha_prefix     BIGINT        NOT NULL COMMENT 'first 8 bytes of the SHA-256 of the raw mail',
  from_key       VARBINARY(32) NOT NULL COMMENT 'lower case: for sorting',
  subject_key    VARBINARY(32) NOT NULL COMMENT 'lower case, without Re: and Fwd:',
  from_text      VARCHAR(255)  NOT NULL,
  subject        VARCHAR(255)  NOT NULL,
  preview        VARCHAR(255)  NOT NULL,
  sent_at        BIGINT        NULL COMMENT 'date of the mail; received_at orders',
  PRIMARY KEY (account, folder, uid),
  UNIQUE KEY item_by_message (account, message),
  KEY item_by_date (account, folder, received_at, uid),
  KEY item_by_sender (account, folder, from_key, uid),
  KEY item_by_subject (account, folder, subject_key, uid),
  KEY item_by_size (account, folder, size, uid),
  KEY item_by_sha (account, folder, sha_prefix)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- message = milliseconds of receipt << 20 | 20 bits of the SHA-256 (the next free one after a collision). Ids grow with
-- time, so reading a key backwards yields the newest first. Message-IDs are not unique.
CREATE TABLE message (
  account         INT        NOT NULL,
  message         BIGINT     NOT NULL,
  sha256          BINARY(32) NOT NULL,
  size            INT        NOT NULL,
  message_id_hash BIGINT     NOT NULL,
  thread          BIGINT     NOT NULL COMMENT 'hash of the Message-ID that began the conversation',
  display         MEDIUMBLOB NOT NULL COMMENT 'what a reader is shown, as the parser wrote it',
  parser          INT        NOT NULL DEFAULT 0 COMMENT 'version of the parser that made the display',
  trace           BLOB       NULL COMMENT 'header fields that delivery wrote, shown above the raw mail',
  PRIMARY KEY (account, message),
  KEY message_by_thread (account, thread, message),
  KEY message_by_message_id (account, message_id_hash, message)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Every Message-ID that the account has seen, in its own field or as a reference, and its conversation.
CREATE TABLE thread_ref (
  account INT    NOT NULL,
  id_hash BIGINT NOT NULL,
  thread  BIGINT NOT NULL,
  PRIMARY KEY (account, id_hash),
  KEY thread_ref_by_thread (account, thread)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

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

-- Raw mail: one Deflate stream in zlib format (RFC 1950), cut into chunks.
CREATE TABLE `blob` (
  sha256          BINARY(32) NOT NULL,
  size            BIGINT     NOT NULL,
  compressed_size BIGINT     NOT NULL,
  touched_at      BIGINT     NOT NULL COMMENT 'when it was stored last, perhaps again',
  seq             BIGINT     NOT NULL COMMENT 'of its chunks in blob_data',
  first_chunk     INT        NOT NULL COMMENT 'number of the first in blob_data',
  codec           TINYINT    NOT NULL DEFAULT 1 COMMENT '1: Deflate',
  key_id          INT        NULL COMMENT 'key that encrypts the chunks; null: none',
  PRIMARY KEY (sha256)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Chunks of 1 MiB in the order of insertion. A key by hash would write a page of its own for each mail. The chunks of
-- one transaction share a sequence number.
CREATE TABLE blob_data (
  seq  BIGINT     NOT NULL AUTO_INCREMENT,
  n    INT        NOT NULL COMMENT 'from 0',
  data MEDIUMBLOB NOT NULL,
  PRIMARY KEY (seq, n)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- A row keeps a blob, and lets the account read it. A sweep deletes blobs without a row that were not stored lately.
CREATE TABLE blob_link (
  account INT        NOT NULL,
  sha256  BINARY(32) NOT NULL,
  kind    TINYINT    NOT NULL COMMENT '1 message, 2 draft, 3 outbox, 4 upload, 5 expunged message',
  owner   BIGINT     NOT NULL COMMENT 'id of that kind',
  PRIMARY KEY (account, sha256, kind, owner),
  KEY blob_link_by_sha256 (sha256),
  KEY blob_link_by_kind (account, kind, sha256)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Mail that was permanently deleted and can still be restored. The rest is read from its raw bytes again.
CREATE TABLE expunged (
  account     INT          NOT NULL,
  message     BIGINT       NOT NULL COMMENT 'its former id',
  sha256      BINARY(32)   NOT NULL,
  size        BIGINT       NOT NULL,
  received_at BIGINT       NOT NULL,
  flags       INT          NOT NULL,
  trace       BLOB         NULL COMMENT 'as in message',
  expunged_at BIGINT       NOT NULL,
  from_text   VARCHAR(255) NOT NULL DEFAULT '' COMMENT 'as in item',
  subject     VARCHAR(255) NOT NULL DEFAULT '' COMMENT 'as in item',
  PRIMARY KEY (account, message),
  KEY expunged_by_time (expunged_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- A row has all that one transaction changed.
CREATE TABLE change_log (
  account    INT        NOT NULL,
  modseq     BIGINT     NOT NULL,
  changed_at BIGINT     NOT NULL,
  changes    MEDIUMBLOB NOT NULL COMMENT 'packed, see arashi.store.change',
  PRIMARY KEY (account, modseq),
  KEY change_log_by_time (changed_at, account, modseq)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Long work on the mails of a folder, done in steps.
CREATE TABLE job (
  account     INT         NOT NULL,
  id          BIGINT      NOT NULL,
  kind        VARCHAR(32) NOT NULL COMMENT 'refile, mark, empty',
  state       VARCHAR(16) NOT NULL COMMENT 'running, done, cancelled, failed, undone',
  updated_at  BIGINT      NOT NULL,
  folder      INT         NOT NULL COMMENT 'where the mails are',
  to_folder   INT         NOT NULL COMMENT 'of refile; else 0',
  set_flags   INT         NOT NULL COMMENT 'of mark; else 0',
  clear_flags INT         NOT NULL COMMENT 'of mark; else 0',
  undoes      BIGINT      NULL COMMENT 'the job that it takes back',
  position    BIGINT      NOT NULL COMMENT 'the next uid; of undo, the next part',
  last_uid    BIGINT      NOT NULL COMMENT 'the last mail that was there at the beginning',
  total       INT         NOT NULL COMMENT 'mails at the beginning',
  looked      INT         NOT NULL COMMENT 'mails that steps have looked at',
  changed     INT         NOT NULL COMMENT 'mails that steps have changed',
  failures    INT         NOT NULL COMMENT 'steps that failed',
  created_at  BIGINT      NOT NULL,
  PRIMARY KEY (account, id),
  KEY job_by_state (state, updated_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- What each step changed, so that it can be undone.
CREATE TABLE job_part (
  account INT    NOT NULL,
  job     BIGINT NOT NULL,
  part    INT    NOT NULL,
  uids    TEXT   CHARACTER SET ascii COLLATE ascii_bin NOT NULL
          COMMENT 'where they are now, as a sequence-set of RFC 9051',
  PRIMARY KEY (account, job, part)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
