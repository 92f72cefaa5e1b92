package arashi.deploy.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;

/** A file whose first line is a password, to keep it off the command line. */
public final class PasswordFile {
  private PasswordFile() {}

  /**
   * Reads the password without the line end. Warns on standard error if other users of the machine
   * can read the file. Blocks; reads a pipe once.
   *
   * @param key option or configuration key of the file, for messages
   * @throws IllegalArgumentException with the reason if there is no password
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
