package db.migrations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Disk space that the first start of an embedded server needs. */
final class FirstStartRoom {
  private static final long MIB = 1L << 20;

  /** The unpacked program. */
  private static final long PROGRAM = 48 * MIB;

  /** System tables, the undo log, temporary tables and the tables of the service. */
  private static final long DATA = 80 * MIB;

  private FirstStartRoom() {}

  /**
   * Fails before anything is written, because the server's own message about a full disk names
   * neither the size nor the remedy.
   *
   * @param data directory of the server's data; if it exists, this is not the first start
   * @throws IOException with the sizes and what to do
   */
  static void require(Path dir, Path data, ServerMemory memory) throws IOException {
    long needed = PROGRAM + DATA + memory.redoLogBytes();
    long free = Files.getFileStore(dir).getUsableSpace();
    if (!Files.isDirectory(data) && free < needed) {
      throw new IOException(
          "its disk at "
              + dir
              + " has "
              + free / MIB
              + " MiB free, but its first start needs "
              + needed / MIB
              + " MiB, "
              + memory.redoLogBytes() / MIB
              + " of them for embedded.redo-log: free some, lower that, or name another directory"
              + " (--data)");
    }
  }
}
