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
 * What becomes of each address of an image: one of the mail is shown, one from elsewhere is left
 * out and counted, unless the reader has asked for it. A relative address is nothing from
 * elsewhere, unless the mail has a base. The text may be gone through again: then the answers are
 * those of the first time. One mail, one thread.
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

  /** How many from elsewhere were left out. */
  int blocked() {
    return blocked;
  }

  /** The mail says where relative addresses lead; null if it does not. */
  void base(URI where) {
    base = where;
  }

  /** From here on the same addresses come again, none of them more often. */
  void replay() {
    again = true;
  }

  /** The address to show an image by, if it can be shown. */
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
      // a line end would end the string in which CSS has it
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

  /** As browsers read them, slashes may lean either way, and one without a scheme is secure. */
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
