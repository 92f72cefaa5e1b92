package arashi.store.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.blob.Sha256;
import arashi.store.database.OutageException;
import arashi.store.database.ResultRow;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Accounts and their credentials. Each method blocks on the database, and is safe from any thread.
 */
public final class Accounts {

  /** Maximum characters in a name. */
  public static final int MAX_NAME = 191;

  private static final String SELECT =
      """
      SELECT id, name, password_hash, service_class, admin, quota, created_at, full_name, language,
        zone, theme, after_delete
      FROM account WHERE\s""";

  /** Inserts nothing beyond the default contents. */
  public static final Contents NOTHING = (tx, account) -> {};

  /** A value that no password hashes to. */
  private static final String NO_PASSWORD = "!";

  private static final int REMOVE_BATCH = 5_000;

  /**
   * Tables in the order of deletion. Folders come first: without them, nothing can be added to the
   * other tables. Of the search index, the tables locked by index upkeep come first.
   */
  private static final List<String> TABLES =
      List.of(
          "folder",
          "item",
          "message",
          "search_fresh",
          "search_segment",
          "search_block",
          "search_stale",
          "search_dead",
          "session",
          "outbox",
          "job",
          "change_log");

  private static final List<String> TABLES_OF_MAIL_FLOW =
      List.of(
          "blob_link",
          "thread_ref",
          "item_keyword",
          "keyword",
          "delivered",
          "expunged",
          "draft",
          "outbox_recipient",
          "identity",
          "correspondent",
          "correspondent_word",
          "image_sender",
          "job_part");

  private final Transactions transactions;
  private final Contents contents;

  /**
   * Creates the accounts of a database.
   *
   * @param contents initial contents of a new account
   */
  public Accounts(Transactions transactions, Contents contents) {
    this.transactions = transactions;
    this.contents = contents;
  }

  /**
   * Initial contents of a new account: its folders. An interface, because the mail packages depend
   * on this package.
   */
  @FunctionalInterface
  public interface Contents {
    /** Inserts the rows, in the transaction that creates the account. */
    void insert(Tx tx, long account);
  }

  /**
   * Creates an account with its initial contents.
   *
   * @param name stored in its {@linkplain #normalName normal form}
   * @throws NameTakenException if the name is taken
   * @throws IllegalArgumentException if the name is blank, too long or has control characters, or
   *     the service class doesn't exist
   */
  public Account create(
      String name, String passwordHash, String serviceClass, boolean admin, long quotaBytes)
      throws NameTakenException {
    return create(name, passwordHash, serviceClass, admin, quotaBytes, NOTHING);
  }

