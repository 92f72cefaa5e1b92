package arashi.mime.view;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Unsubscription by one click (RFC 8058): a POST to the address of {@code List-Unsubscribe},
 * without a further question. A mail may ask for it only under a valid DKIM signature. Delivery
 * sees whether a trusted server vouches for that, and notes it among its trace fields, which nobody
 * else writes.
 */
public final class OneClick {
  /** The line that delivery adds to the trace fields of a mail that it holds for. */
  public static final String TRACE = "X-Arashi-One-Click: vouched\r\n";

  private static final Pattern LINK = Pattern.compile("<\\s*(https://[^<>\\s]{1,2000})\\s*>");

  private OneClick() {}

  /**
   * Where the POST goes; empty unless the mail has such an address and delivery has noted that it
   * holds.
   *
   * @param trace fields that delivery has written
   */
  public static Optional<String> url(Optional<byte[]> trace, MailView view) {
    boolean vouched =
        trace.map(fields -> new String(fields, ISO_8859_1).endsWith(TRACE)).orElse(false);
    return vouched ? view.list().flatMap(OneClick::url) : Optional.empty();
  }

  private static Optional<String> url(ListFields list) {
    Matcher link = LINK.matcher(list.unsubscribe());
    return link.find() ? Optional.of(link.group(1)) : Optional.empty();
  }
}
