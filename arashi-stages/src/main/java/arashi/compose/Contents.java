package arashi.compose;

import java.io.IOException;
import java.io.InputStream;

/** Where the content of attached files comes from. May block. */
@FunctionalInterface
public interface Contents {
  /**
   * The content from its start; the caller closes it. A mail opens each file once for each time
   * that it is written, and an attached mail once more when it is built.
   *
   * @throws IOException if there is no such content, or it can't be read
   */
  InputStream open(Attached file) throws IOException;
}
