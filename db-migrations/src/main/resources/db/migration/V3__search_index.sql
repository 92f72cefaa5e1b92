-- The search index in immutable segments. arashi.store.index writes, folds and reads it; docs/decisions/0021 says why.

-- Mails that are in no segment yet.
CREATE TABLE search_fresh (
  account    INT        NOT NULL,
  message    BIGINT     NOT NULL,
  terms      MEDIUMBLOB NOT NULL COMMENT 'its distinct terms in order, front-coded',
  incomplete BOOLEAN    NOT NULL DEFAULT FALSE COMMENT 'stored under overload; its terms are still to be found',
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
  owner       BIGINT        NOT NULL COMMENT 'random number of the process that builds it; 0: none',
  lease_until BIGINT        NOT NULL COMMENT 'after this, any process may continue',
  built_to    VARBINARY(66) NOT NULL COMMENT 'the last term of which all blocks are written',
  stale       INT           NOT NULL DEFAULT 0 COMMENT 'its rows in search_stale',
  PRIMARY KEY (account, segment)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Terms with their postings, in the order of the key; those of the empty term are the ids of the mails. Eight rows fit
-- into a page.
CREATE TABLE search_block (
  account INT             NOT NULL,
  segment BIGINT          NOT NULL,
  term    VARBINARY(66)   NOT NULL COMMENT 'the first term in the block',
  doc     INT             NOT NULL COMMENT '0, or the posting with which a list continues',
  data    VARBINARY(3900) NOT NULL,
  PRIMARY KEY (account, segment, term, doc)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Deleted messages that are still in a segment. Their ids must not be used again.
CREATE TABLE search_dead (
  account INT    NOT NULL,
  message BIGINT NOT NULL,
  PRIMARY KEY (account, message)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Mails whose terms changed: this segment has old ones, another segment or search_fresh the new ones.
CREATE TABLE search_stale (
  account INT    NOT NULL,
  segment BIGINT NOT NULL,
  message BIGINT NOT NULL,
  PRIMARY KEY (account, segment, message)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
