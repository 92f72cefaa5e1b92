package arashi.store.blob;

import arashi.store.database.BulkInsert;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Links to blobs. A link keeps the blob from being swept, and lets its account read it; each thing
 * of an account that names a blob has one.
 *
 * <p>The transaction that stores a thing first calls {@link BlobWriter#put}, whose locks keep the
 * sweep away until the commit, and then adds the link. The transaction that deletes the thing
 * removes the link.
 */
public final class BlobLinks {

  /** What names a blob. */
  public enum Kind {
    /** A message, by its id. */
    MESSAGE(1),
    /** A draft, by its id: what is attached to it. */
    DRAFT(2),
    /** A mail in the outbox, by its id. */
    OUTBOX(3),
    /**
     * A file that was uploaded, by the milliseconds of when; the sweep ignores one that is older
     * than the grace.
     */
    UPLOAD(4),
    /** A message that was deleted and can be restored. */
    EXPUNGED(5);

    /** As the column {@code kind} has it. */
    public final int code;

    Kind(int code) {
      this.code = code;
    }
  }

  private final Transactions transactions;

  /** Links in a database. */
  public BlobLinks(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * True if something of the account names the blob, so that its owner may read it. A message
   * counts even without a link: one of an earlier release has none until the backfill. Any thread;
   * blocks on the database.
   */
  public boolean has(long account, Sha256 sha256) {
    return transactions.read(c -> has(c, account, sha256));
  }

  /** True if the blob is a mail in a folder of the account. Any thread; blocks on the database. */
  public boolean isMessage(long account, Sha256 sha256) {
    return transactions
        .read(
            c ->
                Sql.one(
                    c,
                    "SELECT EXISTS (SELECT 1 FROM message WHERE sha256 = ? AND account = ?)",
                    row -> row.getBoolean(1),
                    sha256.bytes(),
                    account))
        .orElse(false);
  }

  /** The same as part of the caller's transaction. */
  public static boolean has(Connection c, long account, Sha256 sha256) throws SQLException {
    return Sql.one(
            c,
            "SELECT EXISTS (SELECT 1 FROM blob_link WHERE account = ? AND sha256 = ?)"
                + " OR EXISTS (SELECT 1 FROM message WHERE sha256 = ? AND account = ?)",
            row -> row.getBoolean(1),
            account,
            sha256.bytes(),
            sha256.bytes(),
            account)
        .orElse(false);
  }

  /** Adds links of one thing to several blobs; as {@link #add(Connection, long, Kind, Map)}. */
  public static void add(
      Connection c, long account, Kind kind, long owner, Collection<Sha256> blobs)
      throws SQLException {
    for (Sha256 blob : new TreeSet<>(blobs)) {
      add(c, account, kind, Map.of(owner, blob));
    }
  }

  /** Removes links of one thing to several blobs. */
  public static void remove(
      Connection c, long account, Kind kind, long owner, Collection<Sha256> blobs)
      throws SQLException {
    for (Sha256 blob : new TreeSet<>(blobs)) {
      remove(c, account, kind, Map.of(owner, blob));
    }
  }

  /**
   * Adds the links of things of one kind; one that is there already stays. Part of the caller's
   * transaction, which holds the locks of the blobs' rows or of a message that keeps them.
   *
   * @param owners the blob of each thing, by the thing's id
   */
  public static void add(Connection c, long account, Kind kind, Map<Long, Sha256> owners)
      throws SQLException {
    BulkInsert rows =
        new BulkInsert(c, "blob_link", "account", "sha256", "kind", "owner")
            .onDuplicateKey("owner = VALUES(owner)");
    List<Map.Entry<Long, Sha256>> sorted =
        owners.entrySet().stream()
            .sorted(Map.Entry.<Long, Sha256>comparingByValue().thenComparing(Map.Entry::getKey))
            .toList();
    for (Map.Entry<Long, Sha256> each : sorted) {
      rows.add(account, each.getValue().bytes(), kind.code, each.getKey());
    }
    rows.flush();
  }

  /**
   * Removes the links of things of one kind, as part of the caller's transaction. The blobs are
   * left to {@link Blobs#sweep}.
   */
  public static void remove(Connection c, long account, Kind kind, Map<Long, Sha256> owners)
      throws SQLException {
    if (owners.isEmpty()) {
      return;
    }
    List<byte[]> hashes = owners.values().stream().distinct().map(Sha256::bytes).toList();
    List<Long> ids = List.copyOf(owners.keySet());
    Sql.update(
        c,
        "DELETE FROM blob_link WHERE account = ? AND sha256 IN ("
            + Sql.marks(hashes)
            + ") AND kind = ? AND owner IN ("
            + Sql.marks(ids)
            + ")",
        account,
        hashes,
        kind.code,
        ids);
  }
}
