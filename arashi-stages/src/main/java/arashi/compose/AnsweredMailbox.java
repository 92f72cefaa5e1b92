package arashi.compose;

import arashi.mime.address.Mailbox;
import arashi.mime.address.QuotedString;
import arashi.mime.address.TypedAddresses;
import arashi.mime.view.Shown;
import java.util.Optional;

/** A mailbox of a mail's header as a recipient. */
final class AnsweredMailbox {
  private AnsweredMailbox() {}

  /**
   * Quotes local parts with dots in a row or at the end, which some providers assigned. Empty if it
   * is no address at all; an almost valid address stays, so that the writer can correct it.
   */
  static Optional<Mailbox> of(Mailbox received) {
    String text = TypedAddresses.bare(received.address());
    int sign = text.lastIndexOf('@');
    boolean blanks = text.indexOf(' ') >= 0 && text.charAt(0) != '"';
    if (sign <= 0 || sign == text.length() - 1 || blanks) {
      return Optional.empty();
    }
    Optional<String> address = TypedAddresses.address(text);
    if (address.isEmpty() && text.indexOf('"') < 0) {
      String quoted = QuotedString.of(text.substring(0, sign));
      address = TypedAddresses.address(quoted + text.substring(sign));
    }
    boolean readable = text.chars().noneMatch(c -> c <= ' ' || "<>(),;:\"\\".indexOf(c) >= 0);
    if (address.isEmpty() && !readable) {
      return Optional.empty();
    }
    return Optional.of(Shown.offered(received.name(), address.orElse(text)));
  }
}
