package arashi.delivery.protocol;

import java.nio.ByteBuffer;

/** Reads the content of a mail, or a part of it, into a {@link MailBody}. */
interface BodyReader {
  /** What a read has come to. */
  enum Progress {
    /** The buffer is used up; more has to come. */
    INPUT,
    /** There is no memory for what has come; the buffer is as it was. */
    MEMORY,
    /** This is the end; what follows is left in the buffer. */
    END,
    /** So much came behind a failure that no end is to be expected. */
    ENDLESS
  }

  /** Takes octets as far as it can. */
  Progress read(ByteBuffer in);
}
