-- What an admin has changed is told also when the account is gone.

ALTER TABLE audit ADD COLUMN name VARCHAR(191) NOT NULL DEFAULT '' COMMENT 'of the account';

UPDATE audit SET name = COALESCE((SELECT a.name FROM account a WHERE a.id = audit.account), '');
