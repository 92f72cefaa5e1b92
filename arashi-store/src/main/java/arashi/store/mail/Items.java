package arashi.store.mail;

import arashi.store.change.Change.Changed;
import arashi.store.change.Change.Moved;
import arashi.store.change.Change.Removed;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import arashi.store.index.SearchIndex;
import arashi.store.mail.Folders.Counts;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Lists items and changes them. A page is one range of one index, read from a key, so its cost
 * depends only on its length. Each public method blocks on the database, and is safe from any
 * thread.
 *
 * <p>Items are identified by uids. Uids that the folder doesn't have are reported and otherwise
 * ignored, because another window may have moved the items.
 */
public final class Items {

  /** Maximum uids per call. */
  public static final int MAX_UIDS = 500;

  private static final int MOST_TRASHES = 10_000;

  /** Maximum rows per page. */
  public static final int MAX_PAGE = 1_000;

  /** Columns read by {@link #item}, of {@code item AS i}. */
  static final String COLUMNS =
      "i.folder, i.uid, i.message, i.received_at, i.flags, i.modseq, i.from_text, i.subject,"
          + " i.preview, i.size, i.has_attachment";

  static final int COLUMN_COUNT = 11;

  private static final String WITHOUT_PREVIEW = COLUMNS.replace("i.preview", "''");

  private static final String OF_UIDS = " WHERE account = ? AND folder = ? AND uid IN (%s)";

  private final Transactions transactions;
  private final SearchIndex index;
  private final InstantSource time;
  private final String columns;

  /** Caches the Trash folders of some accounts. */
  private final Cache<Long, Long> trashes = Caffeine.newBuilder().maximumSize(MOST_TRASHES).build();

  /** Creates the items of a database. */
  public Items(Transactions transactions, SearchIndex index, InstantSource time) {
    this(transactions, index, time, COLUMNS);
  }

  private Items(Transactions transactions, SearchIndex index, InstantSource time, String columns) {
    this.transactions = transactions;
    this.index = index;
    this.time = time;
    this.columns = columns;
  }

  /** Returns a view whose listings have empty previews, which are most of a listing's bytes. */
  public Items withoutPreviews() {
    return new Items(transactions, index, time, WITHOUT_PREVIEW);
  }

  /**
   * Outcome of a flag change.
   *
   * @param changed uids of items whose flags changed
   * @param unknown uids that the folder does not have
   */
  public record Flagged(Set<Long> changed, Set<Long> unknown) {}

  /** Returns the first page of a listing. */
  public ItemPage first(long account, long folder, Order order, int limit) {
    return page(account, folder, order, Optional.empty(), true, limit);
  }

  /**
   * Returns the page after a key.
   *
   * @throws MalformedPageKeyException if the key belongs to another order
   */
  public ItemPage after(long account, long folder, Order order, PageKey key, int limit) {
    return page(account, folder, order, Optional.of(key), true, limit);
  }

  /**
   * Returns the page before a key.
   *
   * @throws MalformedPageKeyException if the key belongs to another order
   */
  public ItemPage before(long account, long folder, Order order, PageKey key, int limit) {
    return page(account, folder, order, Optional.of(key), false, limit);
  }

  /** Returns the item, if the folder has it. */
  public Optional<Item> get(long account, long folder, long uid) {
    return transactions.read(
        c ->
            Sql.one(
                c,
                "SELECT "
                    + COLUMNS
                    + " FROM item i WHERE i.account = ? AND i.folder = ? AND i.uid = ?",
                Items::item,
                account,
                folder,
                uid));
  }

  /** Returns the item's position in a listing by {@code sort}, between the adjacent rows. */
  public PageKey key(long account, Item item, Sort sort) {
    return switch (sort) {
      case DATE -> PageKey.ofNumber(sort, item.receivedAt().toEpochMilli(), item.uid());
      case SIZE -> PageKey.ofNumber(sort, item.size(), item.uid());
      case SENDER, SUBJECT -> PageKey.ofText(sort, textKey(account, item, sort), item.uid());
    };
  }

  private byte[] textKey(long account, Item item, Sort sort) {
    return transactions
        .read(
            c ->
                Sql.one(
                    c,
                    "SELECT i."
                        + sort.column
                        + " FROM item i WHERE i.account = ? AND i.folder = ? AND i.uid = ?",
                    row -> row.getBytes(1),
                    account,
                    item.folder(),
                    item.uid()))
        .orElse(new byte[0]);
  }

  private record Keyed(Item item, PageKey key) {}

