package arashi.store.mail;

import arashi.store.database.ResultRow;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
  static final String COLUMNS = columns("i.preview");

  private static final String WITHOUT_PREVIEW = columns("''");

  private static final String GET =
      "SELECT " + COLUMNS + " FROM item i WHERE i.account = ? AND i.folder = ? AND i.uid = ?";

  private final MailTransactions mail;
  private final Transactions transactions;
  private final String columns;

  /** Caches the Trash folders of some accounts. */
  private final Cache<Long, Long> trashes;

  /** Creates the items of a database. */
  public Items(MailTransactions mail) {
    this(mail, COLUMNS, Caffeine.newBuilder().maximumSize(MOST_TRASHES).build());
  }

  private Items(MailTransactions mail, String columns, Cache<Long, Long> trashes) {
    this.mail = mail;
    this.transactions = mail.plain();
    this.columns = columns;
    this.trashes = trashes;
  }

  /** Returns a view whose listings have empty previews, which are most of a listing's bytes. */
  public Items withoutPreviews() {
    return new Items(mail, WITHOUT_PREVIEW, trashes);
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
    return transactions.read(tx -> tx.one(GET, Items::item, account, folder, uid));
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
            tx ->
                tx.one(
                    "SELECT %s AS sort_key FROM item i WHERE %s"
                        .formatted(sort.of("i"), "i.account = ? AND i.folder = ? AND i.uid = ?"),
                    row -> row.getBytes("sort_key"),
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
            tx -> tx.list(sql, row -> keyed(order.sort(), row), parameters.toArray()));
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
            tx -> tx.list(sql, row -> keyed(order.sort(), row), parameters.toArray()));
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
    String than = down ? "<" : ">";
    String range = "AND ((%1$s = ? AND i.uid %2$s ?) OR %1$s %2$s ?)".formatted(sort.of("i"), than);
    String direction = down ? "DESC" : "";
    return """
        SELECT %1$s, %2$s AS sort_key FROM item i FORCE INDEX (%3$s)
        WHERE i.account = ? AND i.folder = ? %4$s ORDER BY %2$s %5$s, i.uid %5$s LIMIT ?
        """
        .formatted(columns, sort.of("i"), sort.index, keyed ? range : "", direction);
  }

  private static Keyed keyed(Sort sort, ResultRow row) {
    Item item = item(row);
    PageKey key =
        sort.numeric()
            ? PageKey.ofNumber(sort, row.getLong("sort_key"), item.uid())
            : PageKey.ofText(sort, row.getBytes("sort_key"), item.uid());
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
    requireBound(uids);
    return mail.write(tx -> new ItemChanges(tx.account(account), folder, uids).flag(set, clear));
  }

  /**
   * Moves items to another folder, where they get new uids in the order of the old ones. Moving to
   * the same folder changes nothing.
   *
   * @throws NoSuchFolderException if one of the folders doesn't exist
   * @throws IllegalArgumentException if there are more than {@link #MAX_UIDS} uids
   */
  public Refiled refile(long account, long folder, Collection<Long> uids, long toFolder) {
    requireBound(uids);
    return mail.write(tx -> new ItemChanges(tx.account(account), folder, uids).refile(toFolder));
  }

  /**
   * Moves items to Trash. Permanently deletes items that are in Trash, with their messages and
   * search terms; {@link Expunged} keeps their raw mail for a while.
   *
   * @throws NoSuchFolderException if the folder doesn't exist
   * @throws IllegalArgumentException if there are more than {@link #MAX_UIDS} uids
   */
  public Deleted delete(long account, long folder, Collection<Long> uids) {
    requireBound(uids);
    return mail.write(
        tx -> {
          ItemChanges items = new ItemChanges(tx.account(account), folder, uids);
          long trash = trash(tx, account);
          return trash == folder
              ? items.deleteForever(true)
              : new Deleted.ToTrash(items.refile(trash));
        });
  }

  /** Cached, because Trash never changes. */
  private long trash(Tx tx, long account) {
    Long known = trashes.getIfPresent(account);
    if (known == null) {
      known =
          new FolderRows(tx, account)
              .byRole(FolderRole.TRASH)
              .orElseThrow(() -> new NoSuchFolderException(account, FolderRole.TRASH))
              .id();
      trashes.put(account, known);
    }
    return known;
  }

  private static void requireBound(Collection<Long> uids) {
    if (uids.size() > MAX_UIDS) {
      throw new IllegalArgumentException(
          uids.size() + " uids; at most " + MAX_UIDS + " are allowed per call");
    }
  }

  private static String columns(String preview) {
    return """
        i.folder, i.uid, i.message, i.received_at, i.flags, i.modseq, i.from_text, i.subject,
          %s AS preview, i.size, i.has_attachment
        """
        .formatted(preview)
        .strip();
  }

  static Item item(ResultRow row) {
    return new Item(
        row.getLong("folder"),
        row.getLong("uid"),
        row.getLong("message"),
        row.getInstant("received_at"),
        Flag.ofBits(row.getInt("flags")),
        row.getLong("modseq"),
        row.getString("from_text"),
        row.getString("subject"),
        row.getString("preview"),
        row.getLong("size"),
        row.getBoolean("has_attachment"));
  }
}
