package arashi.compose;

/** {@code mailto:} links (RFC 6068). */
@SuppressWarnings({"DoNotCallSuggester", "UnusedMethod", "UnusedVariable"}) // bodies follow
public final class MailtoLink {
  private MailtoLink() {}

  /**
   * A draft of a link: its recipients, subject, body, and the id of the mail that it answers. All
   * other fields are left out, so a link attaches no file and sets no sender. Never throws: of what
   * is no such link the draft is empty.
   */
  public static Draft parse(String url) {
    throw new UnsupportedOperationException();
  }

  /**
   * The draft, with the fields of a link that was pasted into {@code to} put in their places; what
   * the draft has already is kept.
   */
  public static Draft spread(Draft draft) {
    throw new UnsupportedOperationException();
  }
}
