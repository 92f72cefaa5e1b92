-- Nodes of the release before keep running beside newer ones; they leave no row, and send while the outbox is held.

-- The machines that have sent from this outbox. A copy of the database brings the rows of its original's machines.
CREATE TABLE node (
  id      CHAR(64)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL
          COMMENT 'hash of the machine and of the place of the database',
  host    VARCHAR(255) NOT NULL COMMENT 'name of the machine',
  seen_at BIGINT       NOT NULL COMMENT 'changes while a node runs there',
  PRIMARY KEY (id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- One row: whether mail may leave.
CREATE TABLE outbox_hold (
  id         TINYINT      NOT NULL COMMENT '1',
  cause      VARCHAR(16)  NOT NULL COMMENT 'none, copy, operator',
  host       VARCHAR(255) NOT NULL COMMENT 'the machine that changed it last',
  changed_at BIGINT       NOT NULL COMMENT '0: never',
  PRIMARY KEY (id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO outbox_hold (id, cause, host, changed_at) VALUES (1, 'none', '', 0);
