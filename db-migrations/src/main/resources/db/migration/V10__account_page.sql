-- What people set on their account page. An empty text leaves it to the browser or to the service. Nodes of the release
-- before run on: each column has a default.
ALTER TABLE account
  ADD COLUMN full_name    VARCHAR(255) NOT NULL DEFAULT '' COMMENT 'of mail from an address without a name of its own',
  ADD COLUMN language     VARCHAR(16)  NOT NULL DEFAULT '' COMMENT 'tag (BCP 47)',
  ADD COLUMN zone         VARCHAR(64)  NOT NULL DEFAULT '' COMMENT 'time zone (IANA)',
  ADD COLUMN theme        VARCHAR(16)  NOT NULL DEFAULT '' COMMENT 'light, dark',
  ADD COLUMN after_delete VARCHAR(16)  NOT NULL DEFAULT '' COMMENT 'page after an open mail was deleted: older, newer; empty: the list';
