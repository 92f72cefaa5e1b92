package arashi.mime.view;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One leaf of a mail, or a mail attached to it.
 *
 * @param n number of the part, for {@link arashi.mime.parse.ParsedMail#part(int)}: its index among
 *     all entities in the order of the mail, with 0 for the root. Content unpacked from part {@code
 *     p} has numbers from {@code 1,000,000 + 1,000 p}
 * @param depth number of enclosing entities
 * @param contentType {@code type/subtype} in lower case, without parameters
 * @param charset declared charset as written, or empty
 * @param name decoded file name without path, or empty; the subject of an attached mail that has
 *     none. Never trust it with a file system
 * @param size decoded size in bytes
 * @param contentId id without angle brackets, or empty
 * @param disposition {@code inline}, {@code attachment}, another word in lower case, or empty
 * @param inline whether the body shows the part, as text or as an image that the HTML refers to
 * @param location Content-Location (RFC 2557), or empty
 */
public record PartInfo(
    int n,
    int depth,
    String contentType,
    String charset,
    String name,
    long size,
    String contentId,
    String disposition,
    boolean inline,
    String location) {
  /** Image types in mail, mapped to types that browsers decode and that cannot contain scripts. */
  private static final Map<String, String> IMAGES =
      Map.of(
          "image/png", "image/png",
          "image/gif", "image/gif",
          "image/webp", "image/webp",
          "image/jpeg", "image/jpeg",
          "image/jpg", "image/jpeg",
          "image/pjpeg", "image/jpeg");

  /** Types other than text that are readable as text. */
  private static final Set<String> TEXTS =
      Set.of("application/json", "application/x-patch", "message/delivery-status");

  /** Text types that browsers treat as documents or programs. */
  private static final Set<String> DOCUMENTS =
      Set.of("text/html", "text/xml", "text/xsl", "text/javascript", "text/ecmascript");

  /** Creates a part without a Content-Location. */
  public PartInfo(
      int n,
      int depth,
      String contentType,
      String charset,
      String name,
      long size,
      String contentId,
      String disposition,
      boolean inline) {
    this(n, depth, contentType, charset, name, size, contentId, disposition, inline, "");
  }

  /** Returns this part with a location. */
  PartInfo at(String place) {
    return new PartInfo(
        n, depth, contentType, charset, name, size, contentId, disposition, inline, place);
  }

  /** Returns the name for saving the part: its own, otherwise one from its number and type. */
  public String fileName() {
    return name.isEmpty() ? "part-" + n + "." + FileTypes.ending(contentType) : name;
  }

  /** Whether a browser may show the part as plain text. */
  public boolean isShownAsText() {
    return (contentType.startsWith("text/") || TEXTS.contains(contentType))
        && !DOCUMENTS.contains(contentType);
  }

  /** Returns the response type of the part, if a browser may show it as an image. */
  public Optional<String> imageType() {
    return Optional.ofNullable(IMAGES.get(contentType));
  }
}
