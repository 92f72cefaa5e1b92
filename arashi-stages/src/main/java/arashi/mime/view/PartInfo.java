package arashi.mime.view;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One leaf of a mail, or a mail attached to it.
 *
 * @param n number of the part, for {@link arashi.mime.parse.ParsedMail#part(int)}: its place when
 *     all entities are counted from the root, which is 0, in the order of the mail. What was
 *     unpacked from part {@code p} has numbers from {@code 1,000,000 + 1,000 p}
 * @param depth how many entities enclose it
 * @param contentType {@code type/subtype} in lower case, without parameters
 * @param charset the declared charset as written, or empty
 * @param name file name, decoded, without path; or empty. Never trust it with a file system
 * @param size decoded size in bytes
 * @param contentId without angle brackets, or empty
 * @param disposition {@code inline}, {@code attachment}, another word in lower case, or empty
 * @param inline true when the reader sees it within the body: as its text, or as an image that the
 *     HTML refers to
 * @param location what its Content-Location says (RFC 2557), or empty
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
  /** Names that mails give to images that browsers decode and that can hold no script. */
  private static final Map<String, String> IMAGES =
      Map.of(
          "image/png", "image/png",
          "image/gif", "image/gif",
          "image/webp", "image/webp",
          "image/jpeg", "image/jpeg",
          "image/jpg", "image/jpeg",
          "image/pjpeg", "image/jpeg");

  /** Types that are no text, but are read like one. */
  private static final Set<String> TEXTS =
      Set.of("application/json", "application/x-patch", "message/delivery-status");

  /** Text that is a document or a program to browsers. */
  private static final Set<String> DOCUMENTS =
      Set.of("text/html", "text/xml", "text/xsl", "text/javascript", "text/ecmascript");

  /** A part without a Content-Location. */
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

  /** The same part at a location. */
  PartInfo at(String place) {
    return new PartInfo(
        n, depth, contentType, charset, name, size, contentId, disposition, inline, place);
  }

  /** The name to save the part by: its own, else one made of its number and type. */
  public String fileName() {
    return name.isEmpty() ? "part-" + n + "." + FileTypes.ending(contentType) : name;
  }

  /** Whether a browser may show the part as plain text. */
  public boolean isShownAsText() {
    return (contentType.startsWith("text/") || TEXTS.contains(contentType))
        && !DOCUMENTS.contains(contentType);
  }

  /** The type to send the part as, if a browser may show it as an image. */
  public Optional<String> imageType() {
    return Optional.ofNullable(IMAGES.get(contentType));
  }
}
