package arashi.mime.html;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Resolves image addresses. Images of the mail are shown. Remote images are blocked and counted,
 * unless the reader has asked for them. A relative address is remote only if the mail sets a base.
 * A second pass replays the answers of the first. For one mail on one thread.
 */
final class ImageSources {
  static final int MAX_DATA_CHARS = 256 << 10;

  private static final Pattern DATA_IMAGE =
      Pattern.compile("(?i)data:image/(?:png|gif|jpeg|webp);base64,[a-z0-9+/=\\s]*+");
  private static final Pattern SPACE = Pattern.compile("\\s");
  private static final Pattern REMOTE = Pattern.compile("(?i)(?:https?:)?[/\\\\]{2}.*");
  private static final Pattern SCHEME = Pattern.compile("(?i)[a-z][a-z0-9+.-]*:.*");

  private final MailImages images;
  private final Map<String, Deque<Optional<String>>> answers = new HashMap<>();
  private URI base;
  private int blocked;
  private boolean again;

  ImageSources(MailImages images) {
    this.images = images;
  }

  int blocked() {
    return blocked;
  }

  /** Sets the base URL of the mail, or null if it has none. */
  void base(URI where) {
    base = where;
  }

  /**
   * Starts the second pass: it asks for the same addresses, none more often than the first pass.
   */
  void replay() {
    again = true;
  }

  Optional<String> source(String address) {
    String url = address.strip();
    Deque<Optional<String>> known = answers.computeIfAbsent(url, one -> new ArrayDeque<>());
    if (again) {
      return known.isEmpty() ? Optional.empty() : known.removeFirst();
    }
    Optional<String> answer = judge(url);
    known.addLast(answer);
    return answer;
  }

  private Optional<String> judge(String url) {
    String start = url.substring(0, Math.min(5, url.length())).toLowerCase(Locale.ROOT);
    if (start.startsWith("cid:")) {
      return images.ofContentId(url.substring(4));
    }
    if (start.equals("data:")) {
      boolean image = url.length() <= MAX_DATA_CHARS && DATA_IMAGE.matcher(url).matches();
      // a line end would terminate the CSS string
      return image ? Optional.of(SPACE.matcher(url).replaceAll("")) : Optional.empty();
    }
    if (images.has(url)) {
      return images.ofLocation(url);
    }
    boolean relative = !url.isEmpty() && !SCHEME.matcher(url).matches();
    if (REMOTE.matcher(url).matches() || (base != null && relative)) {
      Optional<String> shown = absolute(url).flatMap(images::ofRemote);
      blocked += shown.isPresent() ? 0 : 1;
      return shown;
    }
    return Optional.empty();
  }

  /**
   * Resolves an address as browsers do: backslashes count as slashes. An address without a scheme
   * becomes {@code https}.
   */
  private Optional<String> absolute(String url) {
    if (SCHEME.matcher(url).matches()) {
      return Optional.of(url);
    }
    if (REMOTE.matcher(url).matches()) {
      return Optional.of("https:" + url);
    }
    try {
      return Optional.of(base.resolve(new URI(url.replace(" ", "%20"))).toString());
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
