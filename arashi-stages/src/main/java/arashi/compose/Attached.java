package arashi.compose;

import arashi.mime.view.PartInfo;
import java.util.Optional;

/**
 * A file of a draft. Its content is stored elsewhere, under its hash.
 *
 * @param sha256 hash of the content, in hex
 * @param name file name for the recipient, or empty
 * @param type {@code type/subtype}, for text optionally with {@code ; charset=…}; {@code
 *     message/rfc822} is sent as a mail, not as a file
 * @param size bytes of the content
 * @param contentId without angle brackets, if the text may refer to it (RFC 2392)
 */
public record Attached(
    String sha256, String name, String type, long size, Optional<String> contentId) {

  /** Makes a file of a mail's part; {@code size} and {@code sha256} of its content. */
  public static Attached of(PartInfo part, String sha256, long size) {
    return new Attached(
        sha256,
        part.name(),
        part.contentType().startsWith("text/") && !part.charset().isEmpty()
            ? part.contentType() + "; charset=" + part.charset()
            : part.contentType(),
        size,
        part.contentId().isEmpty() ? Optional.empty() : Optional.of(part.contentId()));
  }
}
