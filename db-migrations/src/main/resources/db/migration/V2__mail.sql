-- Mail. Every key starts with the account, so a request reads one account's contiguous rows, whatever
-- else the table holds; only the raw mail (blob) is shared, because its name is its content.

CREATE TABLE folder (
  account     INT          NOT NULL,
  folder      INT          NOT NULL,
  parent      INT          NOT NULL COMMENT '0: at the top',
  name        VARCHAR(191) NOT NULL,
  role        VARCHAR(8)   NULL COMMENT 'inbox, drafts, sent, archive, junk, trash',
  uidvalidity BIGINT       NOT NULL,
  uidnext     INT          NOT NULL COMMENT 'uids are never used twice',
  modseq      BIGINT       NOT NULL COMMENT 'grows with each change in the folder',
  total       INT          NOT NULL,
  unread      INT          NOT NULL,
  bytes       BIGINT       NOT NULL COMMENT 'sum of the sizes of the raw mails',
  PRIMARY KEY (account, folder),
  UNIQUE KEY folder_by_name (account, parent, name),
  UNIQUE KEY folder_by_role (account, role)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- A row of a listing, with all that the listing shows. Each order that a listing offers is a key range.
-- A mail that is refiled keeps its message and gets a new (folder, uid): item says where a message is.
CREATE TABLE item (
  account        INT           NOT NULL,
  folder         INT           NOT NULL,
  uid            INT           NOT NULL,
  message        BIGINT        NOT NULL,
  received_at    BIGINT        NOT NULL,
  flags          TINYINT       NOT NULL COMMENT 'bits: 1 seen, 2 flagged, 4 answered, 8 draft',
  modseq         BIGINT        NOT NULL,
  size           INT           NOT NULL,
  has_attachment BOOLEAN       NOT NULL,
  sha_prefix     BIGINT        NOT NULL COMMENT 'first 8 bytes of the SHA-256 of the raw mail',
  from_key       VARBINARY(32) NOT NULL COMMENT 'lower case: for sorting',
  subject_key    VARBINARY(32) NOT NULL COMMENT 'lower case, without Re: and Fwd:',
  from_text      VARCHAR(255)  NOT NULL,
  subject        VARCHAR(255)  NOT NULL,
  preview        VARCHAR(255)  NOT NULL,
  PRIMARY KEY (account, folder, uid),
  UNIQUE KEY item_by_message (account, message),
  KEY item_by_date (account, folder, received_at, uid),
  KEY item_by_sender (account, folder, from_key, uid),
  KEY item_by_subject (account, folder, subject_key, uid),
  KEY item_by_size (account, folder, size, uid),
  KEY item_by_sha (account, folder, sha_prefix)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- message = milliseconds of receipt << 20 | 20 bits of the SHA-256 (the next free on collision): ids grow
-- with time, so whatever is keyed by them is read newest first by reading the key backwards.
CREATE TABLE message (
  account         INT        NOT NULL,
  message         BIGINT     NOT NULL,
  sha256          BINARY(32) NOT NULL,
  size            INT        NOT NULL,
  message_id_hash BIGINT     NOT NULL,
  thread          BIGINT     NOT NULL COMMENT 'hash of the Message-ID that began the conversation',
  display         MEDIUMBLOB NOT NULL COMMENT 'what a reader is shown, as the MIME layer wrote it',
  terms           MEDIUMBLOB NOT NULL COMMENT 'its search_term rows, one a line, Deflate: to find them at its deletion',
  PRIMARY KEY (account, message),
  KEY message_by_thread (account, thread, message),
  KEY message_by_sha256 (sha256)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- An inverted index for each account: the newest mails with a term are the end of one key range.
CREATE TABLE search_term (
  account INT           NOT NULL,
  term    VARBINARY(64) NOT NULL,
  message BIGINT        NOT NULL,
  PRIMARY KEY (account, term, message)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Raw mail. Nothing counts references: a sweep deletes what no message names and what was not stored
-- or stored again (touched) lately.
CREATE TABLE `blob` (
  sha256          BINARY(32) NOT NULL,
  size            BIGINT     NOT NULL,
  compressed_size BIGINT     NOT NULL,
  touched_at      BIGINT     NOT NULL,
  PRIMARY KEY (sha256)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- One Deflate stream (zlib format, RFC 1950) cut into pieces of 1 MiB.
CREATE TABLE blob_chunk (
  sha256 BINARY(32) NOT NULL,
  n      INT        NOT NULL COMMENT 'from 0',
  data   MEDIUMBLOB NOT NULL,
  PRIMARY KEY (sha256, n)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
