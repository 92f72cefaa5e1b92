package arashi.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Who may log in. Each method blocks on the database, and is safe from any thread. */
public final class Accounts {

  /** Most characters of a name. */
  public static final int MAX_NAME = 191;

  private static final String COLUMNS =
      "id, name, password_hash, service_class, admin, quota, created_at";

  /** No password has this hash. */
  private static final String NO_PASSWORD = "!";

  private static final int REMOVE_BATCH = 5_000;

  /** Folders first: without them, nothing can be added to the rest. */
  private static final List<String> TABLES =
      List.of("folder", "item", "message", "search_term", "session", "outbox", "job", "change_log");

  private final Transactions transactions;
  private final InstantSource time;

  Accounts(Transactions transactions, InstantSource time) {
    this.transactions = transactions;
    this.time = time;
  }

  /**
   * Makes an account with a folder for each {@link FolderRole}.
   *
   * @param name stored in lower case, stripped
   * @throws NameTakenException if there is one of that name
   * @throws IllegalArgumentException if the name is blank, too long or has control characters, or
   *     the service class doesn't exist
   */
  public Account create(
      String name, String passwordHash, String serviceClass, boolean admin, long quotaBytes)
      throws NameTakenException {
    String login = normalised(name);
    if (login.isEmpty()
        || login.length() > MAX_NAME
        || login.codePoints().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "an account's name has 1 to "
              + MAX_NAME
              + " characters, none of them control characters");
    }
    Instant now = Instant.ofEpochMilli(time.millis());
    return transactions
        .write(
            c -> {
              requireClass(c, serviceClass);
              if (byName(c, login).isPresent()) {
                return Optional.<Account>empty();
              }
              Sql.update(
                  c,
                  "INSERT INTO account (name, password_hash, service_class, admin, quota, next_folder,"
                      + " created_at) VALUES (?, ?, ?, ?, ?, 1, ?)",
                  login,
                  passwordHash,
                  serviceClass,
                  admin,
                  quotaBytes,
                  now.toEpochMilli());
              Account account = byName(c, login).orElseThrow();
              for (FolderRole role : FolderRole.values()) {
                Folders.insert(
                    c, account.id(), Folder.TOP, role.defaultName(), Optional.of(role), now);
              }
              return Optional.of(account);
            })
        .orElseThrow(() -> new NameTakenException(login));
  }

  /** The account of that name, in any case. */
  public Optional<Account> byName(String name) {
    String login = normalised(name);
    return transactions.read(c -> byName(c, login));
  }

  private static Optional<Account> byName(Connection c, String login) throws SQLException {
    return Sql.one(
        c, "SELECT " + COLUMNS + " FROM account WHERE name = ?", Accounts::account, login);
  }

  /** The account of that id. */
  public Optional<Account> byId(long id) {
    return transactions.read(
        c -> Sql.one(c, "SELECT " + COLUMNS + " FROM account WHERE id = ?", Accounts::account, id));
  }

  /** Accounts in the order of their names, after a name ({@code ""} to begin), at most so many. */
  public List<Account> list(String after, int limit) {
    return transactions.read(
        c ->
            Sql.list(
                c,
                "SELECT " + COLUMNS + " FROM account WHERE name > ? ORDER BY name LIMIT ?",
                Accounts::account,
                after,
                limit));
  }

  /** Changes the password and ends all sessions. Returns whether there is such an account. */
  public boolean setPassword(long id, String passwordHash) {
    return transactions.write(
        c -> {
          Sql.update(c, "DELETE FROM session WHERE account = ?", id);
          return Sql.update(
                  c, "UPDATE account SET password_hash = ? WHERE id = ?", passwordHash, id)
              > 0;
        });
  }

  /**
   * Puts the account into another service class. Returns whether there is such an account.
   *
   * @throws IllegalArgumentException if there is no such class
   */
  public boolean setClass(long id, String serviceClass) {
    return transactions.write(
        c -> {
          requireClass(c, serviceClass);
          return Sql.update(
                  c, "UPDATE account SET service_class = ? WHERE id = ?", serviceClass, id)
              > 0;
        });
  }

  /** Lets the account use the console, or no longer. Returns whether there is such an account. */
  public boolean setAdmin(long id, boolean admin) {
    return transactions.write(
        c -> Sql.update(c, "UPDATE account SET admin = ? WHERE id = ?", admin, id) > 0);
  }

  /** Names of the service classes, the highest first. */
  public List<String> serviceClasses() {
    return transactions.read(Accounts::serviceClasses);
  }

  /**
   * Removes the account and every row of it but what it did as an admin, in batches, so that no
   * lock is held for long: first nobody can log in any more, then nothing can be added, then the
   * rows go. If it is cut short, the account is still there and may be removed again. Raw mail is
   * left to {@link Blobs#sweep}.
   */
  public void remove(long id) {
    setPassword(id, NO_PASSWORD);
    for (String table : TABLES) {
      String sql = "DELETE FROM " + table + " WHERE account = ? LIMIT " + REMOVE_BATCH;
      int removed;
      do {
        removed = transactions.write(c -> Sql.update(c, sql, id));
      } while (removed == REMOVE_BATCH);
    }
    transactions.write(c -> Sql.update(c, "DELETE FROM account WHERE id = ?", id));
  }

  private static List<String> serviceClasses(Connection c) throws SQLException {
    return Sql.list(
        c, "SELECT name FROM service_class ORDER BY priority DESC", row -> row.getString(1));
  }

  private static void requireClass(Connection c, String serviceClass) throws SQLException {
    List<String> classes = serviceClasses(c);
    if (!classes.contains(serviceClass)) {
      throw new IllegalArgumentException(
          "no service class " + serviceClass + "; there are " + String.join(", ", classes));
    }
  }

  private static String normalised(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }

  private static Account account(ResultSet row) throws SQLException {
    return new Account(
        row.getLong(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getBoolean(5),
        row.getLong(6),
        Instant.ofEpochMilli(row.getLong(7)));
  }
}
