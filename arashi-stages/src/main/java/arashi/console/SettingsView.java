package arashi.console;

import arashi.front.Shown;
import arashi.store.Policies;
import arashi.store.Policies.Audited;
import arashi.store.Policy;
import arashi.store.Policy.ClassPolicy;
import arashi.target.ControlledStage;
import arashi.target.ServiceControl;
import arashi.web.Page;
import arashi.web.SettingsPage;
import arashi.web.SettingsPage.Change;
import arashi.web.SettingsPage.ClassForm;
import arashi.web.SettingsPage.Controller;
import arashi.web.SettingsPage.Input;
import arashi.web.SettingsPage.StageForm;
import arashi.web.SettingsPage.TargetCell;
import arashi.web.SettingsPage.TargetRow;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The forms of the settings, filled with the rows, or with what was typed. Blocks on the database.
 */
final class SettingsView {
  private static final int CHANGES = 50;

  /** A field of an audited change: a JSON object of texts. */
  private static final Pattern DETAIL =
      Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\":\"((?:[^\"\\\\]|\\\\.)*)\"");

  private final Policies rows;
  private final ServiceControl control;
  private final Shown shown;

  SettingsView(Policies rows, ServiceControl control, Shown shown) {
    this.rows = rows;
    this.control = control;
    this.shown = shown;
  }

  SettingsPage page(Page surroundings, Entered entered, Locale locale) {
    Policy policy = rows.read();
    List<String> names = policy.classes().stream().map(ClassPolicy::name).toList();
    return new SettingsPage(
        surroundings,
        policy.revision(),
        names,
        control.stages().stream().map(stage -> targets(stage, policy, entered)).toList(),
        classes(policy, names, entered),
        control.stages().stream().map(stage -> stage(stage, policy, entered)).toList(),
        rows.audit(CHANGES).stream().map(change -> change(change, locale)).toList());
  }

  private static Input input(Entered entered, String form, String field, String set) {
    return new Input(entered.shown(form, field, set), entered.error(form, field));
  }

  private TargetRow targets(ControlledStage stage, Policy policy, Entered entered) {
    String request = stage.type().stage();
    List<TargetCell> cells = new ArrayList<>();
    for (ClassPolicy one : policy.classes()) {
      String field = SettingsForms.targetField(one.name(), request);
      Integer millis = one.targetMillis().get(request);
      cells.add(
          new TargetCell(
              field,
              one.name(),
              input(entered, SettingsForms.TARGETS, field, millis == null ? "" : "" + millis),
              stage.isInfeasible(control.policy().named(one.name()))));
    }
    return new TargetRow(request, cells);
  }

  private static List<ClassForm> classes(Policy policy, List<String> names, Entered entered) {
    List<ClassForm> forms = new ArrayList<>();
    for (ClassPolicy one : policy.classes()) {
      String form = SettingsForms.classForm(one.name());
      forms.add(
          new ClassForm(
              Integer.toString(forms.size()),
              new Input(one.name(), null),
              false,
              input(entered, form, "priority", Integer.toString(one.priority())),
              input(entered, form, "share", percent(one.guaranteedShare())),
              names.stream().filter(name -> !name.equals(one.name())).toList(),
              entered.error(SettingsForms.removeForm(one.name()), "heir")));
    }
    forms.add(
        new ClassForm(
            "new",
            input(entered, SettingsForms.NEW_CLASS, "name", ""),
            true,
            input(entered, SettingsForms.NEW_CLASS, "priority", ""),
            input(entered, SettingsForms.NEW_CLASS, "share", "5"),
            List.of(),
            null));
    return forms;
  }

  private static StageForm stage(ControlledStage stage, Policy policy, Entered entered) {
    String request = stage.type().stage();
    Policy.StageSetting setting = policy.stage(request);
    String form = SettingsForms.stageForm(request);
    String controller = setting.controller().name().toLowerCase(Locale.ROOT);
    String quality = setting.quality().isPresent() ? percent(setting.quality().getAsDouble()) : "";
    return new StageForm(
        request.replace(' ', '-'),
        request,
        List.of(Controller.values()),
        Controller.valueOf(entered.shown(form, "controller", controller).toUpperCase(Locale.ROOT)),
        stage.type().isDegradable(),
        input(entered, form, "quality", quality));
  }

  private static String percent(double part) {
    return BigDecimal.valueOf(part).movePointRight(2).stripTrailingZeros().toPlainString();
  }

  private Change change(Audited change, Locale locale) {
    return new Change(
        shown.full(Instant.ofEpochMilli(change.millis()), locale),
        change.admin(),
        change.action(),
        DETAIL
            .matcher(change.detail())
            .results()
            .sorted((a, b) -> a.group(1).compareTo(b.group(1)))
            .map(field -> unquoted(field.group(1)) + " " + unquoted(field.group(2)))
            .collect(Collectors.joining(", ")));
  }

  private static String unquoted(String text) {
    return text.replace("\\\"", "\"").replace("\\\\", "\\");
  }
}
