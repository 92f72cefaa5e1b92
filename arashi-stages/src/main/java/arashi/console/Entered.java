package arashi.console;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import seda.netio.http.Form;

/** The input of an invalid settings form, shown again with its errors. */
final class Entered {
  private final String form;
  private final Map<String, String> values = new HashMap<>();
  private final Map<String, String> errors = new HashMap<>();
  private String problem;

  private Entered(String form) {
    this.form = form;
  }

  static Entered nothing() {
    return new Entered("");
  }

  /** Creates the input of a posted form; {@code name} distinguishes it from other forms. */
  static Entered of(String name, Form posted) {
    Entered entered = new Entered(name);
    for (Map.Entry<String, List<String>> field : posted.fields().entrySet()) {
      entered.values.put(field.getKey(), field.getValue().get(0).strip());
    }
    return entered;
  }

  /** Empty if the field was not sent. */
  String typed(String field) {
    return values.getOrDefault(field, "");
  }

  boolean has(String field) {
    return values.containsKey(field);
  }

  void wrong(String field, String message) {
    errors.putIfAbsent(field, message);
  }

  void refused(String message) {
    problem = message;
  }

  boolean isWrong() {
    return problem != null || !errors.isEmpty();
  }

  String problem() {
    return problem;
  }

  int errors() {
    return errors.size();
  }

  /** Returns the text of a form's field: the input, otherwise the current setting. */
  String shown(String inForm, String field, String set) {
    return form.equals(inForm) ? values.getOrDefault(field, set) : set;
  }

  String error(String inForm, String field) {
    return form.equals(inForm) ? errors.get(field) : null;
  }
}
