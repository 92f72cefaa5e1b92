package arashi.console;

import arashi.front.page.DisplayFormats;
import arashi.store.policy.Policies;
import arashi.store.policy.Policies.Audited;
import arashi.store.policy.Policy;
import arashi.store.policy.Policy.ClassPolicy;
import arashi.target.ControlledStage;
import arashi.target.ServiceControl;
import arashi.web.PageFrame;
import arashi.web.SettingsPage;
import arashi.web.SettingsPage.Change;
import arashi.web.SettingsPage.Choice;
import arashi.web.SettingsPage.ClassForm;
import arashi.web.SettingsPage.Configured;
import arashi.web.SettingsPage.Input;
import arashi.web.SettingsPage.StageForm;
import arashi.web.SettingsPage.TargetCell;
import arashi.web.SettingsPage.TargetRow;
import arashi.web.Translations;
import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import seda.kernel.graph.Overrides.Knob;
import seda.kernel.graph.Overrides.Setting;

/** Fills the settings forms with the stored rows or the rejected input. Blocks on the database. */
final class SettingsView {
  private static final Gson GSON = new Gson();
  private static final int CHANGES = 50;

  /** Details of an audited change. */
  private static final TypeToken<TreeMap<String, String>> DETAILS = new TypeToken<>() {};

  private final Policies rows;
  private final ServiceControl control;
  private final DisplayFormats shown;
  private final List<Choice> controllers;

  SettingsView(Policies rows, ServiceControl control, DisplayFormats shown, Translations messages) {
    this.controllers =
        Stream.of(Policy.Controller.values())
            .map(one -> new Choice(word(one), messages.key("stages.controller." + word(one))))
            .toList();
    this.rows = rows;
    this.control = control;
    this.shown = shown;
  }

  SettingsPage page(PageFrame surroundings, Entered entered, Locale locale) {
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
    String request = stage.type().name();
    List<TargetCell> cells = new ArrayList<>();
    for (ClassPolicy one : policy.classes()) {
      String field = SettingsForms.targetField(one.name(), request);
      int millis = one.target(request, stage.type().target());
      String shown = millis == ClassPolicy.NO_TARGET ? "" : Integer.toString(millis);
      cells.add(
          new TargetCell(
              field,
              one.name(),
              input(entered, SettingsForms.TARGETS, field, shown),
              stage.isInfeasible(control.policy().named(one.name()))));
    }
    return new TargetRow(
        request,
        configured(stage, Knob.TARGET, set -> millis(stage.stage().targets().nanos(0))),
        cells);
  }

  /** Returns a setting that the configuration fixes, as admins enter it; null if it does not. */
  private static Configured configured(
      ControlledStage stage, Knob knob, Function<Setting, String> value) {
    return stage
        .configured(knob)
        .map(set -> new Configured(value.apply(set), set.key()))
        .orElse(null);
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

  private StageForm stage(ControlledStage stage, Policy policy, Entered entered) {
    String request = stage.type().name();
    Policy.StageSetting setting = policy.stage(request);
    String form = SettingsForms.stageForm(request);
    String quality = setting.quality().isPresent() ? percent(setting.quality().getAsDouble()) : "";
    return new StageForm(
        request.replace(' ', '-'),
        request,
        controllers,
        entered.shown(form, "controller", word(setting.controller())),
        configured(stage, Knob.ADMISSION, Setting::value),
        configured(stage, Knob.GUARANTEED_SHARE, set -> percent(stage.stage().guaranteedShare())),
        stage.type().degradable(),
        input(entered, form, "quality", quality));
  }

  /** Returns a controller as the form sends it and as message keys end. */
  static String word(Policy.Controller controller) {
    return controller.name().toLowerCase(Locale.ROOT);
  }

  private static String percent(double part) {
    return BigDecimal.valueOf(part).movePointRight(2).stripTrailingZeros().toPlainString();
  }

  private static String millis(long nanos) {
    return BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString();
  }

  private Change change(Audited change, Locale locale) {
    return new Change(
        shown.full(Instant.ofEpochMilli(change.millis()), locale),
        change.admin(),
        change.action(),
        GSON.fromJson(change.detail(), DETAILS).entrySet().stream()
            .map(detail -> detail.getKey() + " " + detail.getValue())
            .collect(Collectors.joining(", ")));
  }
}
