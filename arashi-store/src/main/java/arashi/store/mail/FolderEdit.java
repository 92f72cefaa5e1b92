package arashi.store.mail;

import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import arashi.store.mail.FolderRefusedException.Reason;
import java.text.Normalizer;
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

  /** Creates the editor of a database. */
  public FolderEdit(Transactions transactions) {
    this.transactions = transactions;
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
    return checked(
        tx -> {
          Tree tree = new Tree(tx, account);
          tree.requireRoom(parent, 1);
          tree.requireFree(parent, name, Folder.TOP);
          if (tree.folders.size() >= Folders.MAX_FOLDERS) {
            throw new FolderRefusedException(Reason.TOO_MANY);
          }
          return tree.rows
              .insert(parent, name, Optional.empty())
              .orElseThrow(() -> new FolderRefusedException(Reason.TAKEN));
        });
  }

  /** Renames a folder. */
  public void rename(long account, long folder, String typed) throws FolderRefusedException {
    String name = name(typed);
    checked(
        tx -> {
          Tree tree = new Tree(tx, account);
          Folder old = tree.own(folder);
          tree.requireFree(old.parent(), name, folder);
          return tree.place(old, old.parent(), name);
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
    return checked(
        tx -> {
          Tree tree = new Tree(tx, account);
          Folder old = tree.own(folder);
          if (tree.isWithin(parent, folder)) {
            throw new FolderRefusedException(Reason.WITHIN_ITSELF);
          }
          if (tree.isInTrash(parent) && tree.hasSpecial(folder)) {
            throw new FolderRefusedException(Reason.SPECIAL_WITHIN);
          }
          tree.requireRoom(parent, tree.height(folder));
          tree.requireFree(parent, old.name(), folder);
          return tree.place(old, parent, old.name());
        });
  }

  /**
   * Moves a folder with its contents to Trash. A folder that is already in Trash is removed if it
   * is empty. If Trash has a folder of the same name, a number is appended.
   *
   * @return id of the old parent; empty if the folder was removed
   */
  public OptionalLong delete(long account, long folder) throws FolderRefusedException {
    return checked(
        tx -> {
          long trash = new FolderRows(tx, account).made(FolderRole.TRASH).id();
          Tree tree = new Tree(tx, account);
          Folder old = tree.own(folder);
          if (tree.isWithin(old.parent(), trash)) {
            if (!tree.isEmpty(old)) {
              throw new FolderRefusedException(Reason.NOT_EMPTY);
            }
            tree.remove(old);
            return OptionalLong.empty();
          }
          if (tree.hasSpecial(folder)) {
            throw new FolderRefusedException(Reason.SPECIAL_WITHIN);
          }
          if (tree.isWithin(trash, folder)) {
            throw new FolderRefusedException(Reason.WITHIN_ITSELF);
          }
          tree.requireRoom(trash, tree.height(folder));
          return OptionalLong.of(tree.place(old, trash, tree.freeName(trash, old)));
        });
  }

  /** Removes a folder in the caller's transaction; does nothing unless it is empty. */
  static void remove(Tx tx, long account, long folder) {
    Tree tree = new Tree(tx, account);
    Folder old = tree.folder(folder);
    if (tree.isEmpty(old)) {
      tree.remove(old);
    }
  }

  /** Hides a folder from the list beside the mail, or shows it again. The inbox can't be hidden. */
  public void hide(long account, long folder, boolean hidden) throws FolderRefusedException {
    checked(
        tx -> {
          Tree tree = new Tree(tx, account);
          Folder old = tree.folder(folder);
          if (old.role().filter(FolderRole.INBOX::equals).isPresent()) {
            throw new FolderRefusedException(Reason.SPECIAL);
          }
          if (old.hidden() != hidden) {
            tree.set("hidden = ?", folder, hidden);
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
    checked(
        tx -> {
          Folder before = new FolderRows(tx, account).made(role);
          Tree tree = new Tree(tx, account);
          Folder next = tree.own(folder);
          if (tree.isInTrash(folder)) {
            throw new FolderRefusedException(Reason.IN_TRASH);
          }
          tree.giveRole(before.id(), next.id(), role);
          return before.id();
        });
  }

  /** A transaction that may throw a refusal. */
  private interface Work<T> {
    T run(Tx tx) throws FolderRefusedException;
  }

  private <T> T checked(Work<T> work) throws FolderRefusedException {
    Object result =
        transactions.write(
            tx -> {
              try {
                return work.run(tx);
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
    private final Tx tx;
    private final long account;
    private final FolderRows rows;
    private final long modSeq;
    private final Map<Long, Folder> folders = new HashMap<>();

    Tree(Tx tx, long account) {
      this.tx = tx;
      this.account = account;
      this.rows = new FolderRows(tx, account);
      this.modSeq = rows.lock().modSeq() + 1;
      rows.all().forEach(folder -> folders.put(folder.id(), folder));
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
    long place(Folder old, long parent, String name) {
      if (old.parent() != parent || !old.name().equals(name)) {
        set("parent = ?, name = ?", old.id(), parent, name);
      }
      return old.parent();
    }

    void set(String columns, long folder, Object... values) {
      List<Object> all = new ArrayList<>(Arrays.asList(values));
      all.addAll(List.of(modSeq, account, folder));
      tx.update(
          "UPDATE folder SET " + columns + ", modseq = ? WHERE account = ? AND folder = ?",
          all.toArray());
      rows.log(modSeq, folder);
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

    void giveRole(long from, long to, FolderRole role) {
      String set = "UPDATE folder SET role = ?, modseq = ? WHERE account = ? AND folder = ?";
      tx.update(set, null, modSeq, account, from); // roles are unique
      tx.update(set, role.column(), modSeq, account, to);
      rows.log(modSeq, from, to);
    }

    /** Returns true if the folder has neither mails nor subfolders. */
    boolean isEmpty(Folder folder) {
      return folder.total() == 0 && children(folder.id()).findAny().isEmpty();
    }

    void remove(Folder old) {
      tx.update("DELETE FROM folder WHERE account = ? AND folder = ?", account, old.id());
      rows.log(modSeq, old.id());
    }
  }
}
