package arashi.store.policy;

import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import arashi.store.policy.Policy.ClassPolicy;
import arashi.store.policy.Policy.Controller;
import arashi.store.policy.Policy.StageSetting;
import com.google.gson.Gson;
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

  /** Creates the policies of a database. */
  public Policies(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Returns the current revision; reads one row. */
  public long revision() {
    return transactions.read(Policies::revision);
  }

  private static long revision(Tx tx) {
    return tx.count("SELECT revision FROM policy_revision WHERE id = 1");
  }

  /** Returns the current policy. */
  public Policy read() {
    return transactions.read(
        tx -> {
          // Read the revision first: data read later is of the same revision or newer, and then
          // read again.
          long revision = revision(tx);
          Map<String, Map<String, Integer>> targets = targets(tx);
          List<ClassPolicy> classes =
              tx.list(
                  """
                  SELECT name, priority, guaranteed_share
                  FROM service_class ORDER BY priority DESC, name
                  """,
                  row ->
                      new ClassPolicy(
                          row.getString("name"),
                          row.getInt("priority"),
                          row.getDouble("guaranteed_share"),
                          Map.copyOf(targets.getOrDefault(row.getString("name"), Map.of()))));
          return new Policy(revision, classes, stages(tx));
        });
  }

  private static Map<String, Map<String, Integer>> targets(Tx tx) {
    Map<String, Map<String, Integer>> targets = new HashMap<>();
    tx.list(
        "SELECT service_class, request, millis FROM response_target",
        row ->
            targets
                .computeIfAbsent(row.getString("service_class"), name -> new HashMap<>())
                .put(row.getString("request"), row.getInt("millis")));
    return targets;
  }

  private static Map<String, StageSetting> stages(Tx tx) {
    Map<String, StageSetting> stages = new HashMap<>();
    tx.list(
        "SELECT request, controller, quality FROM stage_setting",
        row -> {
          OptionalDouble fixed =
              row.isNull("quality")
                  ? OptionalDouble.empty()
                  : OptionalDouble.of(row.getDouble("quality"));
          Controller controller =
              Controller.valueOf(row.getString("controller").toUpperCase(Locale.ROOT));
          return stages.put(row.getString("request"), new StageSetting(controller, fixed));
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
        tx -> {
          tx.update("UPDATE policy_revision SET revision = revision + 1 WHERE id = 1");
          make(tx, admin, edit);
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
        tx -> {
          // locks the row, which serializes changes
          boolean still =
              tx.update(
                      """
                      UPDATE policy_revision SET revision = revision + 1
                      WHERE id = 1 AND revision = ?
                      """,
                      revision)
                  == 1;
          if (still) {
            make(tx, admin, edit);
          }
          return still;
        });
  }

  private static void make(Tx tx, long admin, PolicyEdit edit) {
    for (PolicyEdit.Change change : edit.changes()) {
      change.work().on(tx);
      audit(tx, admin, change.action(), change.detail());
    }
  }

  private static void audit(Tx tx, long admin, String action, Map<String, String> detail) {
    tx.update(
        """
        INSERT INTO audit (account, id, done_at, action, detail, name)
        SELECT ?, COALESCE(MAX(id), 0) + 1, ?, ?, ?,
          COALESCE((SELECT name FROM account WHERE id = ?), '')
        FROM audit
        WHERE account = ?
        """,
        admin,
        tx.now(),
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
        tx ->
            tx.list(
                """
                SELECT done_at, name, action, detail FROM audit
                ORDER BY done_at DESC, id DESC LIMIT ?
                """,
                row ->
                    new Audited(
                        row.getLong("done_at"),
                        row.getString("name"),
                        row.getString("action"),
                        row.getString("detail")),
                limit));
  }
}
