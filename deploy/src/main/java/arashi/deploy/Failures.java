package arashi.deploy;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What went wrong, in words for who typed the command. */
final class Failures {
  private Failures() {}

  /** The message; of Java's exceptions about files, whose message is often the file alone, more. */
  static String words(Throwable failure) {
    if (failure instanceof FileSystemException of
        && of.getFile() != null
        && of.getReason() == null) {
      return of.getFile() + ": " + problem(of);
    }
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  private static String problem(FileSystemException failure) {
    if (failure instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof FileAlreadyExistsException) {
      return "there already, and no directory";
    }
    return failure.getClass().getSimpleName();
  }
}
