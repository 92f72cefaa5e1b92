package arashi.compose;

import arashi.mime.parse.AnswerFields;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Ids of the mails that an answer refers to (RFC 5322, 3.6.4). */
final class References {
  /** What is left of a long conversation: servers refuse headers that grow for ever. */
  static final int MAX_IDS = 50;

  /** So long that a line of the header holds it. */
  private static final int MAX_ID = 900;

  private static final int MAX_CHARS = 6_000;

  private References() {}

  /** True if an id of our own is right: as one of others, with an {@code @}. */
  static boolean isId(String id) {
    return isReferable(id) && id.indexOf('@') >= 0;
  }

  /**
   * True if a header can have the id of another mail as it is: visible ASCII. Some programs make
   * ids without an {@code @}, by which others find the mail all the same.
   */
  static boolean isReferable(String id) {
    return !id.isEmpty()
        && id.length() <= MAX_ID
        && id.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '<' && c != '>');
  }

  /**
   * The id of a mail, or nothing if it has none that a header can have. One without an {@code @}
   * must stand in angle brackets; else it is a word like {@code null}.
   */
  static String idOf(AnswerFields mail) {
    String id = mail.envelope().messageId();
    if (isId(id)) {
      return id;
    }
    return isReferable(mail.messageId()) ? mail.messageId() : "";
  }

  /** What an answer to a mail refers to: the references of the mail, and the mail itself. */
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

  /** Too many ids lose those in the middle: the first is the conversation, the last its end. */
  static List<String> trimmed(List<String> ids) {
    List<String> kept = new ArrayList<>(ids);
    int chars = kept.stream().mapToInt(String::length).sum();
    while (kept.size() > MAX_IDS || (kept.size() > 2 && chars > MAX_CHARS)) {
      chars -= kept.remove(1).length();
    }
    return kept;
  }
}
