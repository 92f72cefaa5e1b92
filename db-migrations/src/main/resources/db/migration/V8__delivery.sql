-- Mail that is delivered while the service is busy, and mail that was deleted for good.

-- Delivery under overload stores a mail without its search terms; the upkeep of the index completes them later.
ALTER TABLE search_fresh
  ADD COLUMN incomplete BOOLEAN NOT NULL DEFAULT FALSE COMMENT 'its terms are still to be found';

-- Mails that were deleted for good and can still be restored. blob_link has a row of kind 5 for each; the rest of what
-- was known of such a mail is read from its raw bytes again.
CREATE TABLE expunged (
  account     INT        NOT NULL,
  message     BIGINT     NOT NULL COMMENT 'the id that it had',
  sha256      BINARY(32) NOT NULL,
  size        BIGINT     NOT NULL,
  received_at BIGINT     NOT NULL,
  flags       INT        NOT NULL,
  trace       BLOB       NULL COMMENT 'as in message',
  expunged_at BIGINT     NOT NULL,
  PRIMARY KEY (account, message),
  KEY expunged_by_time (expunged_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
