-- The search index in immutable segments, in place of search_term, of which each mail takes some 24 KB.
-- arashi.store.index writes, folds and reads it; docs/decisions/0021 says why.

-- Mails that are in no segment yet.
CREATE TABLE search_fresh (
  account INT        NOT NULL,
  message BIGINT     NOT NULL,
  terms   MEDIUMBLOB NOT NULL COMMENT 'its distinct terms in order, front-coded',
  PRIMARY KEY (account, message)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- A segment indexes mails of one account. Its blocks never change; a fold writes a new segment from several.
CREATE TABLE search_segment (
  account     INT           NOT NULL,
  segment     BIGINT        NOT NULL COMMENT 'milliseconds << 20 | random',
  state       TINYINT       NOT NULL COMMENT '1 building, 2 live, 3 replaced',
  mails       INT           NOT NULL,
  newest      BIGINT        NOT NULL COMMENT 'its greatest message',
  oldest      BIGINT        NOT NULL COMMENT 'its least message',
  target      BIGINT        NOT NULL COMMENT 'the segment that this one is folded into; 0: none',
  owner       BIGINT        NOT NULL COMMENT 'who builds it: a random number of the process; 0: nobody',
  lease_until BIGINT        NOT NULL COMMENT 'after this, anybody may go on building it',
  built_to    VARBINARY(66) NOT NULL COMMENT 'the last term of which all blocks are written',
  PRIMARY KEY (account, segment)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Terms with their postings, in the order of the key; those of the empty term are the ids of the mails.
-- A row is small enough for eight to fill a page.
CREATE TABLE search_block (
  account INT             NOT NULL,
  segment BIGINT          NOT NULL,
  term    VARBINARY(66)   NOT NULL COMMENT 'the first term in the block',
  doc     INT             NOT NULL COMMENT '0, or the posting with which a list goes on',
  data    VARBINARY(3900) NOT NULL,
  PRIMARY KEY (account, segment, term, doc)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Messages that are deleted but still in a segment: their ids must not be used again.
CREATE TABLE search_dead (
  account INT    NOT NULL,
  message BIGINT NOT NULL,
  PRIMARY KEY (account, message)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Accounts whose mails are still found by search_term: those before this message. An account that is done has no
-- row. search_term is dropped when there is none at all.
CREATE TABLE search_conversion (
  account INT    NOT NULL,
  message BIGINT NOT NULL,
  PRIMARY KEY (account)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO search_conversion (account, message) SELECT id, 9223372036854775807 FROM account;
