package arashi.compose;

import arashi.mime.parse.AnswerFields;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Message ids in an answer (RFC 5322, 3.6.4). */
final class References {
  /** Maximum of references; servers reject headers that grow without bound. */
  static final int MAX_IDS = 50;

  /** Maximum length, so that a header line holds an id. */
  private static final int MAX_ID = 900;

  private static final int MAX_CHARS = 6_000;

  private References() {}

  /** True if an id is valid for our own mail: visible ASCII with an {@code @}. */
  static boolean isId(String id) {
    return isReferable(id) && id.indexOf('@') >= 0;
  }

  /**
   * True if a header can hold another mail's id unchanged: visible ASCII. Ids without an {@code @}
   * are allowed, since some programs make them and others match them.
   */
  static boolean isReferable(String id) {
    return !id.isEmpty()
        && id.length() <= MAX_ID
        && id.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '<' && c != '>');
  }

  /**
   * Returns the id of a mail; empty if it has no usable id. An id without an {@code @} must be in
   * angle brackets; otherwise it may be a word like {@code null}.
   */
  static String idOf(AnswerFields mail) {
    String id = mail.envelope().messageId();
    if (isId(id)) {
      return id;
    }
    return isReferable(mail.messageId()) ? mail.messageId() : "";
  }

  /** Returns the references of an answer: those of the mail, then the mail itself. */
  static List<String> of(AnswerFields mail) {
    List<String> parents = mail.envelope().references();
    if (parents.isEmpty() && mail.envelope().inReplyTo().size() == 1) {
      parents = mail.envelope().inReplyTo();
    }
    String own = idOf(mail);
    Set<String> ids = new LinkedHashSet<>();
    parents.stream().filter(id -> isReferable(id) && !id.equals(own)).forEach(ids::add);
    if (!own.isEmpty()) {
      ids.add(own);
    }
    return trimmed(List.copyOf(ids));
  }

  /** Drops ids from the middle: the first identifies the conversation, the last its end. */
  static List<String> trimmed(List<String> ids) {
    List<String> kept = new ArrayList<>(ids);
    int chars = kept.stream().mapToInt(String::length).sum();
    while (kept.size() > MAX_IDS || (kept.size() > 2 && chars > MAX_CHARS)) {
      chars -= kept.remove(1).length();
    }
    return kept;
  }
}
