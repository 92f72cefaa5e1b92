package seda.fileio;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import seda.kernel.Clock;

/**
 * A directory that confines requests. Each path is resolved to its real path, with all links
 * followed, which must lie below the real path of the directory. So a link may lead elsewhere
 * inside, and the directory itself may be a link that is switched. Thread-safe.
 *
 * <p>An attacker who can change directories below the root between this check and the opening of
 * the file can defeat the check. Only the root's owner should have write access there.
 */
public final class FileRoot {
  private final Path directory;
  private final Predicate<Path> visible;
  private final RealDirectories lately; // null without a cache

  /**
   * Creates a root.
   *
   * @param directory directory of any file system; it need not exist yet
   * @param visible true for a real path, relative to the real root, that may be read
   */
  public FileRoot(Path directory, Predicate<Path> visible) {
    this(directory, visible, null);
  }

  private FileRoot(Path directory, Predicate<Path> visible, RealDirectories lately) {
    this.directory = Objects.requireNonNull(directory, "directory");
    this.visible = Objects.requireNonNull(visible, "visible");
    this.lately = lately;
  }

  /** Creates a root below which everything is visible. */
  public static FileRoot of(Path directory) {
    return new FileRoot(directory, path -> true);
  }

  /**
   * Returns a root that caches resolved directories for a time. That saves a system call for each
   * name of the path. On Windows, where a file also has a short name, nothing is cached.
   *
   * @param time duration of the cache, 0 for none
   */
  public FileRoot trustingLinksFor(Duration time, Clock clock) {
    boolean oneName = directory.getFileSystem().getSeparator().equals("/");
    return oneName ? new FileRoot(directory, visible, new RealDirectories(time, clock)) : this;
  }

  /** Returns the directory as given. */
  public Path directory() {
    return directory;
  }

  /**
   * Returns the stamp of a file below the root. Blocks on the disk.
   *
   * @return null if it is not a regular file
   * @throws NoSuchFileException if it does not exist, is outside, or is not visible
   */
  public FileStamp stamp(Path path) throws IOException {
    Located found = find(path);
    return found.attributes().isRegularFile() ? FileStamp.of(found.attributes()) : null;
  }

  /**
   * A located file.
   *
   * @param real path without links
   * @param attributes attributes of the file
   */
  record Located(Path real, BasicFileAttributes attributes) {}

  /**
   * Locates a file below the root. Blocks on the disk.
   *
   * @throws NoSuchFileException if it does not exist, is outside, or is not visible
   */
  Located find(Path path) throws IOException {
    Path asked = directory.resolve(path);
    if (lately != null) {
      Located found = findByDirectory(asked);
      if (found != null) {
        return found;
      }
    }
    Path real = locate(path);
    if (lately != null) {
      lately.note(directory, asked.getParent());
    }
    return new Located(real, Files.readAttributes(real, BasicFileAttributes.class));
  }

  /** Locates a file by its cached directory; null if that does not suffice. */
  private Located findByDirectory(Path asked) {
    RealDirectories.Known known = lately.find(asked.getParent());
    if (known == null) {
      return null;
    }
    Path real = known.real().resolve(asked.getFileName());
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      boolean found = attributes.isRegularFile() && visible.test(known.root().relativize(real));
      return found ? new Located(real, attributes) : null;
    } catch (IOException e) { // the full resolution reports the error
      return null;
    }
  }

  /**
   * Returns the real path of a file below the root. Blocks on the disk.
   *
   * @throws NoSuchFileException if it does not exist, is outside, or is not visible
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
   * Returns the real path of a file that need not exist yet; its directory must. Blocks on the
   * disk.
   *
   * @throws NoSuchFileException if it would be outside or not visible
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

  /** True for a path like {@code page.html/x}, which systems report as another error. */
  private static boolean leadsThroughAFile(Path path) {
    for (Path parent = path.getParent(); parent != null; parent = parent.getParent()) {
      if (Files.isRegularFile(parent)) {
        return true;
      }
    }
    return false;
  }
}
