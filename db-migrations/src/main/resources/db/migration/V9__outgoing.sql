-- Mail that is written and sent; docs/decisions/0026 says why. Nodes of the release before run on: each new column has
-- a default, and what they know keeps its meaning.

-- A role that those nodes do not know would end each of their listings of the account; to them, it is any folder.
ALTER TABLE folder
  ADD COLUMN later_role VARCHAR(16) NULL COMMENT 'a role since V9, where role is null: outbox',
  ADD UNIQUE KEY folder_by_later_role (account, later_role);

-- What goes with an address that an account writes as. Whether it may is asked of address and alias_target.
CREATE TABLE identity (
  account    INT            NOT NULL,
  address    VARBINARY(512) NOT NULL COMMENT 'as in address: folded local part, A-labels',
  name       VARCHAR(255)   NOT NULL,
  signature  MEDIUMTEXT     NOT NULL,
  reply_to   VARCHAR(320)   NOT NULL COMMENT 'empty: none',
  is_default BOOLEAN        NOT NULL,
  PRIMARY KEY (account, address)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- An item of the folder Drafts is made anew seldom: stale_since is when it first lagged behind, null if it does not.
ALTER TABLE draft
  ADD COLUMN attachments BLOB NULL COMMENT 'SHA-256 of each, one after the other; blob_link has them too',
  ADD COLUMN filed_at    BIGINT NOT NULL DEFAULT 0 COMMENT 'when its item was made',
  ADD COLUMN stale_since BIGINT NULL COMMENT 'saved since its item was made',
  ADD KEY draft_by_message (account, message),
  ADD KEY draft_by_staleness (stale_since),
  ADD KEY draft_by_discarding (discarded_at);

-- An outbox row has the id of its draft, so a form that is sent twice is one mail. next_attempt_at is when something
-- has to be done about it: of a row that is leased, when the lease ends; of one that is done, when that was.
ALTER TABLE outbox
  ADD COLUMN draft       MEDIUMBLOB NULL COMMENT 'content of the draft, for undo and for another try',
  ADD COLUMN attachments BLOB       NULL COMMENT 'as in draft',
  ADD COLUMN version     INT        NOT NULL DEFAULT 0 COMMENT 'of the draft',
  ADD COLUMN answers     BIGINT     NULL COMMENT 'message to be marked when this is accepted',
  ADD COLUMN answer_mark INT        NOT NULL DEFAULT 0 COMMENT 'flag that it gets',
  ADD COLUMN due_since   BIGINT     NOT NULL DEFAULT 0 COMMENT 'when it was to be sent first',
  ADD COLUMN maybe_twice BOOLEAN    NOT NULL DEFAULT FALSE COMMENT 'a crash may have sent it twice',
  ADD KEY outbox_by_creation (account, created_at),
  ADD KEY outbox_by_message (account, message);

ALTER TABLE outbox_recipient
  ADD COLUMN maybe_twice BOOLEAN NOT NULL DEFAULT FALSE COMMENT 'as in outbox, for this recipient';
