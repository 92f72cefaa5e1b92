package seda.fileio;

import java.nio.ByteBuffer;
import java.util.Objects;
import seda.kernel.Sink;

/**
 * An operation of an {@link AsyncFile}. Reads and writes start at the file's position and advance
 * it.
 */
public sealed interface FileOperation {

  /**
   * Returns the sink for the outcome, called on a thread of the pool. It should have room for all
   * pending operations: a refused outcome is only counted.
   */
  Sink<? super FileOutcome> completion();

  /** Mode in which a file is opened. */
  enum Mode {
    /** For reading. */
    READ,
    /** For reading and writing. */
    WRITE,
    /** For reading and writing; creates the file if it does not exist. */
    CREATE
  }

  /** Opens the file; the first operation. */
  record Open(Mode mode, Sink<? super FileOutcome> completion) implements FileOperation {}

  /**
   * Reads {@code length} bytes; fewer only at the end of the file.
   *
   * @param length length in bytes, at least 1
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
   * Writes the bytes between the buffer's position and limit.
   *
   * @param bytes owned by the file until the outcome
   */
  record Write(ByteBuffer bytes, Sink<? super FileOutcome> completion) implements FileOperation {
    /** Checks the buffer. */
    public Write {
      Objects.requireNonNull(bytes, "bytes");
    }
  }

  /**
   * Sets the position, which may lie beyond the end of the file.
   *
   * @param position position in bytes from the start
   */
  record Seek(long position, Sink<? super FileOutcome> completion) implements FileOperation {
    /** Checks the position. */
    public Seek {
      if (position < 0) {
        throw new IllegalArgumentException("position = " + position + ", must not be negative");
      }
    }
  }

  /** Reads the file's size and modification time. */
  record Stat(Sink<? super FileOutcome> completion) implements FileOperation {}

  /** Forces all written bytes to the disk. */
  record Flush(Sink<? super FileOutcome> completion) implements FileOperation {}

  /** Closes the file; later operations fail. */
  record Close(Sink<? super FileOutcome> completion) implements FileOperation {}
}
