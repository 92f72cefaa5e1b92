package seda.fileio;

import java.nio.ByteBuffer;

/** The outcome of a {@link FileOperation}. */
public sealed interface FileOutcome {

  /**
   * The file was opened, sought, flushed or closed.
   *
   * @param position current position
   */
  record Done(long position) implements FileOutcome {}

  /**
   * Bytes were read.
   *
   * @param bytes from position to limit, owned by the receiver; empty at the end of the file
   * @param position position after the bytes
   */
  record BytesRead(ByteBuffer bytes, long position) implements FileOutcome {}

  /**
   * Bytes were written.
   *
   * @param count number of bytes
   * @param position position after the bytes
   */
  record BytesWritten(int count, long position) implements FileOutcome {}

  /** Size and modification time of the file. */
  record Stamped(FileStamp stamp) implements FileOutcome {}

  /** The operation failed. A write may be incomplete. */
  record Failed(FileFailed.Reason reason, Throwable cause) implements FileOutcome {}
}
