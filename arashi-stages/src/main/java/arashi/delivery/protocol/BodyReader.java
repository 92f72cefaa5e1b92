package arashi.delivery.protocol;

import java.nio.ByteBuffer;

/** Reads the content of a mail, or one chunk, into a {@link MailBody}. */
interface BodyReader {
  /** Outcome of a read. */
  enum Progress {
    /** The buffer is consumed; more input is needed. */
    INPUT,
    /** No memory for the input; the buffer is unchanged. */
    MEMORY,
    /** The content ends; the rest stays in the buffer. */
    END,
    /** Too much input after a failure; the session ends. */
    ENDLESS
  }

  /** Consumes as many octets as possible. */
  Progress read(ByteBuffer in);
}
