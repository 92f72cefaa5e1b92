package db.migrations;

import java.sql.SQLException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Explains server errors to the operator, in one sentence each. */
final class ServerErrors {
  private static final Pattern LOGIN = Pattern.compile("'[^']*'@'[^']*'");
  private static final Pattern UNKNOWN_DATABASE = Pattern.compile("Unknown database '([^']*)'");

  private static final int NO_SUCH_DATABASE = 1049;
  private static final int LOGIN_REFUSED = 1045;

  /** Errors of missing rights on a database, table, column, routine or the server. */
  private static final Map<Integer, String> NO_RIGHTS =
      Map.of(
          1044, "database",
          1142, "table",
          1143, "column",
          1227, "server",
          1370, "routine");

  private ServerErrors() {}

  /**
   * Explains the root SQL error of a failure.
   *
   * @param failure any exception
   * @param what what failed; used if the error is not known here
   */
  static SchemaException explain(Throwable failure, String what) {
    SQLException error = lastSqlException(failure);
    if (isTls(failure)) {
      return new SchemaException(
          what
              + ": its TLS is refused ("
              + firstLine(root(failure))
              + "): let mysql.url name the certificate of its authority"
              + " (trustCertificateKeyStoreUrl=file:…, trustCertificateKeyStorePassword=…)",
          failure);
    }
    if (error == null) {
      return new SchemaException(what + ": " + firstLine(root(failure)), failure);
    }
    String said = firstLine(error);
    if (NO_RIGHTS.containsKey(error.getErrorCode())) {
      Matcher login = LOGIN.matcher(said);
      return new SchemaException(
          "the database login has too few rights ("
              + said
              + "): grant "
              + (login.find() ? login.group() : "it")
              + " all privileges on Arashi's database",
          failure);
    }
    return switch (error.getErrorCode()) {
      case LOGIN_REFUSED ->
          new SchemaException(
              "the database server refuses the login ("
                  + said
                  + "): check mysql.user and mysql.password",
              failure);
      case NO_SUCH_DATABASE -> {
        Matcher name = UNKNOWN_DATABASE.matcher(said);
        String database = name.find() ? name.group(1) : "of mysql.url";
        yield new SchemaException(
            "the database server has no database "
                + database
                + ": create it (CREATE DATABASE `"
                + database
                + "` CHARACTER SET utf8mb4), or name another one in mysql.url",
            failure);
      }
      default -> new SchemaException(what + ": " + firstLine(root(failure)), failure);
    };
  }

  private static boolean isTls(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException) {
        return true;
      }
    }
    return false;
  }

  private static SQLException lastSqlException(Throwable failure) {
    SQLException last = null;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException error) {
        last = error;
      }
    }
    return last;
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static String firstLine(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    // the driver's messages may quote the URL with its password
    return MySqlUrl.masked(message.lines().findFirst().orElse(message));
  }
}
