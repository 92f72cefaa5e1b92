package arashi.mime.term;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a user searches for. A mail is found when it has all terms and phrases and passes all
 * filters.
 *
 * @param terms terms as {@link TermExtractor} makes them, distinct; those of fields with a prefix
 * @param phrases whose words, which are among the terms, stand together
 * @param folder name of the folder to look in, as typed
 * @param attachment whether the mail has an attachment
 * @param unread whether the mail is unread
 * @param flagged whether the mail is flagged
 * @param after received then or later
 * @param before received earlier
 * @param larger more bytes than this
 * @param smaller fewer bytes than this
 * @param notes what the user should know about how the query was read
 */
public record ParsedQuery(
    List<String> terms,
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
    phrases = List.copyOf(phrases);
    notes = List.copyOf(notes);
  }

  /** True when it asks for nothing, and so would find everything. */
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
