package arashi.store.mail;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Further output of a parser, beyond what all listings show.
 *
 * @param parser version of the parser; 0 if unknown
 * @param sentAt date of sending, according to the mail itself
 * @param references hashes of the Message-IDs that it refers to, the root first
 * @param parties its author and recipients
 * @param keywords labels given by its user, distinct
 */
public record Reading(
    int parser,
    Optional<Instant> sentAt,
    List<Long> references,
    Parties parties,
    List<String> keywords) {

  /** Creates the reading of a mail without keywords. */
  public Reading(int parser, Optional<Instant> sentAt, List<Long> references, Parties parties) {
    this(parser, sentAt, references, parties, List.of());
  }

  /** Copies the lists. */
  public Reading {
    references = List.copyOf(references);
    keywords = List.copyOf(keywords);
  }
}
