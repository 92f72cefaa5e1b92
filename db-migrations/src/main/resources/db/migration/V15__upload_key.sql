-- What an account has uploaded is counted at each upload. By the primary key, that would read a row for each of its
-- mails. Nodes of the release before run on: they name no key.
ALTER TABLE blob_link ADD KEY blob_link_by_kind (account, kind, sha256);
