-- What a delivery report (RFC 3464) said of a recipient after the relay had taken the mail. Nodes of the release before
-- run on: they neither write nor read these columns.
ALTER TABLE outbox_recipient
  ADD COLUMN report      VARCHAR(16)  NULL COMMENT 'failed, delayed, delivered; null: none came',
  ADD COLUMN report_text VARCHAR(512) NOT NULL DEFAULT '' COMMENT 'what the report said, in one line',
  ADD COLUMN reported_at BIGINT       NOT NULL DEFAULT 0;