  private ItemPage page(
      long account, long folder, Order order, Optional<PageKey> from, boolean forward, int limit) {
    from.ifPresent(key -> requireOrder(key, order));
    List<Object> parameters = rangeParameters(account, folder, from, limit);
    String sql = pageSql(order.sort(), from.isPresent(), order.descending() == forward);
    List<Keyed> found =
        transactions.read(
            c -> Sql.list(c, sql, row -> keyed(order.sort(), row), parameters.toArray()));
    return page(found, from, forward, limit);
  }

  /**
   * The pages on both sides of a key.
   *
   * @param before the page before the key
   * @param after the page after the key
   */
  public record Around(ItemPage before, ItemPage after) {}

  /**
   * Returns the results of {@link #before} and {@link #after} with one statement.
   *
   * @param before maximum rows before the key
   * @param after maximum rows after the key
   */
  public Around around(long account, long folder, Order order, PageKey key, int before, int after) {
    requireOrder(key, order);
    Optional<PageKey> from = Optional.of(key);
    List<Object> parameters = rangeParameters(account, folder, from, before);
    parameters.addAll(rangeParameters(account, folder, from, after));
    String sql =
        "("
            + pageSql(order.sort(), true, !order.descending())
            + ") UNION ALL ("
            + pageSql(order.sort(), true, order.descending())
            + ")";
    List<Keyed> found =
        transactions.read(
            c -> Sql.list(c, sql, row -> keyed(order.sort(), row), parameters.toArray()));
    // The first rows are those before the key, nearest first; the others follow it.
    int nearer = 0;
    while (nearer < found.size() && isBefore(found.get(nearer).key(), key, order)) {
      nearer++;
    }
    return new Around(
        page(found.subList(0, nearer), from, false, before),
        page(found.subList(nearer, found.size()), from, true, after));
  }

  private static boolean isBefore(PageKey one, PageKey other, Order order) {
    int comparison = one.compareTo(other);
    return order.descending() ? comparison > 0 : comparison < 0;
  }

  private static void requireOrder(PageKey key, Order order) {
    if (key.sort() != order.sort()) {
      throw new MalformedPageKeyException("of another order");
    }
  }

  private static List<Object> rangeParameters(
      long account, long folder, Optional<PageKey> from, int limit) {
    if (limit < 1 || limit > MAX_PAGE) {
      throw new IllegalArgumentException(
          "a page must have 1 to " + MAX_PAGE + " rows, not " + limit);
    }
    List<Object> parameters = new ArrayList<>(List.of(account, folder));
    from.ifPresent(key -> parameters.addAll(Arrays.asList(key.value(), key.uid(), key.value())));
    parameters.add(limit + 1);
    return parameters;
  }

  /** Builds a page from a range, which has one row beyond the limit if there is more. */
  private static ItemPage page(
      List<Keyed> found, Optional<PageKey> from, boolean forward, int limit) {
    boolean more = found.size() > limit;
    List<Keyed> rows = new ArrayList<>(more ? found.subList(0, limit) : found);
    if (!forward) {
      Collections.reverse(rows);
    }
    boolean hasPrevious = forward ? from.isPresent() : more;
    boolean hasNext = forward ? more : true;
    if (rows.isEmpty()) {
      // Nothing is left on this side of the key; the key itself leads back.
      Optional<PageKey> none = Optional.empty();
      return new ItemPage(List.of(), forward ? from : none, forward ? none : from);
    }
    return new ItemPage(
        rows.stream().map(Keyed::item).toList(),
        Optional.of(rows.get(0).key()).filter(key -> hasPrevious),
        Optional.of(rows.get(rows.size() - 1).key()).filter(key -> hasNext));
  }

  /** Written so that servers use index ranges, which they don't for (a, b) < (?, ?). */
  private String pageSql(Sort sort, boolean keyed, boolean down) {
    String column = "i." + sort.column;
    String than = down ? "<" : ">";
    String range = " AND ((%1$s = ? AND i.uid %2$s ?) OR %1$s %2$s ?)".formatted(column, than);
    String direction = down ? " DESC" : "";
    return "SELECT "
        + columns
        + ", "
        + column
        + " FROM item i FORCE INDEX ("
        + sort.index
        + ") WHERE i.account = ? AND i.folder = ?"
        + (keyed ? range : "")
        + " ORDER BY "
        + column
        + direction
        + ", i.uid"
        + direction
        + " LIMIT ?";
  }

