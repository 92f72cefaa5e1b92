package arashi.mime.html;

import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks and rewrites link targets. Allowed are web, mail and telephone addresses, and anchors
 * within the mail. A missing scheme is completed. Links to other schemes, to this service or into
 * scripts are removed. Pure functions.
 */
final class LinkTargets {
  private static final int MAX_CHARS = 8 << 10;

  /** An anchor within the mail. */
  static final Pattern WITHIN = Pattern.compile("#(?:" + Names.PREFIX + Names.ID + ")?");

  /** An external target. */
  static final Pattern ELSEWHERE =
      Pattern.compile(
          "(?i)(?:https?://[^\\p{Cntrl}]+|mailto:[^\\p{Cntrl}]*|tel:[0-9+*#();,=. a-z%/-]+)");

  private static final Pattern NOT_SHOWN = Pattern.compile("[\\t\\n\\r\\f]");
  private static final Pattern SCHEME = Pattern.compile("(?i)[a-z][a-z0-9+.-]*:.*", Pattern.DOTALL);
  private static final Pattern ADDRESS =
      Pattern.compile("[\\p{Alnum}._%+-]{1,64}+@(?:[\\p{Alnum}-]{1,63}\\.){1,8}[\\p{Alpha}]{2,24}");
  private static final Pattern HOST =
      Pattern.compile(
          "(?i)((?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?\\.){1,8}([\\p{L}]{2,24}))"
              + "(?::\\d{1,5})?(?:[/?#][^\\p{Cntrl}]*)?");

  /** File extensions that look like a top-level domain. */
  private static final Set<String> FILES =
      Set.of(
          ("html htm shtml xhtml php asp aspx jsp cgi pdf png jpg jpeg gif webp svg css js txt xml"
                  + " doc docx xls xlsx zip")
              .split(" ", -1));

  private LinkTargets() {}

  /** Returns the target to write; {@code base} may be null. */
  static Optional<String> of(String value, URI base) {
    String url = NOT_SHOWN.matcher(value).replaceAll("").strip();
    if (url.isEmpty() || url.length() > MAX_CHARS) {
      return Optional.empty();
    }
    if (url.startsWith("#")) {
      String name = url.substring(1);
      boolean top = name.isEmpty() || name.equalsIgnoreCase("top");
      return top ? Optional.of("#") : Names.ofId(name).map(id -> "#" + id);
    }
    if (url.startsWith("//")) {
      url = "https:" + url;
    }
    if (ELSEWHERE.matcher(url).matches()) {
      return Optional.of(url);
    }
    Matcher host = HOST.matcher(url);
    if (host.matches() && isHost(host)) {
      return Optional.of("https://" + url);
    }
    if (SCHEME.matcher(url).matches()) {
      return Optional.empty();
    }
    if (ADDRESS.matcher(url).matches()) {
      return Optional.of("mailto:" + url);
    }
    return resolved(url, base);
  }

  private static boolean isHost(Matcher host) {
    boolean www = host.group(1).regionMatches(true, 0, "www.", 0, 4);
    return www || !FILES.contains(host.group(2).toLowerCase(java.util.Locale.ROOT));
  }

  /** Null if there is no usable base. */
  static URI base(String href) {
    try {
      URI base = new URI(href.strip());
      boolean web =
          "https".equalsIgnoreCase(base.getScheme()) || "http".equalsIgnoreCase(base.getScheme());
      return web && base.getHost() != null && href.length() < 1_000 ? base : null;
    } catch (java.net.URISyntaxException e) {
      return null;
    }
  }

  private static Optional<String> resolved(String url, URI base) {
    if (base == null) {
      return Optional.empty();
    }
    try {
      String whole = base.resolve(new URI(url.replace(" ", "%20"))).toString();
      return ELSEWHERE.matcher(whole).matches() ? Optional.of(whole) : Optional.empty();
    } catch (java.net.URISyntaxException e) {
      return Optional.empty();
    }
  }
}
