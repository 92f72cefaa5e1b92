package arashi.store.policy;

import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import arashi.store.policy.Policy.ClassPolicy;
import arashi.store.policy.Policy.Controller;
import arashi.store.policy.Policy.StageSetting;
import com.google.gson.Gson;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Settings made by admins: classes, targets, controllers, quality. Each edit is one transaction
 * that also writes audit rows and raises the revision, which the nodes poll. Each method blocks on
 * the database, and is safe from any thread.
 */
public final class Policies {
  private static final Gson GSON = new Gson();

  /** Maximum target in milliseconds. */
  public static final int MAX_MILLIS = 600_000;

  /** Maximum priority. */
  public static final int MAX_PRIORITY = 1_000;

  /** Maximum guaranteed share of a class. */
  public static final double MAX_SHARE = 0.5;

  private final Transactions transactions;
  private final InstantSource time;

  /** Creates the policies of a database. */
  public Policies(Transactions transactions, InstantSource time) {
    this.transactions = transactions;
    this.time = time;
  }

  /** Returns the current revision; reads one row. */
  public long revision() {
    return transactions.read(Policies::revision);
  }

  private static long revision(Connection c) throws SQLException {
    return Sql.one(c, "SELECT revision FROM policy_revision WHERE id = 1", row -> row.getLong(1))
        .orElse(0L);
  }

  /** Returns the current policy. */
  public Policy read() {
    return transactions.read(
        c -> {
          // Read the revision first: data read later is of the same revision or newer, and then
          // read again.
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

  /** Returns whether a class may have this name. */
  public static boolean isClassName(String name) {
    return name.matches("[a-z][a-z0-9-]{0,30}");
  }

  /**
   * Applies all changes of an edit, or none.
   *
   * @param admin account that makes the edit
   * @throws IllegalArgumentException if a change is not possible
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
   * Applies all changes of an edit, or none, if the policy is still at the given revision.
   *
   * @param admin account that makes the edit
   * @param revision revision that the admin saw
   * @return false if the policy has another revision
   * @throws IllegalArgumentException if a change is not possible
   */
  public boolean changeIfStill(long admin, long revision, PolicyEdit edit) {
    if (edit.changes().isEmpty()) {
      return revision() == revision;
    }
    return transactions.write(
        c -> {
          // locks the row, which serializes changes
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
    Sql.update(
        c,
        "INSERT INTO audit (account, id, done_at, action, detail, name)"
            + " SELECT ?, COALESCE(MAX(id), 0) + 1, ?, ?, ?,"
            + " COALESCE((SELECT name FROM account WHERE id = ?), '') FROM audit WHERE account = ?",
        admin,
        time.millis(),
        action,
        GSON.toJson(detail),
        admin,
        admin);
  }

  /**
   * An audited change.
   *
   * @param millis time, in milliseconds since 1970
   * @param admin name of the admin, whose account may no longer exist
   * @param action kind of change
   * @param detail JSON object with text values
   */
  public record Audited(long millis, String admin, String action, String detail) {}

  /** Returns the newest changes. */
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
