-- A folder that its user does not want to see beside the others. Nodes of the release before show it.
ALTER TABLE folder ADD COLUMN hidden TINYINT NOT NULL DEFAULT 0;

-- The newest uidvalidity of the account's folders, also of those that are gone: without it, a folder that is made in the
-- second in which another was removed would get the same again. Nodes of the release before leave it as it is, and
-- remove no folders.
ALTER TABLE account ADD COLUMN last_uidvalidity BIGINT NOT NULL DEFAULT 0;
