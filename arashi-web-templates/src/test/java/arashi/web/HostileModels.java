package arashi.web;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Copies a model with an attack in each of its strings. */
final class HostileModels {

  static final String TEXT =
      "'\"><script>alert(1)</script><svg onload=alert(2)>${7*7}<#assign x=1>7*7=${7*7}"
          + "</title></textarea></select><xss>&lt;\u202e\u0000";

  private static final String IN_A_PATH = "'\"><script>alert(3)</script><xss/onload=alert(4)>";

  private HostileModels() {}

  /** Returns the same kind of page; paths and sanitised markup stay unchanged. */
  static PageModel hostile(PageModel model) {
    return (PageModel) copy(model);
  }

  private static Object copy(Object value) {
    if (value instanceof String text) {
      return text.startsWith("/") ? text + IN_A_PATH : TEXT;
    }
    if (value instanceof List<?> list) {
      List<Object> copies = new ArrayList<>();
      list.forEach(item -> copies.add(copy(item)));
      return copies;
    }
    if (value instanceof Record model && !(value instanceof SafeHtml)) {
      return copyRecord(model);
    }
    return value;
  }

  private static Record copyRecord(Record model) {
    RecordComponent[] components = model.getClass().getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Object[] values = new Object[components.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = copy(components[i].getAccessor().invoke(model));
      }
      return model.getClass().getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("every page model can be copied", e);
    }
  }
}
