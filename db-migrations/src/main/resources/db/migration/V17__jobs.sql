-- Long work on the mails of a folder, done in steps. No release before wrote this table.
ALTER TABLE job
  DROP COLUMN argument,
  DROP COLUMN progress,
  MODIFY COLUMN kind VARCHAR(32) NOT NULL COMMENT 'refile, mark, empty',
  MODIFY COLUMN state VARCHAR(16) NOT NULL COMMENT 'running, done, cancelled, failed, undone',
  ADD COLUMN folder INT NOT NULL COMMENT 'where the mails are',
  ADD COLUMN to_folder INT NOT NULL COMMENT 'of refile; else 0',
  ADD COLUMN set_flags INT NOT NULL COMMENT 'of mark; else 0',
  ADD COLUMN clear_flags INT NOT NULL COMMENT 'of mark; else 0',
  ADD COLUMN undoes BIGINT COMMENT 'the job that it takes back',
  ADD COLUMN position BIGINT NOT NULL COMMENT 'the next uid; of undo, the next part',
  ADD COLUMN last_uid BIGINT NOT NULL COMMENT 'the last mail that was there at the beginning',
  ADD COLUMN total INT NOT NULL COMMENT 'mails at the beginning',
  ADD COLUMN looked INT NOT NULL COMMENT 'mails that steps have looked at',
  ADD COLUMN changed INT NOT NULL COMMENT 'mails that steps have changed',
  ADD COLUMN failures INT NOT NULL COMMENT 'steps that failed',
  ADD COLUMN created_at BIGINT NOT NULL;

-- What each step changed, so that it can be undone.
CREATE TABLE job_part (
  account INT    NOT NULL,
  job     BIGINT NOT NULL,
  part    INT    NOT NULL,
  uids    TEXT   CHARACTER SET ascii COLLATE ascii_bin NOT NULL
          COMMENT 'where they are now, as a sequence-set of RFC 9051',
  PRIMARY KEY (account, job, part)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
