package arashi.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Folders and their counters. Each public method blocks on the database, and is safe from any
 * thread.
 */
public final class Folders {

  /** Most folders of an account; lists of them are never paged. */
  public static final int MAX_FOLDERS = 2_000;

  /** Between the names of a path. */
  public static final String SEPARATOR = "/";

  private static final String SELECT =
      "SELECT folder, parent, name, role, uidvalidity, uidnext, modseq, total, unread, bytes FROM folder"
          + " WHERE account = ?";

  private final Transactions transactions;
  private final InstantSource time;

  Folders(Transactions transactions, InstantSource time) {
    this.transactions = transactions;
    this.time = time;
  }

  /** All folders of the account, in the order of their names. */
  public List<Folder> list(long account) {
    return transactions.read(
        c -> Sql.list(c, SELECT + " ORDER BY parent, name", Folders::folder, account));
  }

  /** The folder of that id. */
  public Optional<Folder> byId(long account, long folder) {
    return transactions.read(
        c -> Sql.one(c, SELECT + " AND folder = ?", Folders::folder, account, folder));
  }

  /** The folder with that role. */
  public Optional<Folder> byRole(long account, FolderRole role) {
    return transactions.read(c -> byRole(c, account, role));
  }

  static Optional<Folder> byRole(Connection c, long account, FolderRole role) throws SQLException {
    return Sql.one(c, SELECT + " AND role = ?", Folders::folder, account, role.column());
  }

  /**
   * The folder at a path, such as {@code Projects/2026}; {@code INBOX} at its beginning, in any
   * case, is the inbox. Spaces around names don't count, as they don't for {@link #create}.
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
   * Makes a folder.
   *
   * @param parent id of the folder to lie in, or {@link Folder#TOP}
   * @param name stripped; must not hold a {@link #SEPARATOR} or control characters
   * @throws NameTakenException if the parent has one of that name
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
          "a folder's name has 1 to %d characters, none of them %s or a control character"
              .formatted(Folder.MAX_NAME, SEPARATOR));
    }
    Instant now = time.instant();
    return transactions
        .write(c -> insert(c, account, parent, stripped, Optional.empty(), now))
        .orElseThrow(() -> new NameTakenException(stripped));
  }

  /** Inserts a folder; empty if its parent has one of that name. */
  static Optional<Folder> insert(
      Connection c, long account, long parent, String name, Optional<FolderRole> role, Instant now)
      throws SQLException {
    // The account's row is locked first, so the checks below hold until the end.
    long id =
        Sql.one(
                c,
                "SELECT next_folder FROM account WHERE id = ? FOR UPDATE",
                row -> row.getLong(1),
                account)
            .orElseThrow(() -> new NoSuchFolderException(account, parent));
    List<Folder> folders = Sql.list(c, SELECT, Folders::folder, account);
    if (parent != Folder.TOP && folders.stream().noneMatch(folder -> folder.id() == parent)) {
      throw new NoSuchFolderException(account, parent);
    }
    if (folders.stream().anyMatch(f -> f.parent() == parent && f.name().equals(name))) {
      return Optional.empty();
    }
    if (folders.size() >= MAX_FOLDERS) {
      throw new IllegalArgumentException("an account has at most " + MAX_FOLDERS + " folders");
    }
    Sql.update(c, "UPDATE account SET next_folder = ? WHERE id = ?", id + 1, account);
    Sql.update(
        c,
        "INSERT INTO folder (account, folder, parent, name, role, uidvalidity, uidnext, modseq, total,"
            + " unread, bytes) VALUES (?, ?, ?, ?, ?, ?, 1, 1, 0, 0, 0)",
        account,
        id,
        parent,
        name,
        role.map(FolderRole::column).orElse(null),
        now.getEpochSecond());
    return Optional.of(new Folder(id, parent, name, role, now.getEpochSecond(), 1, 1, 0, 0, 0));
  }

  /**
   * Locks folders until the end of the transaction, in ascending order of their ids: whoever
   * changes items does this first, so nobody waits in a circle.
   *
   * @return the folders, by id
   * @throws NoSuchFolderException if one doesn't exist
   */
  static Map<Long, Folder> lock(Connection c, long account, Long... ids) throws SQLException {
    List<Long> wanted = Arrays.stream(ids).sorted().distinct().toList();
    String sql = SELECT + " AND folder IN (" + Sql.marks(wanted) + ") ORDER BY folder FOR UPDATE";
    Map<Long, Folder> locked = new TreeMap<>();
    Sql.list(c, sql, Folders::folder, account, wanted)
        .forEach(folder -> locked.put(folder.id(), folder));
    for (long id : wanted) {
      if (!locked.containsKey(id)) {
        throw new NoSuchFolderException(account, id);
      }
    }
    return locked;
  }

  /** What a transaction adds to a locked folder's counters; negative numbers take away. */
  record Change(long uids, long total, long unread, long bytes) {}

  /** Applies a change to a locked folder; its modseq grows by one. */
  static void change(Connection c, long account, long folder, Change change) throws SQLException {
    Sql.update(
        c,
        "UPDATE folder SET uidnext = uidnext + ?, modseq = modseq + 1, total = total + ?,"
            + " unread = unread + ?, bytes = bytes + ? WHERE account = ? AND folder = ?",
        change.uids(),
        change.total(),
        change.unread(),
        change.bytes(),
        account,
        folder);
  }

  /** Counts items out of one locked folder and into another; the modseq of both grows by one. */
  static void move(
      Connection c, long account, long from, long to, long items, long unread, long bytes)
      throws SQLException {
    Sql.update(
        c,
        "UPDATE folder SET uidnext = uidnext + IF(folder = ?, ?, 0), modseq = modseq + 1,"
            + " total = total + IF(folder = ?, 1, -1) * ?,"
            + " unread = unread + IF(folder = ?, 1, -1) * ?,"
            + " bytes = bytes + IF(folder = ?, 1, -1) * ?"
            + " WHERE account = ? AND folder IN (?, ?)",
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

  private static Folder folder(ResultSet row) throws SQLException {
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
        row.getLong(10));
  }
}
