package arashi.request.attachment;

import arashi.front.page.Pages;
import arashi.mime.text.TextCleaner;
import arashi.mime.view.PartInfo;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import seda.netio.http.HttpResponse;

/**
 * The response headers of a file from a mail: a download of unknown type regardless of the declared
 * type, unless it is an image that cannot contain a script. It is never a document of our own
 * origin.
 *
 * @param contentType type sent to the browser
 * @param disposition value of {@code Content-Disposition} (RFC 6266)
 */
record FileAnswer(String contentType, String disposition) {
  /** Types that downloads keep; none is a document with scripts. */
  private static final Set<String> PLAIN_TYPES =
      Set.of("application/pdf", "application/zip", "audio/mpeg", "video/mp4");

  private static final int MAX_ZIP_NAME = 80;
  private static final String INLINE = "inline";
  private static final String UNKNOWN = "application/octet-stream";
  private static final String POLICY = "sandbox; default-src 'none'";
  private static final int MAX_NAME_CHARS = 150;

  /** Allowed uses of a file in the browser. */
  enum Disposition {
    DOWNLOAD,
    INLINE_IF_SAFE
  }

  static FileAnswer raw(long uid) {
    return new FileAnswer("application/octet-stream", disposition("message-" + uid + ".eml"));
  }

  static FileAnswer part(PartInfo part, Disposition disposition) {
    String type = part.contentType();
    Optional<String> image = part.imageType();
    if (disposition == Disposition.INLINE_IF_SAFE && image.isPresent()) {
      return new FileAnswer(image.get(), INLINE);
    }
    String kept = image.orElse(PLAIN_TYPES.contains(type) ? type : UNKNOWN);
    return new FileAnswer(kept, disposition(part.fileName()));
  }

  static FileAnswer zip(String subject) {
    String name = subject.isBlank() ? "attachments" : subject.strip();
    return new FileAnswer(
        "application/zip", disposition(TextCleaner.cut(name, MAX_ZIP_NAME) + ".zip"));
  }

  /** Returns headers that show any text type as plain text. */
  static FileAnswer text(Charset charset) {
    return new FileAnswer("text/plain; charset=" + charset.name(), INLINE);
  }

  HttpResponse response() {
    return Pages.protect(HttpResponse.of(200))
        .header("Content-Disposition", disposition)
        .header("Content-Security-Policy", POLICY);
  }

  /** Writes the name twice: in ASCII for old clients, in UTF-8 for all others (RFC 8187). */
  private static String disposition(String name) {
    String safe = safe(name);
    StringBuilder ascii = new StringBuilder();
    safe.codePoints().forEach(c -> ascii.append(c < 127 ? (char) c : '_'));
    return "attachment; filename=\"" + ascii + "\"; filename*=UTF-8''" + percentEncoded(safe);
  }

  /**
   * Removes the path, controls, bidirectional overrides, and quoting characters of headers and
   * shells.
   */
  static String safe(String name) {
    StringBuilder kept = new StringBuilder();
    name.codePoints()
        .limit(MAX_NAME_CHARS)
        .map(c -> isUnsafe(c) ? '_' : c)
        .forEach(kept::appendCodePoint);
    String text = kept.toString().strip();
    return text.isEmpty() || text.chars().allMatch(c -> c == '.') ? "file" : text;
  }

  private static boolean isUnsafe(int c) {
    return c < ' '
        || c == 127
        || "\"\\/:*?<>|%;'".indexOf(c) >= 0
        || Character.getType(c) == Character.FORMAT
        || Character.getType(c) == Character.CONTROL
        || Character.getType(c) == Character.SURROGATE
        || Character.getType(c) == Character.LINE_SEPARATOR
        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
  }

  /** Encodes all but letters, digits and {@code -._}; a safe name has no asterisk. */
  private static String percentEncoded(String safe) {
    return URLEncoder.encode(safe, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
