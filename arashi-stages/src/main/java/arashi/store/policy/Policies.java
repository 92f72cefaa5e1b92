package arashi.store.policy;

import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import arashi.store.policy.Policy.ClassPolicy;
import arashi.store.policy.Policy.Controller;
import arashi.store.policy.Policy.StageSetting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What admins set: classes, targets, controllers, quality. Each edit is one transaction with its
 * lines in the audit, and raises the revision, by which the nodes see it. Each method blocks on the
 * database, and is safe from any thread.
 */
public final class Policies {
  /** The longest target, in milliseconds. */
  public static final int MAX_MILLIS = 600_000;

  /** The highest priority. */
  public static final int MAX_PRIORITY = 1_000;

  /** The largest share that is guaranteed to a class. */
  public static final double MAX_SHARE = 0.5;

  private final Transactions transactions;
  private final InstantSource time;

  /** Policies of a database. */
  public Policies(Transactions transactions, InstantSource time) {
    this.transactions = transactions;
    this.time = time;
  }

  /** The revision in force: a read of one row. */
  public long revision() {
    return transactions.read(Policies::revision);
  }

  private static long revision(Connection c) throws SQLException {
    return Sql.one(c, "SELECT revision FROM policy_revision WHERE id = 1", row -> row.getLong(1))
        .orElse(0L);
  }

  /** All that is set. */
  public Policy read() {
    return transactions.read(
        c -> {
          // the revision first: what is read after it is that or newer, and is read again
          long revision = revision(c);
          Map<String, Map<String, Integer>> targets = targets(c);
          List<ClassPolicy> classes =
              Sql.list(
                  c,
                  "SELECT name, priority, guaranteed_share FROM service_class ORDER BY priority"
                      + " DESC, name",
                  row ->
                      new ClassPolicy(
                          row.getString(1),
                          row.getInt(2),
                          row.getDouble(3),
                          Map.copyOf(targets.getOrDefault(row.getString(1), Map.of()))));
          return new Policy(revision, classes, stages(c));
        });
  }

  private static Map<String, Map<String, Integer>> targets(Connection c) throws SQLException {
    Map<String, Map<String, Integer>> targets = new HashMap<>();
    Sql.list(
        c,
        "SELECT service_class, request, millis FROM response_target",
        row ->
            targets
                .computeIfAbsent(row.getString(1), name -> new HashMap<>())
                .put(row.getString(2), row.getInt(3)));
    return targets;
  }

  private static Map<String, StageSetting> stages(Connection c) throws SQLException {
    Map<String, StageSetting> stages = new HashMap<>();
    Sql.list(
        c,
        "SELECT request, controller, quality FROM stage_setting",
        row -> {
          double quality = row.getDouble(3);
          OptionalDouble fixed =
              row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(quality);
          Controller controller = Controller.valueOf(row.getString(2).toUpperCase(Locale.ROOT));
          return stages.put(row.getString(1), new StageSetting(controller, fixed));
        });
    return Map.copyOf(stages);
  }

  /** Whether a class may be called so. */
  public static boolean isClassName(String name) {
    return name.matches("[a-z][a-z0-9-]{0,30}");
  }

  /**
   * Makes all changes of an edit, or none.
   *
   * @param admin account of who does it
   * @throws IllegalArgumentException if one of them can't be made
   */
  public void change(long admin, PolicyEdit edit) {
    transactions.write(
        c -> {
          Sql.update(c, "UPDATE policy_revision SET revision = revision + 1 WHERE id = 1");
          make(c, admin, edit);
          return null;
        });
  }

  /**
   * Makes all changes of an edit, or none, if nobody has changed the policy since it was read.
   *
   * @param admin account of who does it
   * @param revision what was read
   * @return false if the policy is of another revision by now
   * @throws IllegalArgumentException if one of them can't be made
   */
  public boolean changeIfStill(long admin, long revision, PolicyEdit edit) {
    if (edit.changes().isEmpty()) {
      return revision() == revision;
    }
    return transactions.write(
        c -> {
          // this locks the row, so changes come one after the other
          boolean still =
              Sql.update(
                      c,
                      "UPDATE policy_revision SET revision = revision + 1"
                          + " WHERE id = 1 AND revision = ?",
                      revision)
                  == 1;
          if (still) {
            make(c, admin, edit);
          }
          return still;
        });
  }

  private void make(Connection c, long admin, PolicyEdit edit) throws SQLException {
    for (PolicyEdit.Change change : edit.changes()) {
      change.work().on(c);
      audit(c, admin, change.action(), change.detail());
    }
  }

  private void audit(Connection c, long admin, String action, Map<String, String> detail)
      throws SQLException {
    List<String> fields = new ArrayList<>();
    detail.forEach((key, value) -> fields.add(quoted(key) + ":" + quoted(value)));
    Sql.update(
        c,
        "INSERT INTO audit (account, id, done_at, action, detail, name)"
            + " SELECT ?, COALESCE(MAX(id), 0) + 1, ?, ?, ?,"
            + " COALESCE((SELECT name FROM account WHERE id = ?), '') FROM audit WHERE account = ?",
        admin,
        time.millis(),
        action,
        "{" + String.join(",", fields) + "}",
        admin,
        admin);
  }

  /** As a JSON string; what is audited here has no control characters but by intent to do harm. */
  private static String quoted(String text) {
    return '"'
        + text.replaceAll("\\p{Cntrl}", " ").replace("\\", "\\\\").replace("\"", "\\\"")
        + '"';
  }

  /**
   * One change.
   *
   * @param millis when, since 1970
   * @param admin name of who did it, whose account may be gone
   * @param action what kind
   * @param detail JSON object of texts
   */
  public record Audited(long millis, String admin, String action, String detail) {}

  /** The newest changes. */
  public List<Audited> audit(int limit) {
    return transactions.read(
        c ->
            Sql.list(
                c,
                "SELECT done_at, name, action, detail FROM audit"
                    + " ORDER BY done_at DESC, id DESC LIMIT ?",
                row ->
                    new Audited(
                        row.getLong(1), row.getString(2), row.getString(3), row.getString(4)),
                limit));
  }
}
