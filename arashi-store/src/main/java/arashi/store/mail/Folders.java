package arashi.store.mail;

import arashi.store.account.NameTakenException;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Folders and their counters. Public methods block on the database; safe from any thread. */
public final class Folders {

  /** Maximum folders per account; lists of folders are never paged. */
  public static final int MAX_FOLDERS = 2_000;

  /** Separates the names of a path. */
  public static final String SEPARATOR = "/";

  private final Transactions transactions;

  /** Creates the folders of a database. */
  public Folders(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Returns all folders of the account, by parent and name. */
  public List<Folder> list(long account) {
    return transactions.read(tx -> new FolderRows(tx, account).ordered());
  }

  /** Returns the folder with that id. */
  public Optional<Folder> byId(long account, long folder) {
    return transactions.read(tx -> new FolderRows(tx, account).byId(folder));
  }

  /** Returns the folder with that role. */
  public Optional<Folder> byRole(long account, FolderRole role) {
    return transactions.read(tx -> new FolderRows(tx, account).byRole(role));
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
        .orElseGet(() -> transactions.write(tx -> new FolderRows(tx, account).made(role)));
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
    return transactions
        .write(tx -> new FolderRows(tx, account).insert(parent, stripped, Optional.empty()))
        .orElseThrow(() -> new NameTakenException(stripped));
  }

  /** Returns the bytes of an account's raw mail, in the caller's transaction. */
  public static long bytes(Tx tx, long account) {
    return tx.count("SELECT COALESCE(SUM(bytes), 0) FROM folder WHERE account = ?", account);
  }

  /** Creates the default folders of a new account, in the caller's transaction. */
  public static void insertDefaults(Tx tx, long account) {
    FolderRows folders = new FolderRows(tx, account);
    for (FolderRole role : FolderRole.values()) {
      if (role.isDefault()) {
        folders.insert(Folder.TOP, role.defaultName(), Optional.of(role));
      }
    }
  }
}
