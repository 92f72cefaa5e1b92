-- Arriving mail, and the people that an account exchanges mail with.

-- Domains whose mail the service receives. Names are A-labels in lower case.
CREATE TABLE domain (
  name       VARBINARY(253) NOT NULL,
  created_at BIGINT         NOT NULL,
  PRIMARY KEY (name)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- The address of an account (account is set), an alias (it has targets), or a removed address (removed_at is set). The
-- row of a removed address stays, so that no other account gets it by accident.
CREATE TABLE address (
  domain     VARBINARY(253) NOT NULL,
  local_part VARBINARY(255) NOT NULL COMMENT 'UTF-8, folded; empty: all that the domain lacks',
  account    INT            NULL COMMENT 'receives its mail, or did until it was removed',
  created_at BIGINT         NOT NULL,
  removed_at BIGINT         NULL,
  PRIMARY KEY (domain, local_part),
  KEY address_by_account (account)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE alias_target (
  domain     VARBINARY(253) NOT NULL,
  local_part VARBINARY(255) NOT NULL,
  target     VARBINARY(512) NOT NULL COMMENT 'an address here or elsewhere',
  PRIMARY KEY (domain, local_part, target)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Recent deliveries, so that a mail that the sending server repeats is stored once.
CREATE TABLE delivered (
  account      INT        NOT NULL,
  mail_hash    BINARY(32) NOT NULL COMMENT 'SHA-256 of the sender and the content without our trace fields',
  message      BIGINT     NOT NULL,
  delivered_at BIGINT     NOT NULL,
  PRIMARY KEY (account, mail_hash),
  KEY delivered_by_time (delivered_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- For the completion of addresses.
CREATE TABLE correspondent (
  account  INT            NOT NULL,
  address  VARBINARY(640) NOT NULL COMMENT 'lower case',
  written  VARBINARY(640) NOT NULL COMMENT 'the same as it was written last',
  name     VARCHAR(255)   NOT NULL COMMENT 'empty: none',
  sent     BIGINT         NOT NULL COMMENT 'mails that went there',
  received BIGINT         NOT NULL COMMENT 'mails that came from there',
  used_at  BIGINT         NOT NULL COMMENT 'time of the last of them',
  PRIMARY KEY (account, address),
  KEY correspondent_by_use (account, used_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- A row for each word of a name or an address. Words with the same start are adjacent.
CREATE TABLE correspondent_word (
  account INT            NOT NULL,
  word    VARBINARY(64)  NOT NULL COMMENT 'UTF-8, lower case, without accents',
  address VARBINARY(640) NOT NULL,
  PRIMARY KEY (account, word, address)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Senders whose remote images an account always shows.
CREATE TABLE image_sender (
  account INT            NOT NULL,
  address VARBINARY(640) NOT NULL COMMENT 'UTF-8, lower case',
  since   BIGINT         NOT NULL,
  PRIMARY KEY (account, address)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