  private static Keyed keyed(Sort sort, ResultSet row) throws SQLException {
    Item item = item(row);
    int value = COLUMN_COUNT + 1;
    PageKey key =
        sort.numeric()
            ? PageKey.ofNumber(sort, row.getLong(value), item.uid())
            : PageKey.ofText(sort, row.getBytes(value), item.uid());
    return new Keyed(item, key);
  }

  /**
   * Sets and clears flags; clears a flag that is in both sets.
   *
   * @throws NoSuchFolderException if the folder doesn't exist
   * @throws IllegalArgumentException if there are more than {@link #MAX_UIDS} uids
   */
  public Flagged flag(
      long account, long folder, Collection<Long> uids, Set<Flag> set, Set<Flag> clear) {
    Set<Long> asked = bounded(uids);
    int on = Flag.bits(set);
    int keep = ~Flag.bits(clear);
    Instant now = time.instant();
    return transactions.write(c -> flag(c, account, folder, asked, on, keep, now));
  }

  /** Sets and clears flags in the caller's transaction. */
  static Flagged flag(
      Connection c, long account, long folder, Set<Long> asked, int on, int keep, Instant now)
      throws SQLException {
    AccountChange change = AccountChange.lock(c, account, folder);
    List<Mark> marks = marks(c, account, folder, asked);
    List<Mark> changed =
        marks.stream().filter(mark -> ((mark.flags | on) & keep) != mark.flags).toList();
    if (!changed.isEmpty()) {
      List<Long> different = changed.stream().map(Mark::uid).toList();
      Sql.update(
          c,
          "UPDATE item SET flags = (flags | ?) & ?, modseq = ?"
              + OF_UIDS.formatted(Sql.marks(different)),
          on,
          keep,
          change.modSeq(),
          account,
          folder,
          different);
      long unread = 0;
      for (Mark mark : changed) {
        int flags = (mark.flags | on) & keep;
        unread += unread(flags) - unread(mark.flags);
        change.note(new Changed(folder, mark.uid, mark.message, flags));
      }
      Folders.count(c, account, folder, change.modSeq(), new Counts(0, 0, unread, 0));
      change.write(now);
    }
    Set<Long> changedUids = new TreeSet<>();
    changed.forEach(mark -> changedUids.add(mark.uid));
    return new Flagged(changedUids, unknown(asked, marks));
  }

  /**
   * Moves items to another folder, where they get new uids in the order of the old ones. Moving to
   * the same folder changes nothing.
   *
   * @throws NoSuchFolderException if one of the folders doesn't exist
   * @throws IllegalArgumentException if there are more than {@link #MAX_UIDS} uids
   */
  public Refiled refile(long account, long folder, Collection<Long> uids, long toFolder) {
    Set<Long> asked = bounded(uids);
    Instant now = time.instant();
    return transactions.write(c -> refile(c, account, folder, asked, toFolder, now));
  }

  /** Moves items in the caller's transaction. */
  static Refiled refile(
      Connection c, long account, long folder, Set<Long> asked, long toFolder, Instant now)
      throws SQLException {
    AccountChange change = AccountChange.lock(c, account, folder, toFolder);
    long firstUid = change.folder(toFolder).uidNext();
    List<Mark> marks = marks(c, account, folder, asked);
    SortedMap<Long, Long> newUids = new TreeMap<>();
    for (Mark mark : marks) {
      newUids.put(mark.uid, folder == toFolder ? mark.uid : firstUid + newUids.size());
    }
    if (folder != toFolder && !marks.isEmpty()) {
      List<Long> known = List.copyOf(newUids.keySet());
      Sql.update(
          c,
          "UPDATE item SET uid = ? + FIELD(uid, "
              + Sql.marks(known)
              + "), folder = ?, modseq = ?"
              + OF_UIDS.formatted(Sql.marks(known)),
          firstUid - 1, // FIELD counts from 1
          known,
          toFolder,
          change.modSeq(),
          account,
          folder,
          known);
      long unread = marks.stream().mapToLong(mark -> unread(mark.flags)).sum();
      long bytes = marks.stream().mapToLong(Mark::size).sum();
      Folders.move(c, account, folder, toFolder, change.modSeq(), marks.size(), unread, bytes);
      for (Mark mark : marks) {
        long uid = newUids.get(mark.uid);
        change.note(new Moved(folder, mark.uid, toFolder, uid, mark.message, mark.flags));
      }
      change.write(now);
    }
    return new Refiled(toFolder, newUids, unknown(asked, marks));
  }

