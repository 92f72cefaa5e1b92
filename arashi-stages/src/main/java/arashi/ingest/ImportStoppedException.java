package arashi.ingest;

import arashi.store.database.OutageException;

/** A database outage stopped an import. Mail stored before is kept. */
public final class ImportStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ImportResult soFar;

  ImportStoppedException(ImportResult soFar, OutageException cause) {
    super(cause.getMessage(), cause);
    this.soFar = soFar;
  }

  /** Returns the counts of the import so far. */
  public ImportResult soFar() {
    return soFar;
  }
}
