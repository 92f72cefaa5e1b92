-- What admins set for the service as a whole. Each node follows it: every change raises the revision.

ALTER TABLE service_class ADD COLUMN guaranteed_share DOUBLE NOT NULL DEFAULT 0.05
  COMMENT 'of the service, whatever higher classes do';

CREATE TABLE stage_setting (
  request    VARCHAR(32) NOT NULL COMMENT 'request type, as in the stage''s name',
  controller VARCHAR(16) NOT NULL COMMENT 'deadline, aimd, threshold, none',
  quality    DOUBLE      NULL COMMENT 'fixed by a person; null: the controller''s',
  PRIMARY KEY (request)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE policy_revision (
  id       INT    NOT NULL,
  revision BIGINT NOT NULL,
  PRIMARY KEY (id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO policy_revision (id, revision) VALUES (1, 1);

-- A second for what people wait for with their eyes on it; more for logins, which hash a password,
-- for searches and for attachments. The rank of a class shows under load, not in its targets.
INSERT INTO response_target (service_class, request, millis)
SELECT c.name, t.request, t.millis
FROM service_class c
CROSS JOIN (
  SELECT 'login' AS request, 3000 AS millis
  UNION ALL SELECT 'list folders', 1000
  UNION ALL SELECT 'list messages', 1000
  UNION ALL SELECT 'show message', 1000
  UNION ALL SELECT 'attachment', 3000
  UNION ALL SELECT 'delete', 1000
  UNION ALL SELECT 'refile', 1000
  UNION ALL SELECT 'flag', 1000
  UNION ALL SELECT 'search', 2000
) t;