  /**
   * Moves items to Trash. Permanently deletes items that are in Trash, with their messages and
   * search terms; {@link Expunged} keeps their raw mail for a while.
   *
   * @throws NoSuchFolderException if the folder doesn't exist
   * @throws IllegalArgumentException if there are more than {@link #MAX_UIDS} uids
   */
  public Deleted delete(long account, long folder, Collection<Long> uids) {
    Set<Long> asked = bounded(uids);
    Instant now = time.instant();
    Deleted deleted =
        transactions.write(
            c -> {
              long trash = trash(c, account);
              if (trash == folder) {
                return deleteForever(c, account, folder, asked, now);
              }
              return new Deleted.ToTrash(refile(c, account, folder, asked, trash, now));
            });
    if (deleted instanceof Deleted.Forever) {
      index.changed(account);
    }
    return deleted;
  }

  /** Cached, because Trash never changes. */
  private long trash(Connection c, long account) throws SQLException {
    Long known = trashes.getIfPresent(account);
    if (known == null) {
      known =
          Folders.byRole(c, account, FolderRole.TRASH)
              .orElseThrow(() -> new NoSuchFolderException(account, FolderRole.TRASH))
              .id();
      trashes.put(account, known);
    }
    return known;
  }

  private Deleted deleteForever(
      Connection c, long account, long folder, Set<Long> asked, Instant now) throws SQLException {
    return deleteForever(c, index, account, folder, asked, now, true);
  }

  /**
   * Permanently deletes items and their messages, in the caller's transaction.
   *
   * @param restorable whether they can be restored for a while
   */
  static Deleted deleteForever(
      Connection c,
      SearchIndex index,
      long account,
      long folder,
      Set<Long> asked,
      Instant now,
      boolean restorable)
      throws SQLException {
    AccountChange change = AccountChange.lock(c, account, folder);
    List<Mark> marks = marks(c, account, folder, asked);
    Set<Long> gone = new TreeSet<>();
    marks.forEach(mark -> gone.add(mark.uid));
    if (!marks.isEmpty()) {
      List<Long> messages = marks.stream().map(Mark::message).sorted().toList();
      if (restorable) {
        Messages.expunge(c, index, account, messages, now);
      } else {
        Messages.delete(c, index, account, messages);
      }
      long unread = marks.stream().mapToLong(mark -> unread(mark.flags)).sum();
      long bytes = marks.stream().mapToLong(Mark::size).sum();
      Folders.count(
          c, account, folder, change.modSeq(), new Counts(0, -marks.size(), -unread, -bytes));
      marks.forEach(mark -> change.note(new Removed(folder, mark.uid, mark.message)));
      change.write(now);
    }
    return new Deleted.Forever(gone, unknown(asked, marks));
  }

  /** Fields of an item that a change needs. */
  private record Mark(long uid, long message, int flags, long size) {}

  /** Returns the existing items in uid order. Their folder is locked, so they are stable. */
  private static List<Mark> marks(Connection c, long account, long folder, Set<Long> asked)
      throws SQLException {
    if (asked.isEmpty()) {
      return List.of();
    }
    List<Long> uids = List.copyOf(asked);
    return Sql.list(
        c,
        "SELECT uid, message, flags, size FROM item"
            + OF_UIDS.formatted(Sql.marks(uids))
            + " ORDER BY uid",
        row -> new Mark(row.getLong(1), row.getLong(2), row.getInt(3), row.getLong(4)),
        account,
        folder,
        uids);
  }

  private static Set<Long> unknown(Set<Long> asked, List<Mark> marks) {
    Set<Long> unknown = new TreeSet<>(asked);
    marks.forEach(mark -> unknown.remove(mark.uid));
    return unknown;
  }

  private static Set<Long> bounded(Collection<Long> uids) {
    if (uids.size() > MAX_UIDS) {
      throw new IllegalArgumentException(
          uids.size() + " uids; at most " + MAX_UIDS + " are allowed per call");
    }
    return new TreeSet<>(uids);
  }

  static int unread(int flags) {
    return (flags & Flag.SEEN.bit) == 0 ? 1 : 0;
  }

  static Item item(ResultSet row) throws SQLException {
    return new Item(
        row.getLong(1),
        row.getLong(2),
        row.getLong(3),
        Instant.ofEpochMilli(row.getLong(4)),
        Flag.ofBits(row.getInt(5)),
        row.getLong(6),
        row.getString(7),
        row.getString(8),
        row.getString(9),
        row.getLong(10),
        row.getBoolean(11));
  }
}
