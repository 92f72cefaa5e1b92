package seda.fileio;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A directory that requests never leave. Every path is resolved to its real one, all links
 * followed, and must then still be below the real path of the directory; so a link may lead
 * elsewhere inside, and the directory itself may be a link that is changed to point to another.
 *
 * <p>Who can change directories below the root between that check and the opening of the file can
 * defeat the check: only its owner should be able to write there.
 *
 * @param directory need not exist yet; of any file system
 * @param visible given a real path relative to the real root, says whether it may be read
 */
public record FileRoot(Path directory, Predicate<Path> visible) {

  /** Checks the values. */
  public FileRoot {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(visible, "visible");
  }

  /** A root below which everything is visible. */
  public static FileRoot of(Path directory) {
    return new FileRoot(directory, path -> true);
  }

  /**
   * The real path of a file below the root. Blocks on the disk.
   *
   * @throws NoSuchFileException if there is none, it is outside, or it is not visible
   */
  Path locate(Path path) throws IOException {
    Path realRoot = directory.toRealPath();
    Path asked = directory.resolve(path);
    Path real;
    try {
      real = asked.toRealPath();
    } catch (FileSystemException e) {
      if (leadsThroughAFile(asked)) {
        throw new NoSuchFileException(path.toString());
      }
      throw e;
    }
    if (!real.startsWith(realRoot) || !visible.test(realRoot.relativize(real))) {
      throw new NoSuchFileException(path.toString());
    }
    return real;
  }

  /**
   * The same for a file that need not be there yet; its directory must be.
   *
   * @throws NoSuchFileException if it would be outside, or not visible
   */
  Path locateNew(Path path) throws IOException {
    Path asked = directory.resolve(path);
    if (Files.exists(asked)) {
      return locate(path);
    }
    Path realRoot = directory.toRealPath();
    Path parent = asked.getParent();
    Path name = asked.getFileName();
    if (parent == null || name == null || name.toString().equals("..")) {
      throw new NoSuchFileException(path.toString());
    }
    Path real = parent.toRealPath().resolve(name);
    if (!real.startsWith(realRoot)
        || real.equals(realRoot)
        || !visible.test(realRoot.relativize(real))) {
      throw new NoSuchFileException(path.toString());
    }
    return real;
  }

  /** Like {@code page.html/x}, which systems report as an error of its own kind. */
  private static boolean leadsThroughAFile(Path path) {
    for (Path parent = path.getParent(); parent != null; parent = parent.getParent()) {
      if (Files.isRegularFile(parent)) {
        return true;
      }
    }
    return false;
  }
}
