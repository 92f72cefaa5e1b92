-- Mail that an older parser read is read anew. Nodes of the release before run on: each column has a default, and they
-- read what is made anew as they read all mail. A node of that release that folds a segment keeps its stale entries,
-- and mail that it takes in stays as it read it; "arashi reindex" mends both.

ALTER TABLE account
  ADD COLUMN made_by      INT     NOT NULL DEFAULT 0 COMMENT 'the parser of all mails has this version or a later one, but for mails that could not be read anew',
  ADD COLUMN remade_from  BIGINT  NOT NULL DEFAULT 9223372036854775807 COMMENT 'messages from this id on are done',
  ADD COLUMN remake_all   BOOLEAN NOT NULL DEFAULT FALSE COMMENT 'asked for: mails of the same version, too',
  ADD COLUMN remake_owner BIGINT  NOT NULL DEFAULT 0 COMMENT 'who is at it: a random number of the process; 0: nobody',
  ADD COLUMN remake_until BIGINT  NOT NULL DEFAULT 0 COMMENT 'after this, anybody may go on with it',
  ADD KEY account_by_made_by (made_by);

-- Mails whose terms changed: what this segment says of them is no longer true, another one or search_fresh has them.
CREATE TABLE search_stale (
  account INT    NOT NULL,
  segment BIGINT NOT NULL,
  message BIGINT NOT NULL,
  PRIMARY KEY (account, segment, message)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

ALTER TABLE search_segment
  ADD COLUMN stale INT NOT NULL DEFAULT 0 COMMENT 'its rows in search_stale';
