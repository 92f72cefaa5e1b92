package arashi.store.mail;

import arashi.store.account.NameTakenException;
import arashi.store.change.Change.FolderChanged;
import arashi.store.change.ChangeLog;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Folders and their counters. Public methods block on the database; safe from any thread. */
public final class Folders {

  /** Maximum folders per account; lists of folders are never paged. */
  public static final int MAX_FOLDERS = 2_000;

  /** Separates the names of a path. */
  public static final String SEPARATOR = "/";

  /** Columns read by {@link #folder}, of {@code folder AS f}. */
  static final String COLUMNS =
      "f.folder, f.parent, f.name, f.role, f.uidvalidity, f.uidnext,"
          + " f.modseq, f.total, f.unread, f.bytes, f.hidden";

  static final int COLUMN_COUNT = 11;

  private static final String SELECT = "SELECT " + COLUMNS + " FROM folder f WHERE f.account = ?";

  private final Transactions transactions;
  private final InstantSource time;

  /** Creates the folders of a database. */
  public Folders(Transactions transactions, InstantSource time) {
    this.transactions = transactions;
    this.time = time;
  }

  /** Returns all folders of the account, by parent and name. */
  public List<Folder> list(long account) {
    return transactions.read(
        c -> Sql.list(c, SELECT + " ORDER BY f.parent, f.name", Folders::folder, account));
  }

  /** Returns the folder with that id. */
  public Optional<Folder> byId(long account, long folder) {
    return transactions.read(
        c -> Sql.one(c, SELECT + " AND f.folder = ?", Folders::folder, account, folder));
  }

  /** Returns the folder with that role. */
  public Optional<Folder> byRole(long account, FolderRole role) {
    return transactions.read(c -> byRole(c, account, role));
  }

  static Optional<Folder> byRole(Connection c, long account, FolderRole role) throws SQLException {
    String sql = SELECT + " AND f.role = ?";
    return Sql.one(c, sql, Folders::folder, account, role.column());
  }

  /**
   * Returns the folder with that role. If there is none, assigns the role to a top-level folder
   * with the role's default name, or creates one.
   *
   * @throws NoSuchFolderException if there is no such account, or the folder of that name has
   *     another role
   */
  public Folder ofRole(long account, FolderRole role) {
    return byRole(account, role)
        .orElseGet(() -> transactions.write(c -> made(c, account, role, time.instant())));
  }

  /**
   * Returns or creates the folder with that role, in the caller's transaction; locks the account.
   */
  static Folder made(Connection c, long account, FolderRole role, Instant now) throws SQLException {
    LockedAccount locked = lockAccount(c, account);
    if (byRole(c, account, role).isEmpty() // it may exist by now
        && insert(c, account, Folder.TOP, role.defaultName(), Optional.of(role), now).isEmpty()) {
      give(c, account, role, locked.modSeq() + 1, now);
    }
    return byRole(c, account, role).orElseThrow(() -> new NoSuchFolderException(account, role));
  }

  /** Assigns a role to the top-level folder with its default name, if that has no role. */
  private static void give(Connection c, long account, FolderRole role, long modSeq, Instant now)
      throws SQLException {
    Optional<Long> named =
        Sql.one(
            c,
            "SELECT folder FROM folder WHERE account = ? AND parent = ? AND name = ?"
                + " AND role IS NULL",
            row -> row.getLong(1),
            account,
            Folder.TOP,
            role.defaultName());
    if (named.isPresent()) {
      Sql.update(
          c,
          "UPDATE folder SET role = ? WHERE account = ? AND folder = ?",
          role.column(),
          account,
          named.get());
      ChangeLog.append(c, account, modSeq, List.of(new FolderChanged(named.get())), now);
    }
  }

  /**
   * Returns the folder at a path, such as {@code Projects/2026}. A first element {@code INBOX}, in
   * any case, is the inbox. Spaces around names are ignored, as in {@link #create}.
   */
  public Optional<Folder> byName(long account, String path) {
    List<Folder> folders = list(account);
    Optional<Folder> found = Optional.empty();
    long parent = Folder.TOP;
    for (String element : path.split(SEPARATOR, -1)) {
      String name = element.strip();
      long in = parent;
      Predicate<Folder> named =
          in == Folder.TOP && name.equalsIgnoreCase(FolderRole.INBOX.name())
              ? folder -> folder.role().equals(Optional.of(FolderRole.INBOX))
              : folder -> folder.parent() == in && folder.name().equals(name);
      found = folders.stream().filter(named).findFirst();
      if (found.isEmpty()) {
        return found;
      }
      parent = found.get().id();
    }
    return found;
  }

