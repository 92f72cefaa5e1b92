package arashi.mime.view;

import arashi.mime.text.TextCleaner;

/**
 * What a mail says of the mailing list that it came by: values of header fields, of one line, empty
 * where there is none.
 *
 * @param post {@code List-Post} (RFC 2369)
 * @param id {@code List-Id} (RFC 2919)
 * @param unsubscribe {@code List-Unsubscribe} (RFC 2369)
 */
public record ListFields(String post, String id, String unsubscribe) {
  /** A mail that came by none. */
  public static final ListFields NONE = new ListFields("", "", "");

  private static final int MAX_CHARS = 4_000;

  /** Cuts values that are too long for a field of that kind. */
  public ListFields {
    post = TextCleaner.cut(post, MAX_CHARS);
    id = TextCleaner.cut(id, MAX_CHARS);
    unsubscribe = TextCleaner.cut(unsubscribe, MAX_CHARS);
  }
}
