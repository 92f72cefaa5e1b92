package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /admin/settings}: forms for all settings of admins, and the latest changes.
 *
 * @param page the page frame
 * @param revision of the displayed policy; each form sends it back
 * @param classes names of the classes, the highest first
 * @param targets one row per request type
 * @param policies one form per class, and a last one for a new class
 * @param stages one form per request type
 * @param changes the newest first
 */
public record SettingsPage(
    PageFrame page,
    long revision,
    List<String> classes,
    List<TargetRow> targets,
    List<ClassForm> policies,
    List<StageForm> stages,
    List<Change> changes)
    implements PageModel {

  /**
   * A field with its current value, or with the rejected input.
   *
   * @param value displayed value
   * @param error error message, or null
   */
  public record Input(String value, String error) {}

  /**
   * A value set by the configuration: displayed, but not editable.
   *
   * @param value in force
   * @param key in the configuration
   */
  public record Configured(String value, String key) {}

  /**
   * The targets of a request type.
   *
   * @param request its stage's name
   * @param configured the target of all classes, or null if admins set the targets
   * @param cells one per class
   */
  public record TargetRow(String request, Configured configured, List<TargetCell> cells) {
    public TargetRow {
      cells = List.copyOf(cells);
    }
  }

  /**
   * A target.
   *
   * @param field name of the form's field
   * @param serviceClass name of the class
   * @param millis of the target; empty for none
   * @param infeasible whether it is below the response time without load
   */
  public record TargetCell(String field, String serviceClass, Input millis, boolean infeasible) {}

  /**
   * A class.
   *
   * @param id part of the ids of its fields
   * @param name of the class
   * @param fresh true for a class that does not exist yet
   * @param priority higher is served first
   * @param share guaranteed, in percent
   * @param heirs classes that can take over its accounts
   * @param heirError error of the chosen heir, or null
   */
  public record ClassForm(
      String id,
      Input name,
      boolean fresh,
      Input priority,
      Input share,
      List<String> heirs,
      String heirError) {
    public ClassForm {
      heirs = List.copyOf(heirs);
    }
  }

  /**
   * The control of a request type.
   *
   * @param id part of the ids of its fields
   * @param request its stage's name
   * @param controllers available controllers
   * @param controller value of the chosen controller
   * @param configured the configured admission, or null if admins choose a controller
   * @param share guaranteed, in percent, or null if the classes' shares apply
   * @param degradable whether its quality can be lowered
   * @param quality fixed, in percent; empty leaves it to the controller
   */
  public record StageForm(
      String id,
      String request,
      List<Choice> controllers,
      String controller,
      Configured configured,
      Configured share,
      boolean degradable,
      Input quality) {
    public StageForm {
      controllers = List.copyOf(controllers);
    }
  }

  /**
   * An option.
   *
   * @param value sent by the form
   * @param words its label
   */
  public record Choice(String value, MessageKey words) {}

  /**
   * A change.
   *
   * @param at time
   * @param admin name of the admin
   * @param action kind of change
   * @param detail details
   */
  public record Change(DisplayDate at, String admin, String action, String detail) {}

  public SettingsPage {
    Objects.requireNonNull(page);
    classes = List.copyOf(classes);
    targets = List.copyOf(targets);
    policies = List.copyOf(policies);
    stages = List.copyOf(stages);
    changes = List.copyOf(changes);
  }

  @Override
  public String template() {
    return "settings";
  }
}
