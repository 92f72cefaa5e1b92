package arashi.mime.view;

import arashi.mime.text.TextCleaner;

/**
 * The mailing-list fields of a mail, each on one line, or empty.
 *
 * @param post {@code List-Post} (RFC 2369)
 * @param id {@code List-Id} (RFC 2919)
 * @param unsubscribe {@code List-Unsubscribe} (RFC 2369)
 */
public record ListFields(String post, String id, String unsubscribe) {
  /** The fields of a mail without a mailing list. */
  public static final ListFields NONE = new ListFields("", "", "");

  private static final int MAX_CHARS = 4_000;

  /** Truncates overlong values. */
  public ListFields {
    post = TextCleaner.cut(post, MAX_CHARS);
    id = TextCleaner.cut(id, MAX_CHARS);
    unsubscribe = TextCleaner.cut(unsubscribe, MAX_CHARS);
  }
}
