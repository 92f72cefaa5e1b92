package arashi.console;

import arashi.store.database.Commits;
import arashi.store.policy.Policies;
import arashi.store.policy.Policy;
import arashi.store.policy.Policy.ClassPolicy;
import arashi.store.policy.Policy.Controller;
import arashi.store.policy.Policy.StageSetting;
import arashi.store.policy.PolicyEdit;
import arashi.target.ControlledStage;
import arashi.target.ServiceControl;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;
import seda.kernel.graph.Overrides.Knob;
import seda.kernel.graph.Overrides.Setting;
import seda.netio.http.Form;

/**
 * Processes the settings forms: validates every field, stores the changes, and applies them on this
 * node. An invalid form changes nothing. Blocks on the database.
 */
final class SettingsForms {
  static final String TARGETS = "targets";
  static final String NEW_CLASS = "class ";
  private static final String REVISION = "revision";
  private static final String REMOVE = "remove";

  private final Policies rows;
  private final ServiceControl control;

  SettingsForms(Policies rows, ServiceControl control) {
    this.rows = rows;
    this.control = control;
  }

  static String classForm(String name) {
    return "class " + name;
  }

  static String removeForm(String name) {
    return "remove " + name;
  }

  static String stageForm(String request) {
    return "stage " + request;
  }

  static String targetField(String serviceClass, String request) {
    return serviceClass + ":" + request;
  }

  /** Makes an edit, unless the form is invalid or the policy has changed since it was shown. */
  private Entered store(
      long admin, Entered entered, ConsoleFormats words, Supplier<PolicyEdit> edit) {
    if (entered.errors() > 0) {
      entered.refused(words.text("wrong.fields", entered.errors()));
      return entered;
    }
    try {
      if (!rows.changeIfStill(admin, revision(entered), edit.get())) {
        entered.refused(words.text("wrong.stale"));
      }
    } catch (IllegalArgumentException e) { // not from one of our forms
      entered.refused(words.text("wrong.refused", e.getMessage()));
    }
    Commits.afterwards(() -> control.applyNewest(rows)); // else the poll for settings does
    return entered;
  }

  /** Returns the revision that the form was based on; an impossible one if it is missing. */
  private static long revision(Entered entered) {
    String typed = entered.typed(REVISION);
    return typed.matches("[0-9]{1,18}") ? Long.parseLong(typed) : -1;
  }

  /** Stores all targets. */
  Entered targets(long admin, Form form, ConsoleFormats words) {
    Policy current = rows.read();
    Entered entered = Entered.of(TARGETS, form);
    PolicyEdit edit = new PolicyEdit();
    for (ClassPolicy one : current.classes()) {
      for (ControlledStage stage : control.stages()) {
        String request = stage.type().name();
        String field = targetField(one.name(), request);
        if (!entered.has(field)) {
          continue; // the page did not know the class, or the configuration sets the target
        }
        Optional<Setting> configured = stage.configured(Knob.TARGET);
        if (configured.isPresent()) {
          return refusal(words, configured.get(), entered);
        }
        Optional<OptionalInt> millis = target(entered.typed(field));
        int before = one.target(request, stage.type().target());
        if (millis.isEmpty()) {
          entered.wrong(field, words.text("wrong.target"));
        } else if (millis.get().orElse(ClassPolicy.NO_TARGET) != before) {
          edit.target(one.name(), request, millis.get());
        }
      }
    }
    return store(admin, entered, words, () -> edit);
  }

  /**
   * Refuses a form that is forged or older than this process: the page has no field for a
   * configured value.
   */
  private static Entered refusal(ConsoleFormats words, Setting configured, Entered entered) {
    entered.refused(words.text("wrong.configured", configured.key()));
    return entered;
  }

  private static Optional<OptionalInt> target(String typed) {
    if (typed.isEmpty()) {
      return Optional.of(OptionalInt.empty());
    }
    return whole(typed, 1, Policies.MAX_MILLIS).map(OptionalInt::of);
  }

  Entered serviceClass(long admin, Form form, ConsoleFormats words) {
    Policy current = rows.read();
    return REMOVE.equals(form.first("do"))
        ? removeClass(admin, form, current, words)
        : setClass(admin, form, current, words);
  }

