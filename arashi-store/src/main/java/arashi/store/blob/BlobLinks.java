package arashi.store.blob;

import arashi.store.database.BulkInsert;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * References to blobs. A link protects a blob from the sweep and lets its account read it. Each
 * object of an account that refers to a blob has a link.
 *
 * <p>A transaction that stores such an object first calls {@link BlobWriter#put}, whose locks block
 * the sweep until the commit, and then adds the link. A transaction that deletes the object removes
 * the link.
 */
public final class BlobLinks {

  /** Kind of object that refers to a blob. */
  public enum Kind {
    /** A message, by its id. */
    MESSAGE(1),
    /** A draft, by its id; the blob is an attachment. */
    DRAFT(2),
    /** A mail in the outbox, by its id. */
    OUTBOX(3),
    /**
     * An uploaded file, by its upload time in milliseconds. The sweep ignores the link once it is
     * older than the grace period.
     */
    UPLOAD(4),
    /** A deleted message that can be restored. */
    EXPUNGED(5);

    /** Value of the column {@code kind}. */
    public final int code;

    Kind(int code) {
      this.code = code;
    }
  }

  private final Transactions transactions;

  /** Creates the links of a database. */
  public BlobLinks(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Returns true if an object of the account refers to the blob, so that the user may read it.
   * Blocks on the database; safe from any thread.
   */
  public boolean has(long account, Sha256 sha256) {
    return transactions.read(
        tx ->
            tx.exists(
                "SELECT 1 FROM blob_link WHERE account = ? AND sha256 = ? LIMIT 1",
                account,
                sha256.bytes()));
  }

  /** Returns true if the blob is a mail in the account. Blocks on the database; any thread. */
  public boolean isMessage(long account, Sha256 sha256) {
    return transactions.read(
        tx ->
            tx.exists(
                "SELECT 1 FROM blob_link WHERE account = ? AND sha256 = ? AND kind = ? LIMIT 1",
                account,
                sha256.bytes(),
                Kind.MESSAGE.code));
  }

  /** Returns those of some blobs that an object of the account refers to; see {@link #has}. */
  public static Set<Sha256> of(Tx tx, long account, Collection<Sha256> blobs) {
    if (blobs.isEmpty()) {
      return Set.of();
    }
    List<byte[]> hashes = blobs.stream().map(Sha256::bytes).toList();
    return new HashSet<>(
        tx.list(
            "SELECT DISTINCT sha256 FROM blob_link WHERE account = ? AND sha256 IN (?)",
            row -> Sha256.ofDigest(row.getBytes("sha256")),
            account,
            hashes));
  }

  /** Adds links from one object to several blobs; see {@link #add(Tx, long, Kind, Map)}. */
  public static void add(Tx tx, long account, Kind kind, long owner, Collection<Sha256> blobs) {
    BulkInsert rows = links(tx);
    for (Sha256 blob : new TreeSet<>(blobs)) {
      rows.add(account, blob.bytes(), kind.code, owner);
    }
    rows.flush();
  }

  /** Removes links from one object to several blobs. */
  public static void remove(Tx tx, long account, Kind kind, long owner, Collection<Sha256> blobs) {
    remove(tx, account, kind, List.of(owner), blobs);
  }

  /**
   * Adds links from objects of one kind; existing links stay. Runs in the caller's transaction,
   * which holds locks on the blob rows or on a message that keeps the blobs.
   *
   * @param owners the blob of each object, by the object's id
   */
  public static void add(Tx tx, long account, Kind kind, Map<Long, Sha256> owners) {
    BulkInsert rows = links(tx);
    List<Map.Entry<Long, Sha256>> sorted =
        owners.entrySet().stream()
            .sorted(Map.Entry.<Long, Sha256>comparingByValue().thenComparing(Map.Entry::getKey))
            .toList();
    for (Map.Entry<Long, Sha256> each : sorted) {
      rows.add(account, each.getValue().bytes(), kind.code, each.getKey());
    }
    rows.flush();
  }

  private static BulkInsert links(Tx tx) {
    return tx.into("blob_link", "account", "sha256", "kind", "owner")
        .onDuplicateKey("owner = VALUES(owner)");
  }

  /**
   * Removes links from objects of one kind, in the caller's transaction. {@link Blobs#sweep}
   * deletes the blobs later.
   */
  public static void remove(Tx tx, long account, Kind kind, Map<Long, Sha256> owners) {
    remove(tx, account, kind, owners.keySet(), owners.values());
  }

  private static void remove(
      Tx tx, long account, Kind kind, Collection<Long> owners, Collection<Sha256> blobs) {
    if (blobs.isEmpty()) {
      return;
    }
    List<byte[]> hashes = blobs.stream().distinct().map(Sha256::bytes).toList();
    List<Long> ids = List.copyOf(owners);
    tx.update(
        """
        DELETE FROM blob_link
        WHERE account = ? AND sha256 IN (?) AND kind = ? AND owner IN (?)
        """,
        account,
        hashes,
        kind.code,
        ids);
  }
}
