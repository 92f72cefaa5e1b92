package arashi.store.mail;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a parser found in a mail that listings don't show of all mails.
 *
 * @param parser version of the parser; 0: unknown
 * @param sentAt when it was sent, as the mail itself says
 * @param references hashes of the Message-IDs that it refers to, the root first
 * @param parties who it is from and to
 * @param keywords labels that its reader gave it, each once
 */
public record Reading(
    int parser,
    Optional<Instant> sentAt,
    List<Long> references,
    Parties parties,
    List<String> keywords) {

  /** Of a mail without keywords. */
  public Reading(int parser, Optional<Instant> sentAt, List<Long> references, Parties parties) {
    this(parser, sentAt, references, parties, List.of());
  }

  /** Copies the lists. */
  public Reading {
    references = List.copyOf(references);
    keywords = List.copyOf(keywords);
  }
}
