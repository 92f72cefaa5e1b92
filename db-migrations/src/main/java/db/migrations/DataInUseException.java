package db.migrations;

import java.nio.file.Path;

/** Another process of the service already owns the embedded database in this directory. */
public final class DataInUseException extends Exception {

  private static final long serialVersionUID = 1L;

  DataInUseException(Path dir, String owner) {
    super(dir + " is in use by another process" + (owner.isEmpty() ? "" : " (pid " + owner + ")"));
  }
}
