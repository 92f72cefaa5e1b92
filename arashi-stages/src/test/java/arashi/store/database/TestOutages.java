package arashi.store.database;

import java.sql.SQLException;

/** Failures of a database that is out, for tests of other packages. */
public final class TestOutages {
  private TestOutages() {}

  /** What a call throws that meets a database which can't be reached. */
  public static OutageException unreachable() {
    return OutageException.met(Outage.UNREACHABLE, new SQLException("connection refused"));
  }
}
