package arashi.store.database;

import java.sql.SQLException;

/** Outage failures for tests of other packages. */
public final class TestOutages {
  private TestOutages() {}

  /** Returns the exception of a call that finds the database unreachable. */
  public static OutageException unreachable() {
    return OutageException.met(Outage.UNREACHABLE, new SQLException("connection refused"));
  }
}
