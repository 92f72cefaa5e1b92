package db.migrations;

/**
 * The service does not support the tables of a database, or its server. The message is one
 * sentence: what is wrong and what the operator can do.
 */
public final class SchemaException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SchemaException(String message) {
    super(message);
  }

  SchemaException(String message, Throwable cause) {
    super(message, cause);
  }
}
