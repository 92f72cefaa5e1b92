-- What a later version may do: move data, and change it in ways that must not happen twice.

CREATE TABLE receipt (
  account INT NOT NULL
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO receipt (account) SELECT id FROM account;

UPDATE account SET quota = quota + 1;

ALTER TABLE item MODIFY COLUMN flags INT NOT NULL;

ALTER TABLE account ADD COLUMN climate VARCHAR(32) NOT NULL DEFAULT '', DROP COLUMN next_folder;

CREATE INDEX receipt_by_account ON receipt (account);

UPDATE account SET climate = CONCAT(climate, 'x');

DROP INDEX session_by_expiry ON session;

RENAME TABLE receipt TO paper;

INSERT INTO paper (account) SELECT account FROM session;

DELETE FROM session;

ALTER TABLE audit RENAME COLUMN name TO who;

DROP TABLE change_log;
