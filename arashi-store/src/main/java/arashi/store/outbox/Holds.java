package arashi.store.outbox;

import arashi.store.database.Texts;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import arashi.store.outbox.Hold.Cause;
import com.google.gson.Gson;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The hold of the outbox, and the machines that have sent from it. Each method blocks on the
 * database, unless it says otherwise, and is safe from any thread.
 */
public final class Holds {
  private static final Gson GSON = new Gson();

  /** A machine without a node for this long is forgotten; hosts of containers are used once. */
  private static final Duration REMEMBERED = Duration.ofDays(400);

  private static final int MAX_HOST = 255;

  private final Transactions transactions;
  private final InstantSource time;
  private volatile Hold latest = Hold.NEVER;

  /** Creates the holds of a database. */
  public Holds(Transactions transactions, InstantSource time) {
    this.transactions = transactions;
    this.time = time;
  }

  /** The hold as this process read it last. Never blocks. */
  public Hold latest() {
    return latest;
  }

  /** Reads the hold. */
  public Hold read() {
    return remember(transactions.read(Holds::read));
  }

  private Hold remember(Hold hold) {
    latest = hold;
    return hold;
  }

  private static Hold read(Tx tx) {
    return tx.one(
            "SELECT cause, host, changed_at FROM outbox_hold WHERE id = 1",
            row ->
                new Hold(
                    Cause.of(row.getString("cause")),
                    row.getString("host"),
                    row.getInstant("changed_at")))
        .orElse(Hold.NEVER);
  }

  /** True if no mail may leave; for statements of the same package. */
  static boolean isHeld(Tx tx) {
    return read(tx).isHeld();
  }

  /** Returns the machines that have sent from this outbox. */
  public List<NodeRow> nodes() {
    return transactions.read(
        tx ->
            tx.list(
                "SELECT id, host, seen_at FROM node ORDER BY id",
                row ->
                    new NodeRow(
                        row.getString("id"), row.getString("host"), row.getInstant("seen_at"))));
  }

  /** Records that a node runs on a machine and may send. */
  public void seen(String id, String host) {
    transactions.write(
        tx ->
            // the row must change even if the clock was set back
            tx.update(
                """
                INSERT INTO node (id, host, seen_at) VALUES (?, ?, ?)
                ON DUPLICATE KEY UPDATE host = VALUES(host), seen_at = GREATEST(seen_at + 1, VALUES(seen_at))
                """,
                id,
                Texts.cut(host, MAX_HOST),
                tx.now()));
  }

  /** Forgets machines without a node for long. Only a node that may send calls this. */
  public void forgetOld() {
    Instant before = time.instant().minus(REMEMBERED);
    transactions.write(tx -> tx.update("DELETE FROM node WHERE seen_at < ?", before));
  }

  /**
   * Holds the outbox on all nodes. Attempts that have begun are finished.
   *
   * @param host machine that asks for it
   * @return false if it was held already; the cause stays, unless an operator asks
   */
  public boolean hold(Cause cause, String host) {
    return cause == Cause.OPERATOR
        ? change(cause, host, "cause <> ?", cause.column())
        : change(cause, host, "cause = ?", Cause.NONE.column());
  }

  /**
   * Lets mail leave on all nodes, also on a machine that is new to the database and starts next.
   *
   * @param host machine that asks for it
   * @return false if there was no hold
   */
  public boolean release(String host) {
    boolean wasHeld = read().isHeld();
    change(Cause.NONE, host, "TRUE");
    return wasHeld;
  }

  /**
   * Ends a hold that suspected a copy; called by a node that has used this database since before.
   *
   * @param host machine of the node
   */
  public void refuteCopy(String host) {
    change(Cause.NONE, host, "cause = ?", Cause.COPY.column());
  }

  private boolean change(Cause cause, String host, String condition, String... causes) {
    String sql =
        "UPDATE outbox_hold SET cause = ?, host = ?, changed_at = ? WHERE id = 1 AND " + condition;
    String shortHost = Texts.cut(host, MAX_HOST);
    boolean changed =
        transactions.write(
            tx -> {
              boolean done =
                  tx.update(
                          sql,
                          Stream.concat(
                                  Stream.of(cause.column(), shortHost, tx.now()),
                                  Arrays.stream(causes))
                              .toArray())
                      > 0;
              if (done) {
                audit(tx, cause, shortHost);
              }
              return done;
            });
    read();
    return changed;
  }

  private static void audit(Tx tx, Cause cause, String host) {
    tx.update(
        """
        INSERT INTO audit (account, id, done_at, action, detail, name)
        SELECT 0, COALESCE(MAX(id), 0) + 1, ?, ?, ?, ?
        FROM audit
        WHERE account = 0
        """,
        tx.now(),
        cause == Cause.NONE ? "outbox released" : "outbox held",
        GSON.toJson(cause == Cause.NONE ? Map.of() : Map.of("cause", cause.column())),
        Texts.cut(host, 191));
  }
}
