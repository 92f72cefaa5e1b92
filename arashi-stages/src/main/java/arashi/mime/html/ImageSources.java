package arashi.mime.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What becomes of each address of an image: one of the mail is shown, one from elsewhere is left
 * out and counted. A relative address is nothing from elsewhere, unless the mail has a base. The
 * text may be gone through again: then the answers are those of the first time. One mail, one
 * thread.
 */
final class ImageSources {
  static final int MAX_DATA_CHARS = 256 << 10;

  private static final Pattern DATA_IMAGE =
      Pattern.compile("(?i)data:image/(?:png|gif|jpeg|webp);base64,[a-z0-9+/=\\s]*+");
  private static final Pattern REMOTE = Pattern.compile("(?i)(?:https?:)?[/\\\\]{2}.*");
  private static final Pattern SCHEME = Pattern.compile("(?i)[a-z][a-z0-9+.-]*:.*");

  private final MailImages images;
  private final List<Optional<String>> answers = new ArrayList<>();
  private boolean hasBase;
  private int next;
  private int blocked;
  private boolean again;

  ImageSources(MailImages images) {
    this.images = images;
  }

  /** How many from elsewhere were left out. */
  int blocked() {
    return blocked;
  }

  /** The mail says where relative addresses lead. */
  void hasBase() {
    hasBase = true;
  }

  /** From here the same addresses come again, those of {@code first} and after it. */
  void replay(int first) {
    next = first;
    again = true;
  }

  /** How many addresses have come. */
  int count() {
    return answers.size();
  }

  /** The address to show an image by, if it can be shown. */
  Optional<String> source(String address) {
    if (again && next < answers.size()) {
      return answers.get(next++);
    }
    Optional<String> answer = judge(address.strip());
    answers.add(answer);
    next = answers.size();
    return answer;
  }

  private Optional<String> judge(String url) {
    String start = url.substring(0, Math.min(5, url.length())).toLowerCase(Locale.ROOT);
    if (start.startsWith("cid:")) {
      return images.ofContentId(url.substring(4));
    }
    if (start.equals("data:")) {
      boolean image = url.length() <= MAX_DATA_CHARS && DATA_IMAGE.matcher(url).matches();
      return image ? Optional.of(url) : Optional.empty();
    }
    if (images.has(url)) {
      return images.ofLocation(url);
    }
    boolean relative = !url.isEmpty() && !SCHEME.matcher(url).matches();
    if (REMOTE.matcher(url).matches() || (hasBase && relative)) {
      blocked += again ? 0 : 1;
    }
    return Optional.empty();
  }
}
