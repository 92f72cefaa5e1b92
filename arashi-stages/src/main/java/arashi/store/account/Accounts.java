package arashi.store.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.blob.Sha256;
import arashi.store.database.OutageException;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Who may log in. Each method blocks on the database, and is safe from any thread. */
public final class Accounts {

  /** Most characters of a name. */
  public static final int MAX_NAME = 191;

  private static final String COLUMNS =
      "id, name, password_hash, service_class, admin, quota, created_at, full_name, language, zone,"
          + " theme, after_delete";

  /** No more than the usual contents. */
  public static final Contents NOTHING = (c, account, now) -> {};

  /** No password has this hash. */
  private static final String NO_PASSWORD = "!";

  private static final int REMOVE_BATCH = 5_000;

  /** {@code linked_to} of an account whose messages all have their links and thread ids. */
  public static final long LINKED = Long.MAX_VALUE;

  /**
   * Folders first: without them, nothing can be added to the rest. Of the search index, first what
   * a step of its upkeep locks.
   */
  private static final List<String> TABLES =
      List.of(
          "folder",
          "item",
          "message",
          "search_conversion",
          "search_fresh",
          "search_segment",
          "search_block",
          "search_stale",
          "search_dead",
          "session",
          "outbox",
          "job",
          "change_log");

  /** The search index of older releases, until it has been replaced. */
  private static final String OLD_INDEX = "search_term";

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
  private final InstantSource time;
  private final Contents contents;

  /**
   * Accounts of a database.
   *
   * @param contents what a new account begins with
   */
  public Accounts(Transactions transactions, InstantSource time, Contents contents) {
    this.transactions = transactions;
    this.time = time;
    this.contents = contents;
  }

  /**
   * What a new account begins with: its folders. An interface, because the packages of mail depend
   * on this one.
   */
  @FunctionalInterface
  public interface Contents {
    /** Inserts the rows, in the transaction that makes the account. */
    void insert(Connection c, long account, Instant now) throws SQLException;
  }

  /**
   * Makes an account with its first contents.
   *
   * @param name stored in its {@linkplain #normalName normal form}
   * @throws NameTakenException if there is one of that name
   * @throws IllegalArgumentException if the name is blank, too long or has control characters, or
   *     the service class doesn't exist
   */
  public Account create(
      String name, String passwordHash, String serviceClass, boolean admin, long quotaBytes)
      throws NameTakenException {
    return create(name, passwordHash, serviceClass, admin, quotaBytes, NOTHING);
  }

  /**
   * The same with more than the usual contents, such as an address.
   *
   * @param more inserted in the same transaction; what it throws leaves no account
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
                  "INSERT INTO account (name, password_hash, service_class, admin, quota,"
                      + " next_folder, created_at, linked_to) VALUES (?, ?, ?, ?, ?, 1, ?, ?)",
                  login,
                  passwordHash,
                  serviceClass,
                  admin,
                  quotaBytes,
                  now.toEpochMilli(),
                  LINKED);
              Account account = byName(c, login).orElseThrow();
              contents.insert(c, account.id(), now);
              more.insert(c, account.id(), now);
              return Optional.of(account);
            })
        .orElseThrow(() -> new NameTakenException(login));
  }

  /**
   * The normal form of a login name. Each look-up uses it, and so does each count of names: two
   * spellings sign in as the same account if and only if their normal forms are equal.
   */
  public static String normalName(String name) {
    // A lone surrogate reaches the database as "?".
    String encodable = new String(name.getBytes(UTF_8), UTF_8);
    return encodable.strip().toLowerCase(Locale.ROOT);
  }

  /** The account whose name has the same {@linkplain #normalName normal form}. */
  public Optional<Account> byName(String name) {
    String login = normalName(name);
    return transactions.read(c -> byName(c, login));
  }

  /** Exactly this name: a column may have a collation that takes more names for equal. */
  private static Optional<Account> byName(Connection c, String login) throws SQLException {
    return Sql.one(
            c, "SELECT " + COLUMNS + " FROM account WHERE name = ?", Accounts::account, login)
        .filter(account -> account.name().equals(login));
  }

  /** The account of that id. */
  public Optional<Account> byId(long id) {
    return transactions.read(
        c -> Sql.one(c, "SELECT " + COLUMNS + " FROM account WHERE id = ?", Accounts::account, id));
  }

