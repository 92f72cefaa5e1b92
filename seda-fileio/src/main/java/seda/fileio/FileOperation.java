package seda.fileio;

import java.nio.ByteBuffer;
import java.util.Objects;
import seda.kernel.Sink;

/**
 * What can be asked of an {@link AsyncFile}. Reads and writes begin at the file's position, and
 * move it.
 */
public sealed interface FileOperation {

  /**
   * Takes the one outcome, on a thread of the pool; it should have room for all that are under way,
   * for what it refuses can only be counted.
   */
  Sink<? super FileOutcome> completion();

  /** How a file is opened. */
  enum Mode {
    /** For reading. */
    READ,
    /** For reading and writing. */
    WRITE,
    /** For reading and writing; it is made if there is none. */
    CREATE
  }

  /** Opens the file; the first operation. */
  record Open(Mode mode, Sink<? super FileOutcome> completion) implements FileOperation {}

  /**
   * Reads {@code length} bytes; fewer only at the end of the file.
   *
   * @param length in bytes, 1 or more
   */
  record Read(int length, Sink<? super FileOutcome> completion) implements FileOperation {
    /** Checks the length. */
    public Read {
      if (length < 1) {
        throw new IllegalArgumentException("length = " + length + ", must be at least 1");
      }
    }
  }

  /**
   * Writes all bytes between the buffer's position and limit.
   *
   * @param bytes the file's until the outcome comes
   */
  record Write(ByteBuffer bytes, Sink<? super FileOutcome> completion) implements FileOperation {
    /** Checks that there is a buffer. */
    public Write {
      Objects.requireNonNull(bytes, "bytes");
    }
  }

  /**
   * Sets the position; behind the end of the file is allowed.
   *
   * @param position in bytes from the start
   */
  record Seek(long position, Sink<? super FileOutcome> completion) implements FileOperation {
    /** Checks the position. */
    public Seek {
      if (position < 0) {
        throw new IllegalArgumentException("position = " + position + ", must not be negative");
      }
    }
  }

  /** Asks for size and time. */
  record Stat(Sink<? super FileOutcome> completion) implements FileOperation {}

  /** Has the system bring everything that was written to the disk. */
  record Flush(Sink<? super FileOutcome> completion) implements FileOperation {}

  /** Closes the file; whatever comes behind fails. */
  record Close(Sink<? super FileOutcome> completion) implements FileOperation {}
}
