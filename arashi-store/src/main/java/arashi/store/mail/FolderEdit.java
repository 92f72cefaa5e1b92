package arashi.store.mail;

import arashi.store.change.Change.FolderChanged;
import arashi.store.change.ChangeLog;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import arashi.store.mail.FolderRefusedException.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.text.Normalizer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Changes made by users to folders. Each public method is one transaction under the account's lock,
 * blocks on the database, and is safe from any thread.
 *
 * <p>A folder keeps its id, its uids and its uidvalidity when it is moved or renamed; none of them
 * is ever reused.
 */
public final class FolderEdit {
  /** Maximum number of folders in a path. */
  public static final int MAX_DEPTH = 16;

  private final Transactions transactions;
  private final InstantSource time;

  /** Creates the editor of a database. */
  public FolderEdit(Transactions transactions, InstantSource time) {
    this.transactions = transactions;
    this.time = time;
  }

  /**
   * Normalizes a name: normal form C (Unicode annex 15), without surrounding white space.
   *
   * @throws FolderRefusedException if the name is not valid
   */
  public static String name(String typed) throws FolderRefusedException {
    String name = Normalizer.normalize(typed, Normalizer.Form.NFC).strip();
    if (name.isEmpty()
        || name.length() > Folder.MAX_NAME
        || name.contains(Folders.SEPARATOR)
        || name.codePoints().anyMatch(FolderEdit::isForbidden)) {
      throw new FolderRefusedException(Reason.NAME);
    }
    return name;
  }

