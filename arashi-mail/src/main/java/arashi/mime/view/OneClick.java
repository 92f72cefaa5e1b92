package arashi.mime.view;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One-click unsubscription (RFC 8058): a POST to the address in {@code List-Unsubscribe} without
 * further confirmation. A mail may request it only under a valid DKIM signature. Delivery checks
 * whether a trusted server vouches for the signature. It records the result in the trace fields,
 * which nothing else writes.
 */
public final class OneClick {
  /** The trace field that delivery adds to mail with a vouched signature. */
  public static final String TRACE = "X-Arashi-One-Click: vouched\r\n";

  private static final Pattern LINK = Pattern.compile("<\\s*(https://[^<>\\s]{1,2000})\\s*>");

  private OneClick() {}

  /**
   * Returns the target of the POST; empty without an address in the mail or delivery's trace field.
   *
   * @param trace trace fields that delivery has written
   */
  public static Optional<String> url(Optional<byte[]> trace, MailView view) {
    boolean vouched =
        trace.map(fields -> new String(fields, ISO_8859_1).endsWith(TRACE)).orElse(false);
    return vouched ? url(view.list()) : Optional.empty();
  }

  private static Optional<String> url(ListFields list) {
    Matcher link = LINK.matcher(list.unsubscribe());
    return link.find() ? Optional.of(link.group(1)) : Optional.empty();
  }
}
