package arashi.mime.term;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A parsed search query. A mail matches if it has all terms and phrases and passes all filters.
 *
 * @param terms distinct terms, as {@link TermExtractor} makes them; terms of fields have a prefix
 * @param earlierTerms the same terms as they are in mails of parsers before {@link
 *     QueryParser#FOLDED_SINCE}
 * @param phrases adjacent words to match; their words are among the terms
 * @param folder name of the folder to search, as typed
 * @param attachment whether the mail has an attachment
 * @param unread whether the mail is unread
 * @param flagged whether the mail is flagged
 * @param after lower bound of the time received, inclusive
 * @param before upper bound of the time received, exclusive
 * @param larger lower bound of the size in bytes, exclusive
 * @param smaller upper bound of the size in bytes, exclusive
 * @param notes notes for the user about the interpretation of the query
 */
public record ParsedQuery(
    List<String> terms,
    List<String> earlierTerms,
    List<Phrase> phrases,
    Optional<String> folder,
    Optional<Boolean> attachment,
    Optional<Boolean> unread,
    Optional<Boolean> flagged,
    Optional<Instant> after,
    Optional<Instant> before,
    OptionalLong larger,
    OptionalLong smaller,
    List<QueryNote> notes) {

  /** Copies the lists. */
  public ParsedQuery {
    terms = List.copyOf(terms);
    earlierTerms = List.copyOf(earlierTerms);
    phrases = List.copyOf(phrases);
    notes = List.copyOf(notes);
  }

  /** True if the query has no condition and would match every mail. */
  public boolean isEmpty() {
    return terms.isEmpty()
        && folder.isEmpty()
        && attachment.isEmpty()
        && unread.isEmpty()
        && flagged.isEmpty()
        && after.isEmpty()
        && before.isEmpty()
        && larger.isEmpty()
        && smaller.isEmpty();
  }
}
