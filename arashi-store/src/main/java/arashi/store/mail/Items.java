package arashi.store.mail;

import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import arashi.store.index.SearchIndex;
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

  private final Transactions transactions;
  private final SearchIndex index;
  private final InstantSource time;
  private final String columns;

  /** Caches the Trash folders of some accounts. */
  private final Cache<Long, Long> trashes;

  /** Creates the items of a database. */
  public Items(Transactions transactions, SearchIndex index, InstantSource time) {
    this(
        transactions,
        index,
        time,
        COLUMNS,
        Caffeine.newBuilder().maximumSize(MOST_TRASHES).build());
  }

  private Items(
      Transactions transactions,
      SearchIndex index,
      InstantSource time,
      String columns,
      Cache<Long, Long> trashes) {
    this.transactions = transactions;
    this.index = index;
    this.time = time;
    this.columns = columns;
    this.trashes = trashes;
  }

  /** Returns a view whose listings have empty previews, which are most of a listing's bytes. */
  public Items withoutPreviews() {
    return new Items(transactions, index, time, WITHOUT_PREVIEW, trashes);
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
    return transactions.write(c -> ItemChanges.flag(c, account, folder, asked, on, keep, now));
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
    return transactions.write(c -> ItemChanges.refile(c, account, folder, asked, toFolder, now));
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
                return ItemChanges.deleteForever(c, index, account, folder, asked, now, true);
              }
              return new Deleted.ToTrash(ItemChanges.refile(c, account, folder, asked, trash, now));
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

  private static Set<Long> bounded(Collection<Long> uids) {
    if (uids.size() > MAX_UIDS) {
      throw new IllegalArgumentException(
          uids.size() + " uids; at most " + MAX_UIDS + " are allowed per call");
    }
    return new TreeSet<>(uids);
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