  private static boolean isForbidden(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /**
   * Creates a folder.
   *
   * @param parent id of the parent folder, or {@link Folder#TOP}
   * @throws NoSuchFolderException if the parent doesn't exist
   */
  public Folder create(long account, long parent, String typed) throws FolderRefusedException {
    String name = name(typed);
    Instant now = time.instant();
    return checked(
        c -> {
          Tree tree = Tree.locked(c, account);
          tree.requireRoom(parent, 1);
          tree.requireFree(parent, name, Folder.TOP);
          if (tree.folders.size() >= Folders.MAX_FOLDERS) {
            throw new FolderRefusedException(Reason.TOO_MANY);
          }
          return Folders.insert(c, account, parent, name, Optional.empty(), now)
              .orElseThrow(() -> new FolderRefusedException(Reason.TAKEN));
        });
  }

  /** Renames a folder. */
  public void rename(long account, long folder, String typed) throws FolderRefusedException {
    String name = name(typed);
    Instant now = time.instant();
    checked(
        c -> {
          Tree tree = Tree.locked(c, account);
          Folder old = tree.own(folder);
          tree.requireFree(old.parent(), name, folder);
          return tree.place(c, old, old.parent(), name, now);
        });
  }

  /**
   * Moves a folder with its contents into another.
   *
   * @param parent id of the new parent, or {@link Folder#TOP}
   * @return id of the old parent
   * @throws NoSuchFolderException if one of them doesn't exist
   */
  public long move(long account, long folder, long parent) throws FolderRefusedException {
    Instant now = time.instant();
    return checked(
        c -> {
          Tree tree = Tree.locked(c, account);
          Folder old = tree.own(folder);
          if (tree.isWithin(parent, folder)) {
            throw new FolderRefusedException(Reason.WITHIN_ITSELF);
          }
          if (tree.isInTrash(parent) && tree.hasSpecial(folder)) {
            throw new FolderRefusedException(Reason.SPECIAL_WITHIN);
          }
          tree.requireRoom(parent, tree.height(folder));
          tree.requireFree(parent, old.name(), folder);
          return tree.place(c, old, parent, old.name(), now);
        });
  }

  /**
   * Moves a folder with its contents to Trash. A folder that is already in Trash is removed if it
   * is empty. If Trash has a folder of the same name, a number is appended.
   *
   * @return id of the old parent; empty if the folder was removed
   */
  public OptionalLong delete(long account, long folder) throws FolderRefusedException {
    Instant now = time.instant();
    return checked(
        c -> {
          long trash = Folders.made(c, account, FolderRole.TRASH, now).id();
          Tree tree = Tree.locked(c, account);
          Folder old = tree.own(folder);
          if (tree.isWithin(old.parent(), trash)) {
            if (!tree.isEmpty(old)) {
              throw new FolderRefusedException(Reason.NOT_EMPTY);
            }
            tree.remove(c, old, now);
            return OptionalLong.empty();
          }
          if (tree.hasSpecial(folder)) {
            throw new FolderRefusedException(Reason.SPECIAL_WITHIN);
          }
          if (tree.isWithin(trash, folder)) {
            throw new FolderRefusedException(Reason.WITHIN_ITSELF);
          }
          tree.requireRoom(trash, tree.height(folder));
          return OptionalLong.of(tree.place(c, old, trash, tree.freeName(trash, old), now));
        });
  }

  /** Removes a folder in the caller's transaction; does nothing unless it is empty. */
  static void remove(Connection c, long account, long folder, Instant now) throws SQLException {
    Tree tree = Tree.locked(c, account);
    Folder old = tree.folder(folder);
    if (tree.isEmpty(old)) {
      tree.remove(c, old, now);
    }
  }

  /** Hides a folder from the list beside the mail, or shows it again. The inbox can't be hidden. */
  public void hide(long account, long folder, boolean hidden) throws FolderRefusedException {
    Instant now = time.instant();
    checked(
        c -> {
          Tree tree = Tree.locked(c, account);
          Folder old = tree.folder(folder);
          if (old.role().filter(FolderRole.INBOX::equals).isPresent()) {
            throw new FolderRefusedException(Reason.SPECIAL);
          }
          if (old.hidden() != hidden) {
            tree.set(c, "hidden = ?", folder, now, hidden);
          }
          return old.parent();
        });
  }

  /**
   * Moves a special use to a folder; the folder that had it becomes an ordinary one. Names don't
   * change.
   *
   * @throws IllegalArgumentException if users can't assign that role
   */
  public void use(long account, long folder, FolderRole role) throws FolderRefusedException {
    if (!role.isGiven()) {
      throw new IllegalArgumentException("users can't assign the role " + role);
    }
    Instant now = time.instant();
    checked(
        c -> {
          Folder before = Folders.made(c, account, role, now);
          Tree tree = Tree.locked(c, account);
          Folder next = tree.own(folder);
          if (tree.isInTrash(folder)) {
            throw new FolderRefusedException(Reason.IN_TRASH);
          }
          tree.giveRole(c, before.id(), next.id(), role, now);
          return before.id();
        });
  }

  /** A transaction that may throw a refusal. */
  private interface Work<T> {
    T run(Connection c) throws SQLException, FolderRefusedException;
  }

  private <T> T checked(Work<T> work) throws FolderRefusedException {
    Object result =
        transactions.write(
            c -> {
              try {
                return work.run(c);
              } catch (FolderRefusedException refused) {
                return refused; // nothing has been written
              }
            });
    if (result instanceof FolderRefusedException refused) {
      throw refused;
    }
    @SuppressWarnings("unchecked") // the result of the work
    T value = (T) result;
    return value;
  }

  /** All folders of a locked account. */
  private static final class Tree {
    private final long account;
    private final long modSeq;
    private final Map<Long, Folder> folders = new HashMap<>();

    private Tree(long account, long modSeq, List<Folder> all) {
      this.account = account;
      this.modSeq = modSeq;
      all.forEach(folder -> folders.put(folder.id(), folder));
    }

    static Tree locked(Connection c, long account) throws SQLException {
      long last = Folders.lock(c, account);
      List<Folder> all = Folders.all(c, account);
      return new Tree(account, last + 1, all);
    }

    Stream<Folder> children(long parent) {
      return folders.values().stream().filter(folder -> folder.parent() == parent);
    }

    Folder folder(long id) {
      Folder folder = folders.get(id);
      if (folder == null) {
        throw new NoSuchFolderException(account, id);
      }
      return folder;
    }

    /** Returns a folder that its user may change. */
    Folder own(long id) throws FolderRefusedException {
      Folder folder = folder(id);
      if (folder.role().isPresent()) {
        throw new FolderRefusedException(Reason.SPECIAL);
      }
      return folder;
    }

    /** Returns the number of folders on the longest path down, including the folder itself. */
    int height(long id) {
      return 1 + children(id).mapToInt(child -> height(child.id())).max().orElse(0);
    }

    void requireRoom(long parent, int height) throws FolderRefusedException {
      int depth = 0;
      Set<Long> seen = new HashSet<>();
      for (long at = parent; at != Folder.TOP && seen.add(at); at = folder(at).parent()) {
        depth++;
      }
      if (depth + height > MAX_DEPTH) {
        throw new FolderRefusedException(Reason.TOO_DEEP);
      }
    }

    /** Returns true if {@code at} is the folder or one of its subfolders. */
    boolean isWithin(long at, long folder) {
      Set<Long> seen = new HashSet<>();
      long up = at;
      while (up != folder && up != Folder.TOP && seen.add(up)) {
        up = folder(up).parent();
      }
      return up == folder;
    }

    void requireFree(long parent, String name, long besides) throws FolderRefusedException {
      if (!isFree(parent, name, besides)) {
        throw new FolderRefusedException(Reason.TAKEN);
      }
    }

    /** Compares in NFC, because folders of imported mail may be named in another form. */
    private boolean isFree(long parent, String name, long besides) {
      return children(parent)
          .filter(folder -> folder.id() != besides)
          .noneMatch(
              folder -> Normalizer.normalize(folder.name(), Normalizer.Form.NFC).equals(name));
    }

    String freeName(long parent, Folder folder) {
      String name = folder.name();
      for (int n = 2; !isFree(parent, name, folder.id()); n++) {
        String number = " (" + n + ")";
        int kept = Math.min(folder.name().length(), Folder.MAX_NAME - number.length());
        boolean cutsPair = kept > 0 && Character.isHighSurrogate(folder.name().charAt(kept - 1));
        name = folder.name().substring(0, cutsPair ? kept - 1 : kept) + number;
      }
      return name;
    }

    /** Returns the old parent. */
    long place(Connection c, Folder old, long parent, String name, Instant now)
        throws SQLException {
      if (old.parent() != parent || !old.name().equals(name)) {
        set(c, "parent = ?, name = ?", old.id(), now, parent, name);
      }
      return old.parent();
    }

    void set(Connection c, String columns, long folder, Instant now, Object... values)
        throws SQLException {
      List<Object> all = new ArrayList<>(Arrays.asList(values));
      all.addAll(List.of(modSeq, account, folder));
      Sql.update(
          c,
          "UPDATE folder SET " + columns + ", modseq = ? WHERE account = ? AND folder = ?",
          all.toArray());
      log(c, folder, now);
    }

    /** Returns true if it is Trash or in it at any depth. */
    boolean isInTrash(long at) {
      return folders.values().stream()
          .anyMatch(
              one ->
                  one.role().filter(FolderRole.TRASH::equals).isPresent()
                      && isWithin(at, one.id()));
    }

    /** Returns true if the folder or a subfolder has a special use. */
    boolean hasSpecial(long folder) {
      return folders.values().stream()
          .anyMatch(one -> one.role().isPresent() && isWithin(one.id(), folder));
    }

    void giveRole(Connection c, long from, long to, FolderRole role, Instant now)
        throws SQLException {
      String set = "UPDATE folder SET role = ?, modseq = ? WHERE account = ? AND folder = ?";
      Sql.update(c, set, null, modSeq, account, from); // roles are unique
      Sql.update(c, set, role.column(), modSeq, account, to);
      ChangeLog.append(
          c, account, modSeq, List.of(new FolderChanged(from), new FolderChanged(to)), now);
    }

    /** Returns true if the folder has neither mails nor subfolders. */
    boolean isEmpty(Folder folder) {
      return folder.total() == 0 && children(folder.id()).findAny().isEmpty();
    }

    void remove(Connection c, Folder old, Instant now) throws SQLException {
      Sql.update(c, "DELETE FROM folder WHERE account = ? AND folder = ?", account, old.id());
      log(c, old.id(), now);
    }

    void log(Connection c, long folder, Instant now) throws SQLException {
      ChangeLog.append(c, account, modSeq, List.of(new FolderChanged(folder)), now);
    }
  }
}
