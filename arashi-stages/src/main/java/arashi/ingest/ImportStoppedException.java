package arashi.ingest;

import arashi.store.database.OutageException;

/** An outage of the database stopped an import. What was stored before stays. */
public final class ImportStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ImportResult soFar;

  ImportStoppedException(ImportResult soFar, OutageException cause) {
    super(cause.getMessage(), cause);
    this.soFar = soFar;
  }

  /** How far the import came. */
  public ImportResult soFar() {
    return soFar;
  }
}
