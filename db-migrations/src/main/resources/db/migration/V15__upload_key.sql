-- What an account has uploaded is counted at each upload. By the primary key, that would read a row for each of its
-- mails. Nodes of the release before run on: they name no key.
ALTER TABLE blob_link ADD KEY blob_link_by_kind (account, kind, sha256);

-- What a person tells mails by that were deleted for good. Nodes of the release before leave it empty.
ALTER TABLE expunged
  ADD COLUMN from_text VARCHAR(255) NOT NULL DEFAULT '' COMMENT 'as the list had it',
  ADD COLUMN subject   VARCHAR(255) NOT NULL DEFAULT '' COMMENT 'as the list had it';
