package arashi.request.attachment;

import java.io.IOException;

/** Thrown if a mail has no such part, or the part cannot be found in the stream. */
final class MissingPartException extends IOException {
  private static final long serialVersionUID = 1L;

  MissingPartException(int part) {
    super("part " + part);
  }
}