  /**
   * Creates an account with additional contents, such as an address.
   *
   * @param more inserted in the same transaction; an exception from it rolls back the account
   */
  public Account create(
      String name,
      String passwordHash,
      String serviceClass,
      boolean admin,
      long quotaBytes,
      Contents more)
      throws NameTakenException {
    String login = normalName(name);
    if (login.isEmpty()
        || login.length() > MAX_NAME
        || login.codePoints().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "an account's name must have 1 to "
              + MAX_NAME
              + " characters, none of them control characters");
    }
    return transactions
        .write(
            tx -> {
              requireClass(tx, serviceClass);
              if (byName(tx, login).isPresent()) {
                return Optional.<Account>empty();
              }
              tx.update(
                  """
                  INSERT INTO account (name, password_hash, service_class, admin, quota, next_folder,
                    created_at)
                  VALUES (?, ?, ?, ?, ?, 1, ?)
                  """,
                  login,
                  passwordHash,
                  serviceClass,
                  admin,
                  quotaBytes,
                  tx.now());
              Account account = byName(tx, login).orElseThrow();
              contents.insert(tx, account.id());
              more.insert(tx, account.id());
              return Optional.of(account);
            })
        .orElseThrow(() -> new NameTakenException(login));
  }

  /**
   * Returns the normal form of a login name. Every look-up and every per-name counter uses it. Two
   * spellings sign in to the same account if and only if their normal forms are equal.
   */
  public static String normalName(String name) {
    // A lone surrogate would reach the database as "?".
    String encodable = new String(name.getBytes(UTF_8), UTF_8);
    return encodable.strip().toLowerCase(Locale.ROOT);
  }

  /** Returns the account whose name has the same {@linkplain #normalName normal form}. */
  public Optional<Account> byName(String name) {
    String login = normalName(name);
    return transactions.read(tx -> byName(tx, login));
  }

  /** Compares names exactly, because the column's collation may treat different names as equal. */
  private static Optional<Account> byName(Tx tx, String login) {
    return tx.one(SELECT + "name = ?", Accounts::account, login)
        .filter(account -> account.name().equals(login));
  }

  /** Returns the account with this id. */
  public Optional<Account> byId(long id) {
    return transactions.read(tx -> tx.one(SELECT + "id = ?", Accounts::account, id));
  }

  /**
   * Returns at most {@code limit} accounts in name order, after a name ({@code ""} for the first).
   */
  public List<Account> list(String after, int limit) {
    return transactions.read(
        tx -> tx.list(SELECT + "name > ? ORDER BY name LIMIT ?", Accounts::account, after, limit));
  }

  /** Changes the password and ends all sessions. Returns false if there is no such account. */
  public boolean setPassword(long id, String passwordHash) {
    return changePassword(
        tx -> tx.update("UPDATE account SET password_hash = ? WHERE id = ?", passwordHash, id),
        tx -> tx.update("DELETE FROM session WHERE account = ?", id));
  }

  /**
   * Changes the password and ends all other sessions, for a user who proved to know the old
   * password.
   *
   * @param oldHash hash that the old password was checked against; if it is outdated, nothing
   *     changes
   * @param kept token hash of the session that stays
   * @return whether the password was changed
   */
  public boolean changePassword(long id, String oldHash, String passwordHash, Sha256 kept) {
    return changePassword(
        tx ->
            tx.update(
                "UPDATE account SET password_hash = ? WHERE id = ? AND password_hash = ?",
                passwordHash,
                id,
                oldHash),
        tx ->
            tx.update(
                "DELETE FROM session WHERE account = ? AND token_hash <> ?", id, kept.bytes()));
  }

  /**
   * Ends the sessions with the change, and again after its commit. Otherwise a concurrent sign-in
   * that read the old hash could leave a session ({@link Sessions#create(Sha256, Account, String,
   * java.time.Duration, String, String)}).
   */
  private boolean changePassword(
      Transactions.Work<Integer> change, Transactions.Work<Integer> endSessions) {
    boolean changed =
        transactions.write(
            tx -> {
              if (change.on(tx) == 0) {
                return false;
              }
              endSessions.on(tx);
              return true;
            });
    if (changed) {
      try {
        transactions.write(endSessions);
      } catch (OutageException e) {
        throw e.duringCommit(); // the password has changed, even if the sessions have not ended
      }
    }
    return changed;
  }

  /** Saves a user's settings. Returns false if there is no such account. */
  public boolean setPreferences(long id, Preferences set) {
    return transactions.write(
        tx ->
            tx.update(
                    """
                    UPDATE account
                    SET full_name = ?, language = ?, zone = ?, theme = ?, after_delete = ?
                    WHERE id = ?
                    """,
                    set.name(),
                    set.language().map(Locale::toLanguageTag).orElse(""),
                    set.zone().map(ZoneId::getId).orElse(""),
                    Preferences.word(set.theme()),
                    Preferences.word(set.afterDelete()),
                    id)
                > 0);
  }

  /**
   * Moves the account to another service class. Returns false if there is no such account.
   *
   * @throws IllegalArgumentException if there is no such class
   */
  public boolean setClass(long id, String serviceClass) {
    return transactions.write(
        tx -> {
          requireClass(tx, serviceClass);
          return tx.update("UPDATE account SET service_class = ? WHERE id = ?", serviceClass, id)
              > 0;
        });
  }

  /** Grants or revokes access to the console. Returns false if there is no such account. */
  public boolean setAdmin(long id, boolean admin) {
    return transactions.write(
        tx -> tx.update("UPDATE account SET admin = ? WHERE id = ?", admin, id) > 0);
  }

  /**
   * Sets the account's quota in bytes, or 0 for the quota of its class. Returns false if there is
   * no such account.
   */
  public boolean setQuota(long id, long bytes) {
    return transactions.write(
        tx -> tx.update("UPDATE account SET quota = ? WHERE id = ?", bytes, id) > 0);
  }

  /** Returns the names of the service classes, the highest first. */
  public List<String> serviceClasses() {
    return transactions.read(Accounts::serviceClasses);
  }

  /**
   * Removes the account and all its rows except its admin audit records. Works in batches, so that
   * no lock is held for long: first it disables login, then it prevents additions, then it deletes
   * the rows. If interrupted, the account still exists and the call can be repeated. {@link
   * arashi.store.blob.Blobs#sweep} deletes blobs that lose their last link. The account's addresses
   * stay as tombstones, so that nobody else gets them by accident.
   */
  public void remove(long id) {
    setPassword(id, NO_PASSWORD);
    transactions.write(tx -> retire(tx, id));
    TABLES.forEach(table -> removeRows(table, id));
    TABLES_OF_MAIL_FLOW.forEach(table -> removeRows(table, id));
    transactions.write(tx -> tx.update("DELETE FROM account WHERE id = ?", id));
  }

  /** Stops deliveries for the account. */
  private static int retire(Tx tx, long id) {
    return tx.update(
        "UPDATE address SET removed_at = ? WHERE account = ? AND removed_at IS NULL", tx.now(), id);
  }

  private void removeRows(String table, long id) {
    String sql = "DELETE FROM " + table + " WHERE account = ? LIMIT " + REMOVE_BATCH;
    int removed;
    do {
      removed = transactions.write(tx -> tx.update(sql, id));
    } while (removed == REMOVE_BATCH);
  }

  /**
   * State of an account that background work needs.
   *
   * @param modSeq number of the last change of its mail
   * @param changeFloor the change log is complete after this number
   */
  public record Upkeep(long id, long modSeq, long changeFloor) {}

  /** Returns at most {@code limit} accounts in id order, after an id (-1 for the first). */
  public List<Upkeep> upkeep(long after, int limit) {
    return transactions.read(
        tx ->
            tx.list(
                "SELECT id, modseq, change_floor FROM account WHERE id > ? ORDER BY id LIMIT ?",
                row ->
                    new Upkeep(
                        row.getLong("id"), row.getLong("modseq"), row.getLong("change_floor")),
                after,
                limit));
  }

  private static List<String> serviceClasses(Tx tx) {
    return tx.list(
        "SELECT name FROM service_class ORDER BY priority DESC", row -> row.getString("name"));
  }

  private static void requireClass(Tx tx, String serviceClass) {
    List<String> classes = serviceClasses(tx);
    if (!classes.contains(serviceClass)) {
      throw new IllegalArgumentException(
          "there is no service class "
              + serviceClass
              + "; there are "
              + String.join(", ", classes));
    }
  }

  private static Account account(ResultRow row) {
    return new Account(
        row.getLong("id"),
        row.getString("name"),
        row.getString("password_hash"),
        row.getString("service_class"),
        row.getBoolean("admin"),
        row.getLong("quota"),
        row.getInstant("created_at"),
        Preferences.of(
            row.getString("full_name"),
            row.getString("language"),
            row.getString("zone"),
            row.getString("theme"),
            row.getString("after_delete")));
  }
}
