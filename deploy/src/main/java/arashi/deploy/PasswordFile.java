package arashi.deploy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;

/** A file whose first line is a password, so that it stands in no command line. */
public final class PasswordFile {
  private PasswordFile() {}

  /**
   * Reads it, without the end of the line. Warns in one line on standard error if other users of
   * the machine can read it. Blocks; a pipe is read once.
   *
   * @param key the option or key that names it, for the message
   * @throws IllegalArgumentException saying why there is no password in it
   */
  public static String read(String key, Path file) {
    String line;
    boolean open;
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      line = reader.readLine();
      open = othersCanRead(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(key + ": can't read " + Failures.words(e), e);
    }
    if (line == null || line.isEmpty()) {
      throw new IllegalArgumentException(key + " = " + file + ", must hold a password");
    }
    if (open) {
      Warnings.print(file + " holds a password and other users can read it: chmod 600 " + file);
    }
    return line;
  }

  private static boolean othersCanRead(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    return view != null
        && Files.isRegularFile(file)
        && view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_READ);
  }
}
