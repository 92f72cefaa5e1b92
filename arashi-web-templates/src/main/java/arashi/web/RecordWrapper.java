package arashi.web;

import freemarker.core.HTMLOutputFormat;
import freemarker.template.ObjectWrapper;
import freemarker.template.SimpleNumber;
import freemarker.template.SimpleScalar;
import freemarker.template.TemplateBooleanModel;
import freemarker.template.TemplateHashModel;
import freemarker.template.TemplateModel;
import freemarker.template.TemplateModelException;
import freemarker.template.TemplateSequenceModel;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Shows templates exactly what page models are made of: records by their components, lists,
 * strings, numbers, booleans, and enum constants as their name in lower case. Any other object is
 * refused, so no method of Java can be called from a template. {@link SafeHtml} becomes markup, the
 * one type that is not escaped.
 *
 * <p>Components are read through method handles, looked up once for each record class: a third of
 * the time that FreeMarker's own wrapper takes.
 */
final class RecordWrapper implements ObjectWrapper {

  private static final ClassValue<Map<String, MethodHandle>> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected Map<String, MethodHandle> computeValue(Class<?> type) {
          return components(type);
        }
      };

  @Override
  public TemplateModel wrap(Object value) throws TemplateModelException {
    if (value instanceof String text) {
      return new SimpleScalar(text);
    }
    if (value == null) {
      return null;
    }
    if (value instanceof Boolean truth) {
      return truth ? TemplateBooleanModel.TRUE : TemplateBooleanModel.FALSE;
    }
    if (value instanceof SafeHtml html) {
      return HTMLOutputFormat.INSTANCE.fromMarkup(html.markup());
    }
    if (value instanceof Record) {
      return new RecordModel(this, value, COMPONENTS.get(value.getClass()));
    }
    if (value instanceof List<?> list) {
      return new ListModel(this, list);
    }
    if (value instanceof Number number) {
      return new SimpleNumber(number);
    }
    if (value instanceof Enum<?> constant) {
      return new SimpleScalar(word(constant));
    }
    if (value instanceof TemplateModel model) {
      return model;
    }
    throw new TemplateModelException("templates do not read a " + value.getClass().getName());
  }

  /** An enum constant as templates, style sheet and message keys spell it. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, MethodHandle> components(Class<?> type) {
    Map<String, MethodHandle> handles = new HashMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      try {
        handles.put(
            component.getName(),
            MethodHandles.lookup()
                .unreflect(component.getAccessor())
                .asType(MethodType.methodType(Object.class, Object.class)));
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(type + " must be public", e);
      }
    }
    return handles;
  }

  private record RecordModel(
      RecordWrapper wrapper, Object value, Map<String, MethodHandle> components)
      implements TemplateHashModel {

    @Override
    public TemplateModel get(String key) throws TemplateModelException {
      MethodHandle component = components.get(key);
      if (component == null) {
        return null; // may be msg or asset; a misspelt name fails where it is used
      }
      return wrapper.wrap(read(component));
    }

    private Object read(MethodHandle component) {
      try {
        return (Object) component.invokeExact(value);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException("accessors of records throw no checked exception", e);
      }
    }

    @Override
    public boolean isEmpty() {
      return false;
    }
  }

  private record ListModel(RecordWrapper wrapper, List<?> list) implements TemplateSequenceModel {

    @Override
    public TemplateModel get(int index) throws TemplateModelException {
      return index < list.size() ? wrapper.wrap(list.get(index)) : null;
    }

    @Override
    public int size() {
      return list.size();
    }
  }
}
