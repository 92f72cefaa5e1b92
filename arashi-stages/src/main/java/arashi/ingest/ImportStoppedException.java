package arashi.ingest;

/** The database was lost during an import. What was stored before stays. */
public final class ImportStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ImportResult soFar;

  ImportStoppedException(ImportResult soFar, RuntimeException cause) {
    super("the database was lost: " + cause.getMessage(), cause);
    this.soFar = soFar;
  }

  /** How far the import came. */
  public ImportResult soFar() {
    return soFar;
  }
}
