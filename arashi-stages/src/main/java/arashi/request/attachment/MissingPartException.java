package arashi.request.attachment;

import java.io.IOException;

/** A mail has no such part, or none that can be found in it while it comes. */
final class MissingPartException extends IOException {
  private static final long serialVersionUID = 1L;

  MissingPartException(int part) {
    super("part " + part);
  }
}
