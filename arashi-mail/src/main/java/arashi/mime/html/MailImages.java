package arashi.mime.html;

import java.util.Optional;

/** Maps the image references of a mail to URLs. */
@FunctionalInterface
public interface MailImages {
  /**
   * Returns the URL that shows the image of a Content-ID (RFC 2392).
   *
   * @param id the id without {@code cid:} and angle brackets
   * @return empty if the mail has no such image, or it is too large to be shown
   */
  Optional<String> ofContentId(String id);

  /**
   * True if a part of the mail has that name: its Content-Location (RFC 2557), or its file name or
   * Content-ID without a scheme. Such a name is not a remote address.
   */
  default boolean has(String location) {
    return false;
  }

  /** Returns the URL that shows the image of that name. */
  default Optional<String> ofLocation(String location) {
    return Optional.empty();
  }

  /**
   * Returns the URL that shows a remote image.
   *
   * @param url an absolute {@code http} or {@code https} URL
   * @return empty if it is blocked, which is the default until the reader asks for it
   */
  default Optional<String> ofRemote(String url) {
    return Optional.empty();
  }
}
