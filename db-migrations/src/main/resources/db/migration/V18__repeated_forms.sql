-- What tells a form that is sent again from another one: the window that saved a draft last, and what was sent. Nodes of the
-- release before leave these columns as they are and keep running.
ALTER TABLE draft
  ADD COLUMN saved_window VARBINARY(64) NULL COMMENT 'of the last save by a release that knows windows',
  ADD COLUMN saved_edits INT NOT NULL DEFAULT 0 COMMENT 'edits in that window until then',
  ADD COLUMN saved_version INT NOT NULL DEFAULT 0 COMMENT 'version of that save';

ALTER TABLE outbox
  ADD COLUMN content_hash BINARY(32) NULL COMMENT 'SHA-256 of the content of the draft that was sent';