  private Entered setClass(long admin, Form form, Policy current, ConsoleFormats words) {
    boolean fresh = form.first("new") != null;
    String name = form.first("name") == null ? "" : form.first("name").strip();
    Entered entered = Entered.of(fresh ? NEW_CLASS : classForm(name), form);
    boolean there = current.serviceClass(name).isPresent();
    if (!Policies.isClassName(name)) {
      entered.wrong("name", words.text("wrong.name"));
    } else if (fresh && there) {
      entered.wrong("name", words.text("wrong.taken"));
    } else if (fresh && current.classes().size() == Policy.MAX_CLASSES) {
      entered.wrong("name", words.text("wrong.most", Policy.MAX_CLASSES));
    }
    Optional<Integer> priority = whole(entered.typed("priority"), 0, Policies.MAX_PRIORITY);
    if (priority.isEmpty()) {
      entered.wrong("priority", words.text("wrong.priority"));
    }
    Optional<Double> share = percent(entered.typed("share"), 0, Policies.MAX_SHARE);
    if (share.isEmpty()) {
      entered.wrong("share", words.text("wrong.share"));
    }
    return store(
        admin,
        entered,
        words,
        () -> new PolicyEdit().serviceClass(name, priority.orElseThrow(), share.orElseThrow()));
  }

  private Entered removeClass(long admin, Form form, Policy current, ConsoleFormats words) {
    String name = form.first("name") == null ? "" : form.first("name");
    Entered entered = Entered.of(removeForm(name), form);
    String heir = entered.typed("heir");
    if (heir.equals(name) || current.serviceClass(heir).isEmpty()) {
      entered.wrong("heir", words.text("wrong.heir"));
    }
    return store(admin, entered, words, () -> new PolicyEdit().withoutClass(name, heir));
  }

  /** Stores the controller and the quality of a request type. */
  Entered stage(long admin, Form form, ConsoleFormats words) {
    String request = form.first("stage") == null ? "" : form.first("stage");
    Entered entered = Entered.of(stageForm(request), form);
    Optional<Double> quality = percent(entered.typed("quality"), 0.01, 1);
    if (quality.isEmpty() && !entered.typed("quality").isEmpty()) {
      entered.wrong("quality", words.text("wrong.quality"));
    }
    Optional<ControlledStage> stage = find(request);
    Optional<Setting> configured = stage.flatMap(one -> one.configured(Knob.ADMISSION));
    if (configured.isPresent() && entered.has("controller")) {
      return refusal(words, configured.get(), entered);
    }
    Optional<Controller> controller =
        configured.isPresent()
            ? Optional.of(rows.read().stage(request).controller())
            : controller(entered.typed("controller"));
    if (controller.isEmpty() || stage.isEmpty()) {
      Entered forged = Entered.nothing(); // no form of ours sends this
      forged.refused(words.text("wrong.refused", request + ", " + entered.typed("controller")));
      return forged;
    }
    StageSetting setting =
        new StageSetting(
            controller.get(), quality.map(OptionalDouble::of).orElse(OptionalDouble.empty()));
    return store(admin, entered, words, () -> new PolicyEdit().stage(request, setting));
  }

  private Optional<ControlledStage> find(String request) {
    return control.stages().stream()
        .filter(stage -> stage.type().name().equals(request))
        .findFirst();
  }

  private static Optional<Controller> controller(String typed) {
    for (Controller one : Controller.values()) {
      if (SettingsView.word(one).equals(typed)) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }

  private static Optional<Integer> whole(String typed, int least, int most) {
    if (!typed.matches("[0-9]{1,9}")) {
      return Optional.empty();
    }
    int value = Integer.parseInt(typed);
    return value < least || value > most ? Optional.empty() : Optional.of(value);
  }

  /** Parses a percentage with a point or a comma into a fraction. */
  private static Optional<Double> percent(String typed, double least, double most) {
    if (!typed.matches("[0-9]{1,3}([.,][0-9]{1,6})?")) {
      return Optional.empty();
    }
    double value = Double.parseDouble(typed.replace(',', '.')) / 100;
    return value < least || value > most ? Optional.empty() : Optional.of(value);
  }
}
