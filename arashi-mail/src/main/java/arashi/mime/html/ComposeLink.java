package arashi.mime.html;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Links to mail addresses (RFC 6068) lead to the form of a new mail in this service. */
final class ComposeLink {
  /** A link that {@link #of} made. */
  static final Pattern MADE = Pattern.compile("/compose\\?mailto=[A-Za-z0-9%.*_+-]{1,4000}");

  private static final String SCHEME = "mailto:";
  private static final String PATH = "/compose?mailto=";

  private ComposeLink() {}

  /** Returns the link to write; other links, and those that are too long, are unchanged. */
  static String of(String link) {
    if (!link.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return link;
    }
    String to = link.substring(SCHEME.length());
    String made = PATH + URLEncoder.encode(to, StandardCharsets.UTF_8);
    return MADE.matcher(made).matches() ? made : link;
  }
}
