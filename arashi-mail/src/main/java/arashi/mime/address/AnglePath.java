package arashi.mime.address;

import java.util.Optional;

/**
 * What an opening angle bracket begins: an SMTP path (RFC 5321, 4.1.2) or an {@code angle-addr}
 * (RFC 5322, 3.4). A route before the address is skipped (RFC 5321, appendix C). Quotes around the
 * local part protect an {@code @}, a bracket or a separator in it.
 *
 * @param quoted the local part with its quotes; empty if it has none
 * @param rest the address from there on
 * @param end index of the closing char, or the length if there is none
 */
public record AnglePath(String quoted, String rest, int end) {
  private static final int MAX_ROUTE = 1_000;

  /**
   * Reads from the index after the bracket.
   *
   * @param closing chars that end the path
   */
  public static AnglePath read(String in, int at, String closing) {
    int start = behindRoute(in, at);
    int quoted = start;
    if (in.startsWith("\"", start)) {
      int end = QuotedString.end(in, start);
      quoted = in.startsWith("@", end) ? end : start;
    }
    int end = quoted;
    while (end < in.length() && closing.indexOf(in.charAt(end)) < 0) {
      end++;
    }
    return new AnglePath(in.substring(start, quoted), in.substring(quoted, end), end);
  }

  private static int behindRoute(String in, int at) {
    int limit = in.startsWith("@", at) ? Math.min(in.length(), at + MAX_ROUTE) : at;
    for (int i = at; i < limit && "<>\"".indexOf(in.charAt(i)) < 0; i++) {
      if (in.charAt(i) == ':') {
        return i + 1;
      }
    }
    return at;
  }

  /** True for the null path of reports. */
  public boolean isNull() {
    return rest.isEmpty() && quoted.isEmpty();
  }

  /** The address of a sender; empty if it is malformed. */
  public Optional<MailAddress> mailbox() {
    return MailAddress.parse(quoted + rest);
  }

  /** The address of a recipient, which may be the bare {@code postmaster}. */
  public Optional<MailAddress> recipient() {
    boolean isPostmaster = rest.equalsIgnoreCase(MailAddress.POSTMASTER.localPart());
    return isPostmaster ? Optional.of(MailAddress.POSTMASTER) : mailbox();
  }
}
