package arashi.compose;

import arashi.mime.view.PartInfo;
import java.util.Optional;

/**
 * A file of a draft. Its content is stored elsewhere, under its hash. A file of a mail that is
 * forwarded refers to the part of that mail until the draft is saved.
 *
 * @param sha256 hash of the content, in hex; empty for a part that is not taken in yet
 * @param name file name for the recipient, or empty
 * @param type {@code type/subtype}, for text optionally with {@code ; charset=…}; {@code
 *     message/rfc822} is sent as a mail, not as a file
 * @param size bytes of the content
 * @param contentId without angle brackets, if the text may refer to it (RFC 2392)
 * @param part the part that it is or was taken from
 */
public record Attached(
    String sha256,
    String name,
    String type,
    long size,
    Optional<String> contentId,
    Optional<PartOfMail> part) {

  /** A file that is not taken from a mail. */
  public Attached(String sha256, String name, String type, long size, Optional<String> contentId) {
    this(sha256, name, type, size, contentId, Optional.empty());
  }

  /** Refers to a part of a mail; {@code mail} is the hash of the raw mail. */
  public static Attached of(PartInfo part, String mail) {
    Attached file = of(part, "", part.size());
    return file.from(new PartOfMail(mail, part.n()));
  }

  /** True if the content is stored under the hash. */
  public boolean isStored() {
    return !sha256.isEmpty();
  }

  private Attached from(PartOfMail source) {
    return new Attached(sha256, name, type, size, contentId, Optional.of(source));
  }

  /** Returns the file with the hash and the size of its stored content. */
  public Attached stored(String hash, long bytes) {
    return new Attached(hash, name, type, bytes, contentId, part);
  }

  /** Returns the stored file without the reference to its part. */
  public Attached withoutPart() {
    return isStored() ? new Attached(sha256, name, type, size, contentId) : this;
  }

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