  /** At most {@code limit} accounts in the order of their names, after one ({@code ""}: none). */
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
    return changePassword(
        c -> Sql.update(c, "UPDATE account SET password_hash = ? WHERE id = ?", passwordHash, id),
        c -> Sql.update(c, "DELETE FROM session WHERE account = ?", id));
  }

  /**
   * Changes the password, and ends all sessions but one; for a user who knows the old one.
   *
   * @param oldHash of the password that was asked for; if it is no longer this, nothing changes
   * @param kept hash of the token of the session that goes on
   * @return whether it was changed
   */
  public boolean changePassword(long id, String oldHash, String passwordHash, Sha256 kept) {
    return changePassword(
        c ->
            Sql.update(
                c,
                "UPDATE account SET password_hash = ? WHERE id = ? AND password_hash = ?",
                passwordHash,
                id,
                oldHash),
        c ->
            Sql.update(
                c, "DELETE FROM session WHERE account = ? AND token_hash <> ?", id, kept.bytes()));
  }

  /**
   * The sessions end with the change, and once more after its commit: a sign-in that read the old
   * password before may have begun one since the first time ({@link Sessions#create(Sha256,
   * Account, String, java.time.Duration, String, String)}).
   */
  private boolean changePassword(
      Transactions.Work<Integer> change, Transactions.Work<Integer> endSessions) {
    boolean changed =
        transactions.write(
            c -> {
              if (change.on(c) == 0) {
                return false;
              }
              endSessions.on(c);
              return true;
            });
    if (changed) {
      try {
        transactions.write(endSessions);
      } catch (OutageException e) {
        throw e.duringCommit(); // the password is changed, whatever became of the sessions
      }
    }
    return changed;
  }

  /** Keeps what a user has set. Returns whether there is such an account. */
  public boolean setPreferences(long id, Preferences set) {
    return transactions.write(
        c ->
            Sql.update(
                    c,
                    "UPDATE account SET full_name = ?, language = ?, zone = ?, theme = ?,"
                        + " after_delete = ? WHERE id = ?",
                    set.name(),
                    set.language().map(Locale::toLanguageTag).orElse(""),
                    set.zone().map(ZoneId::getId).orElse(""),
                    Preferences.word(set.theme()),
                    Preferences.word(set.afterDelete()),
                    id)
                > 0);
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

  /**
   * Sets the most raw mail of the account, 0 for what its class has. Returns whether there is such
   * an account.
   */
  public boolean setQuota(long id, long bytes) {
    return transactions.write(
        c -> Sql.update(c, "UPDATE account SET quota = ? WHERE id = ?", bytes, id) > 0);
  }

  /** Names of the service classes, the highest first. */
  public List<String> serviceClasses() {
    return transactions.read(Accounts::serviceClasses);
  }

  /**
   * Removes the account and every row of it but what it did as an admin, in batches, so that no
   * lock is held for long: first nobody can log in any more, then nothing can be added, then the
   * rows go. If it is cut short, the account is still there and may be removed again. Raw mail that
   * nothing else links is left to {@link arashi.store.blob.Blobs#sweep}. The account's addresses
   * stay, marked as removed: nobody else gets them by accident.
   */
  public void remove(long id) {
    setPassword(id, NO_PASSWORD);
    Instant now = time.instant();
    transactions.write(c -> retire(c, id, now));
    TABLES.forEach(table -> removeRows(table, id));
    TABLES_OF_MAIL_FLOW.forEach(table -> removeRows(table, id));
    if (transactions.read(c -> Sql.hasTable(c, OLD_INDEX))) {
      removeRows(OLD_INDEX, id);
    }
    transactions.write(c -> Sql.update(c, "DELETE FROM account WHERE id = ?", id));
  }

  /** From here on, no backfill adds rows, and no mail comes. */
  private static int retire(Connection c, long id, Instant now) throws SQLException {
    Sql.update(c, "UPDATE account SET linked_to = ? WHERE id = ?", LINKED, id);
    return Sql.update(
        c,
        "UPDATE address SET removed_at = ? WHERE account = ? AND removed_at IS NULL",
        now.toEpochMilli(),
        id);
  }

  private void removeRows(String table, long id) {
    String sql = "DELETE FROM " + table + " WHERE account = ? LIMIT " + REMOVE_BATCH;
    int removed;
    do {
      removed = transactions.write(c -> Sql.update(c, sql, id));
    } while (removed == REMOVE_BATCH);
  }

  /**
   * What background work needs to know of an account.
   *
   * @param modSeq number of the last change of its mail
   * @param changeFloor the log of changes has all after this number
   * @param linkedTo messages up to this id have their links; {@link #LINKED}: all
   */
  public record Upkeep(long id, long modSeq, long changeFloor, long linkedTo) {}

  /** At most {@code limit} accounts in the order of their ids, after an id (-1 to begin). */
  public List<Upkeep> upkeep(long after, int limit) {
    return transactions.read(
        c ->
            Sql.list(
                c,
                "SELECT id, modseq, change_floor, linked_to FROM account WHERE id > ?"
                    + " ORDER BY id LIMIT ?",
                row -> new Upkeep(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)),
                after,
                limit));
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

  private static Account account(ResultSet row) throws SQLException {
    return new Account(
        row.getLong(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getBoolean(5),
        row.getLong(6),
        Instant.ofEpochMilli(row.getLong(7)),
        Preferences.of(
            row.getString(8),
            row.getString(9),
            row.getString(10),
            row.getString(11),
            row.getString(12)));
  }
}
