package arashi.console;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import seda.netio.http.Form;

/**
 * A form of the settings that has something wrong with it: what was typed is shown again, and
 * beside it what is wrong.
 */
final class Entered {
  private final String form;
  private final Map<String, String> values = new HashMap<>();
  private final Map<String, String> errors = new HashMap<>();
  private String problem;

  private Entered(String form) {
    this.form = form;
  }

  /** Nothing was typed. */
  static Entered nothing() {
    return new Entered("");
  }

  /** What one form was posted with; {@code name} tells it from the others. */
  static Entered of(String name, Form posted) {
    Entered entered = new Entered(name);
    for (Map.Entry<String, List<String>> field : posted.fields().entrySet()) {
      entered.values.put(field.getKey(), field.getValue().get(0).strip());
    }
    return entered;
  }

  /** A field of this form; empty if it was not sent. */
  String typed(String field) {
    return values.getOrDefault(field, "");
  }

  boolean has(String field) {
    return values.containsKey(field);
  }

  /** Notes what is wrong with a field. */
  void wrong(String field, String message) {
    errors.putIfAbsent(field, message);
  }

  /** Notes what is wrong with the whole. */
  void refused(String message) {
    problem = message;
  }

  boolean isWrong() {
    return problem != null || !errors.isEmpty();
  }

  /** What is wrong with the whole, or null. */
  String problem() {
    return problem;
  }

  int errors() {
    return errors.size();
  }

  /** What a field of a form shows: what was typed into it, else what is set. */
  String shown(String inForm, String field, String set) {
    return form.equals(inForm) ? values.getOrDefault(field, set) : set;
  }

  /** What is wrong with a field of a form, or null. */
  String error(String inForm, String field) {
    return form.equals(inForm) ? errors.get(field) : null;
  }
}
