package arashi.store.policy;

import arashi.store.database.Tx;
import arashi.store.policy.Policy.ClassPolicy;
import arashi.store.policy.Policy.StageSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A batch of policy changes, applied in order by {@link Policies}. Each method adds a change and
 * does no I/O. For one thread.
 */
public final class PolicyEdit {
  private final List<Change> changes = new ArrayList<>();

  @FunctionalInterface
  interface Work {
    void on(Tx tx);
  }

  /**
   * One change.
   *
   * @param action kind, for the audit
   * @param detail details for the audit
   * @param work statements that apply it
   */
  record Change(String action, Map<String, String> detail, Work work) {}

  List<Change> changes() {
    return changes;
  }

  /**
   * Sets a target, or the absence of a target, for an existing class. Both store a row, so that the
   * request type's default does not apply.
   *
   * @param millis target for the 90th percentile, from 1 to 600,000; empty for none
   * @throws IllegalArgumentException if the value is out of range
   */
  public PolicyEdit target(String serviceClass, String request, OptionalInt millis) {
    if (millis.isPresent() && (millis.getAsInt() < 1 || millis.getAsInt() > Policies.MAX_MILLIS)) {
      throw new IllegalArgumentException(
          "a target must be from 1 to " + Policies.MAX_MILLIS + " ms, not " + millis.getAsInt());
    }
    String text = millis.isPresent() ? Integer.toString(millis.getAsInt()) : "none";
    return add(
        "target",
        Map.of("class", serviceClass, "request", request, "millis", text),
        tx -> {
          requireClass(tx, serviceClass);
          tx.update(
              """
              INSERT INTO response_target (service_class, request, millis)
              VALUES (?, ?, ?)
              ON DUPLICATE KEY UPDATE millis = VALUES(millis)
              """,
              serviceClass,
              request,
              millis.orElse(ClassPolicy.NO_TARGET));
        });
  }

  /**
   * Creates or changes a class. The number of classes is limited.
   *
   * @throws IllegalArgumentException if a value is out of range
   */
  public PolicyEdit serviceClass(String name, int priority, double guaranteedShare) {
    if (!Policies.isClassName(name)) {
      throw new IllegalArgumentException(
          "a class name must be up to 31 lower-case letters, digits and hyphens, a letter first, not"
              + " \""
              + name
              + "\"");
    }
    if (priority < 0 || priority > Policies.MAX_PRIORITY) {
      throw new IllegalArgumentException(
          "a priority must be from 0 to " + Policies.MAX_PRIORITY + ", not " + priority);
    }
    if (!(guaranteedShare >= 0 && guaranteedShare <= Policies.MAX_SHARE)) {
      throw new IllegalArgumentException(
          "a guaranteed share must be from 0 to "
              + Policies.MAX_SHARE
              + ", not "
              + guaranteedShare);
    }
    return add(
        "class",
        Map.of("class", name, "priority", "" + priority, "share", "" + guaranteedShare),
        tx -> {
          List<String> names = classNames(tx);
          if (!names.contains(name) && names.size() == Policy.MAX_CLASSES) {
            throw new IllegalArgumentException(
                "there can be at most " + Policy.MAX_CLASSES + " classes");
          }
          tx.update(
              """
              INSERT INTO service_class (name, priority, guaranteed_share)
              VALUES (?, ?, ?)
              ON DUPLICATE KEY UPDATE priority = VALUES(priority), guaranteed_share = VALUES(guaranteed_share)
              """,
              name,
              priority,
              guaranteedShare);
        });
  }

  /**
   * Removes a class and moves its accounts to another. Both must exist.
   *
   * @throws IllegalArgumentException if both are the same
   */
  public PolicyEdit withoutClass(String name, String heir) {
    if (name.equals(heir)) {
      throw new IllegalArgumentException(
          "the accounts of the removed class " + name + " must move to another class");
    }
    return add(
        "class removed",
        Map.of("class", name, "heir", heir),
        tx -> {
          requireClass(tx, name);
          requireClass(tx, heir);
          tx.update("UPDATE account SET service_class = ? WHERE service_class = ?", heir, name);
          tx.update("DELETE FROM response_target WHERE service_class = ?", name);
          tx.update("DELETE FROM service_class WHERE name = ?", name);
        });
  }

  /**
   * Sets the controller and quality of a request type.
   *
   * @throws IllegalArgumentException if the quality is out of range
   */
  public PolicyEdit stage(String request, StageSetting setting) {
    OptionalDouble quality = setting.quality();
    if (quality.isPresent() && !(quality.getAsDouble() > 0 && quality.getAsDouble() <= 1)) {
      throw new IllegalArgumentException(
          "a quality must be above 0 and at most 1, not " + quality.getAsDouble());
    }
    String controller = setting.controller().name().toLowerCase(Locale.ROOT);
    String text = quality.isPresent() ? Double.toString(quality.getAsDouble()) : "controlled";
    return add(
        "stage",
        Map.of("request", request, "controller", controller, "quality", text),
        tx ->
            tx.update(
                """
                INSERT INTO stage_setting (request, controller, quality)
                VALUES (?, ?, ?)
                ON DUPLICATE KEY UPDATE controller = VALUES(controller), quality = VALUES(quality)
                """,
                request,
                controller,
                quality.isPresent() ? quality.getAsDouble() : null));
  }

  private PolicyEdit add(String action, Map<String, String> detail, Work work) {
    changes.add(new Change(action, detail, work));
    return this;
  }

  private static List<String> classNames(Tx tx) {
    return tx.list("SELECT name FROM service_class", row -> row.getString("name"));
  }

  private static void requireClass(Tx tx, String name) {
    if (!classNames(tx).contains(name)) {
      throw new IllegalArgumentException("there is no service class " + name);
    }
  }
}
