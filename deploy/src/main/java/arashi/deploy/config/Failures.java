package arashi.deploy.config;

import arashi.store.database.OutageException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Describes failures for the user of a command. */
public final class Failures {
  private Failures() {}

  /**
   * Returns the message, extended for Java's file exceptions, whose message is often just the file.
   */
  public static String words(Throwable failure) {
    if (failure instanceof FileSystemException of
        && of.getFile() != null
        && of.getReason() == null) {
      return of.getFile() + ": " + problem(of);
    }
    if (failure instanceof OutageException out && out.mayBeDone()) {
      return out.getMessage() + "; the last change may be made or not";
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
      return "exists and is not a directory";
    }
    return failure.getClass().getSimpleName();
  }
}
