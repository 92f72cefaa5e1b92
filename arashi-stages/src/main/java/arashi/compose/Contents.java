package arashi.compose;

import java.io.IOException;
import java.io.InputStream;

/** Source of attached files' contents. May block. */
@FunctionalInterface
public interface Contents {
  /**
   * Opens the content at its start; the caller closes it. Each write of a mail opens each file
   * once, and building opens an attached mail once more.
   *
   * @throws IOException if the content is missing or unreadable
   */
  InputStream open(Attached file) throws IOException;
}
