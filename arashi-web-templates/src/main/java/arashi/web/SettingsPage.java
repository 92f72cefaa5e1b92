package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /admin/settings}: forms for all that admins set, and what they have set lately.
 *
 * @param page the surroundings
 * @param revision of the policy that the page shows; each form sends it back
 * @param classes names of the classes, the highest first
 * @param targets one row a request type
 * @param policies one form a class, and at last one for a new class
 * @param stages one form a request type
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
   * A field as it is now, or as it was typed.
   *
   * @param value shown in it
   * @param error what is wrong with it, or null
   */
  public record Input(String value, String error) {}

  /**
   * A value that the configuration sets: it is shown, and no form changes it.
   *
   * @param value in force
   * @param key in the configuration
   */
  public record Configured(String value, String key) {}

  /**
   * The targets of a request type.
   *
   * @param request its stage's name
   * @param configured the target of all classes, or null if admins set them
   * @param cells one a class
   */
  public record TargetRow(String request, Configured configured, List<TargetCell> cells) {
    /** Copies the list. */
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
   * @param infeasible whether it is shorter than the service takes without load
   */
  public record TargetCell(String field, String serviceClass, Input millis, boolean infeasible) {}

  /**
   * A class.
   *
   * @param id part of the ids of its fields
   * @param name of the class
   * @param fresh true for a class that is not there yet
   * @param priority higher is served first
   * @param share guaranteed, in percent
   * @param heirs classes that may take its accounts
   * @param heirError what is wrong with the heir, or null
   */
  public record ClassForm(
      String id,
      Input name,
      boolean fresh,
      Input priority,
      Input share,
      List<String> heirs,
      String heirError) {
    /** Copies the list. */
    public ClassForm {
      heirs = List.copyOf(heirs);
    }
  }

  /**
   * How a request type is controlled.
   *
   * @param id part of the ids of its fields
   * @param request its stage's name
   * @param controllers those there are
   * @param controller value of the one that is chosen
   * @param configured the admission, or null if admins choose a controller
   * @param share guaranteed, in percent, or null if that of the classes holds
   * @param degradable whether it can do less
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
    /** Copies the list. */
    public StageForm {
      controllers = List.copyOf(controllers);
    }
  }

  /**
   * One of several things to choose.
   *
   * @param value sent by the form
   * @param words name it
   */
  public record Choice(String value, MessageKey words) {}

  /**
   * A change.
   *
   * @param at when
   * @param admin who
   * @param action what kind
   * @param detail of it
   */
  public record Change(DisplayDate at, String admin, String action, String detail) {}

  /** Copies the lists. */
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
