package seda.netio;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Permissions with which files and directories are made that hold data of clients, where the file
 * system has such permissions. The umask may take away more. Files that exist keep theirs.
 */
public final class FileModes {
  /** Log files: another program of the same group may read them. */
  public static final String LOG = "rw-r-----";

  /** Files for their owner only. */
  public static final String PRIVATE = "rw-------";

  /** Directories for their owner only. */
  public static final String PRIVATE_DIRECTORY = "rwx------";

  private FileModes() {}

  /**
   * Returns the attributes for the methods that create a file or a directory.
   *
   * @param path the new file or directory
   * @param permissions like {@link #LOG}
   */
  public static FileAttribute<?>[] of(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
