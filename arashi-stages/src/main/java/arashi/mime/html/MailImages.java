package arashi.mime.html;

import java.util.Optional;

/** The images of a mail, by what its text calls them. */
@FunctionalInterface
public interface MailImages {
  /**
   * The URL to show the image with a Content-ID (RFC 2392) by.
   *
   * @param id without {@code cid:} and angle brackets
   * @return nothing if the mail has no such image, or it is too large to be shown
   */
  Optional<String> ofContentId(String id);

  /**
   * True if a part of the mail is named so: by its Content-Location (RFC 2557), or by its file name
   * or Content-ID without a scheme. Then the name is nothing to be fetched from elsewhere.
   */
  default boolean has(String location) {
    return false;
  }

  /** The same as {@link #ofContentId} by such a name. */
  default Optional<String> ofLocation(String location) {
    return Optional.empty();
  }

  /**
   * The URL to show an image from elsewhere by.
   *
   * @param url absolute, of {@code http} or {@code https}
   * @return nothing if it isn't shown; so it is unless the reader has asked for it
   */
  default Optional<String> ofRemote(String url) {
    return Optional.empty();
  }
}