  /**
   * Creates a folder.
   *
   * @param parent id of the parent folder, or {@link Folder#TOP}
   * @param name stripped; must not contain a {@link #SEPARATOR} or control characters
   * @throws NameTakenException if the parent has a folder of that name
   * @throws NoSuchFolderException if the parent doesn't exist
   * @throws IllegalArgumentException if the name is blank, too long or has such characters, or
   *     there are too many folders
   */
  public Folder create(long account, long parent, String name) throws NameTakenException {
    String stripped = name.strip();
    if (stripped.isEmpty()
        || stripped.length() > Folder.MAX_NAME
        || stripped.contains(SEPARATOR)
        || stripped.codePoints().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "a folder's name must have 1 to %d characters, none of them %s or a control character"
              .formatted(Folder.MAX_NAME, SEPARATOR));
    }
    Instant now = time.instant();
    return transactions
        .write(c -> insert(c, account, parent, stripped, Optional.empty(), now))
        .orElseThrow(() -> new NameTakenException(stripped));
  }

  /** Creates the default folders of a new account, in the caller's transaction. */
  public static void insertDefaults(Connection c, long account, Instant now) throws SQLException {
    for (FolderRole role : FolderRole.values()) {
      if (role.isDefault()) {
        insert(c, account, Folder.TOP, role.defaultName(), Optional.of(role), now);
      }
    }
  }

  /** Inserts a folder; returns empty if its parent has a folder of that name. */
  static Optional<Folder> insert(
      Connection c, long account, long parent, String name, Optional<FolderRole> role, Instant now)
      throws SQLException {
    LockedAccount locked = lockAccount(c, account); // makes the following checks hold
    List<Folder> folders = Sql.list(c, SELECT, Folders::folder, account);
    if (parent != Folder.TOP && folders.stream().noneMatch(folder -> folder.id() == parent)) {
      throw new NoSuchFolderException(account, parent);
    }
    if (folders.stream().anyMatch(f -> f.parent() == parent && f.name().equals(name))) {
      return Optional.empty();
    }
    if (folders.size() >= MAX_FOLDERS) {
      throw new IllegalArgumentException("an account can have at most " + MAX_FOLDERS + " folders");
    }
    long id = locked.nextFolder();
    long modSeq = locked.modSeq() + 1;
    long newest = folders.stream().mapToLong(Folder::uidValidity).max().orElse(0);
    long last = Math.max(newest, locked.lastUidValidity()); // may be a removed folder's
    long uidValidity = Math.max(now.getEpochSecond(), last + 1);
    Sql.update(
        c,
        "UPDATE account SET next_folder = ?, last_uidvalidity = ? WHERE id = ?",
        id + 1,
        uidValidity,
        account);
    Sql.update(
        c,
        "INSERT INTO folder (account, folder, parent, name, role, uidvalidity, uidnext, modseq,"
            + " total, unread, bytes) VALUES (?, ?, ?, ?, ?, ?, 1, ?, 0, 0, 0)",
        account,
        id,
        parent,
        name,
        role.map(FolderRole::column).orElse(null),
        uidValidity,
        modSeq);
    ChangeLog.append(c, account, modSeq, List.of(new FolderChanged(id)), now);
    return Optional.of(new Folder(id, parent, name, role, uidValidity, 1, modSeq, 0, 0, 0, false));
  }

  /**
   * A locked account.
   *
   * @param nextFolder id of the next folder
   * @param modSeq number of its last change
   * @param lastUidValidity last uidvalidity assigned, including removed folders
   */
  private record LockedAccount(long nextFolder, long modSeq, long lastUidValidity) {}

  /** Locks an account's list of folders until the end of the transaction. */
  private static LockedAccount lockAccount(Connection c, long account) throws SQLException {
    return Sql.one(
            c,
            "SELECT next_folder, modseq, last_uidvalidity FROM account WHERE id = ? FOR UPDATE",
            row -> new LockedAccount(row.getLong(1), row.getLong(2), row.getLong(3)),
            account)
        .orElseThrow(() -> new NoSuchFolderException(account, Folder.TOP));
  }

  /** Locks an account's list of folders; returns the number of its last change. */
  static long lock(Connection c, long account) throws SQLException {
    return lockAccount(c, account).modSeq();
  }

  /** Returns all folders of the account, unordered. */
  static List<Folder> all(Connection c, long account) throws SQLException {
    return Sql.list(c, SELECT, Folders::folder, account);
  }

  /** Changes of a locked folder's counters; may be negative. */
  record Counts(long uids, long total, long unread, long bytes) {}

  /** Adds to the counters of a locked folder; sets the modseq of the folder and of its account. */
  static void count(Connection c, long account, long folder, long modSeq, Counts counts)
      throws SQLException {
    Sql.update(
        c,
        "UPDATE account a JOIN folder f ON f.account = a.id SET a.modseq = ?, f.modseq = ?,"
            + " f.uidnext = f.uidnext + ?, f.total = f.total + ?, f.unread = f.unread + ?,"
            + " f.bytes = f.bytes + ? WHERE a.id = ? AND f.folder = ?",
        modSeq,
        modSeq,
        counts.uids(),
        counts.total(),
        counts.unread(),
        counts.bytes(),
        account,
        folder);
  }

  /** Counts items from one locked folder to another; sets the modseq of both and the account. */
  static void move(
      Connection c,
      long account,
      long from,
      long to,
      long modSeq,
      long items,
      long unread,
      long bytes)
      throws SQLException {
    Sql.update(
        c,
        "UPDATE account a JOIN folder f ON f.account = a.id SET a.modseq = ?, f.modseq = ?,"
            + " f.uidnext = f.uidnext + IF(f.folder = ?, ?, 0),"
            + " f.total = f.total + IF(f.folder = ?, 1, -1) * ?,"
            + " f.unread = f.unread + IF(f.folder = ?, 1, -1) * ?,"
            + " f.bytes = f.bytes + IF(f.folder = ?, 1, -1) * ?"
            + " WHERE a.id = ? AND f.folder IN (?, ?)",
        modSeq,
        modSeq,
        to,
        items,
        to,
        items,
        to,
        unread,
        to,
        bytes,
        account,
        from,
        to);
  }

  static Folder folder(ResultSet row) throws SQLException {
    return new Folder(
        row.getLong(1),
        row.getLong(2),
        row.getString(3),
        Optional.ofNullable(row.getString(4)).map(FolderRole::ofColumn),
        row.getLong(5),
        row.getLong(6),
        row.getLong(7),
        row.getLong(8),
        row.getLong(9),
        row.getLong(10),
        row.getBoolean(11));
  }
}
