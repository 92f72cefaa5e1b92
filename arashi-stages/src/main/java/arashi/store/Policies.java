package arashi.store;

import arashi.store.Policy.ClassPolicy;
import arashi.store.Policy.Controller;
import arashi.store.Policy.StageSetting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What admins set: classes, targets, controllers, quality. Each change is one transaction with its
 * line in the audit, and raises the revision, by which the nodes see it. Each method blocks on the
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

  Policies(Transactions transactions, InstantSource time) {
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
                  "SELECT name, priority, guaranteed_share FROM service_class ORDER BY priority DESC, name",
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

  /**
   * Sets a target, or takes it away.
   *
   * @param admin account of who does it
   * @param millis 90th percentile to hold, from 1 to 600,000; empty for none
   * @throws IllegalArgumentException if there is no such class, or the value is out of range
   */
  public void setTarget(long admin, String serviceClass, String request, OptionalInt millis) {
    if (millis.isPresent() && (millis.getAsInt() < 1 || millis.getAsInt() > MAX_MILLIS)) {
      throw new IllegalArgumentException(
          "a target is from 1 to " + MAX_MILLIS + " ms, not " + millis.getAsInt());
    }
    change(
        admin,
        "target",
        Map.of("class", serviceClass, "request", request, "millis", text(millis)),
        c -> {
          requireClass(c, serviceClass);
          if (millis.isEmpty()) {
            Sql.update(
                c,
                "DELETE FROM response_target WHERE service_class = ? AND request = ?",
                serviceClass,
                request);
          } else {
            Sql.update(
                c,
                "INSERT INTO response_target (service_class, request, millis) VALUES (?, ?, ?)"
                    + " ON DUPLICATE KEY UPDATE millis = VALUES(millis)",
                serviceClass,
                request,
                millis.getAsInt());
          }
        });
  }

  private static String text(OptionalInt millis) {
    return millis.isPresent() ? Integer.toString(millis.getAsInt()) : "none";
  }

  /** Whether a class may be called so. */
  public static boolean isClassName(String name) {
    return name.matches("[a-z][a-z0-9-]{0,30}");
  }

  /**
   * Makes a class, or changes it.
   *
   * @throws IllegalArgumentException if there would be too many, or a value is out of range
   */
  public void setClass(long admin, String name, int priority, double guaranteedShare) {
    if (!isClassName(name)) {
      throw new IllegalArgumentException(
          "a class is named by up to 31 small letters, digits and hyphens, not \"" + name + "\"");
    }
    if (priority < 0 || priority > MAX_PRIORITY) {
      throw new IllegalArgumentException(
          "a priority is from 0 to " + MAX_PRIORITY + ", not " + priority);
    }
    if (!(guaranteedShare >= 0 && guaranteedShare <= MAX_SHARE)) {
      throw new IllegalArgumentException(
          "a guaranteed share is from 0 to " + MAX_SHARE + ", not " + guaranteedShare);
    }
    change(
        admin,
        "class",
        Map.of("class", name, "priority", "" + priority, "share", "" + guaranteedShare),
        c -> {
          List<String> names = classNames(c);
          if (!names.contains(name) && names.size() == Policy.MAX_CLASSES) {
            throw new IllegalArgumentException(
                "there are at most " + Policy.MAX_CLASSES + " classes");
          }
          Sql.update(
              c,
              "INSERT INTO service_class (name, priority, guaranteed_share) VALUES (?, ?, ?)"
                  + " ON DUPLICATE KEY UPDATE priority = VALUES(priority),"
                  + " guaranteed_share = VALUES(guaranteed_share)",
              name,
              priority,
              guaranteedShare);
        });
  }

  /**
   * Removes a class; its accounts go to another.
   *
   * @throws IllegalArgumentException if there is no such class, or it is the other one
   */
  public void removeClass(long admin, String name, String heir) {
    if (name.equals(heir)) {
      throw new IllegalArgumentException("a class can't be its own heir");
    }
    change(
        admin,
        "class removed",
        Map.of("class", name, "heir", heir),
        c -> {
          requireClass(c, name);
          requireClass(c, heir);
          Sql.update(c, "UPDATE account SET service_class = ? WHERE service_class = ?", heir, name);
          Sql.update(c, "DELETE FROM response_target WHERE service_class = ?", name);
          Sql.update(c, "DELETE FROM service_class WHERE name = ?", name);
        });
  }

  /** Sets how a request type is controlled. */
  public void setStage(long admin, String request, StageSetting setting) {
    OptionalDouble quality = setting.quality();
    if (quality.isPresent() && !(quality.getAsDouble() > 0 && quality.getAsDouble() <= 1)) {
      throw new IllegalArgumentException(
          "a quality is more than 0 and at most 1, not " + quality.getAsDouble());
    }
    String controller = setting.controller().name().toLowerCase(Locale.ROOT);
    change(
        admin,
        "stage",
        Map.of(
            "request",
            request,
            "controller",
            controller,
            "quality",
            quality.isPresent() ? Double.toString(quality.getAsDouble()) : "controlled"),
        c ->
            Sql.update(
                c,
                "INSERT INTO stage_setting (request, controller, quality) VALUES (?, ?, ?)"
                    + " ON DUPLICATE KEY UPDATE controller = VALUES(controller), quality ="
                    + " VALUES(quality)",
                request,
                controller,
                quality.isPresent() ? quality.getAsDouble() : null));
  }

  @FunctionalInterface
  private interface Change {
    void on(Connection c) throws SQLException;
  }

  /** The row of the revision is locked first, so that changes come one after the other. */
  private void change(long admin, String action, Map<String, String> detail, Change change) {
    transactions.write(
        c -> {
          Sql.update(c, "UPDATE policy_revision SET revision = revision + 1 WHERE id = 1");
          change.on(c);
          audit(c, admin, action, detail);
          return null;
        });
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

  private static List<String> classNames(Connection c) throws SQLException {
    return Sql.list(c, "SELECT name FROM service_class", row -> row.getString(1));
  }

  private static void requireClass(Connection c, String name) throws SQLException {
    if (!classNames(c).contains(name)) {
      throw new IllegalArgumentException("there is no service class " + name);
    }
  }
}
