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
import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Exposes to templates exactly the types of page models: records by component, lists, strings,
 * numbers, booleans, message keys, and enum constants as lower-case names. Rejects all other
 * objects, so templates can't call Java methods. {@link SafeHtml} becomes markup, the only type
 * that is not escaped.
 *
 * <p>Components are read through functions that are linked once per record class, so rendering uses
 * no reflection.
 */
final class RecordWrapper implements ObjectWrapper {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private static final ClassValue<Map<String, Function<Object, Object>>> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected Map<String, Function<Object, Object>> computeValue(Class<?> type) {
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
    if (value instanceof MessageKey key) {
      return new SimpleScalar(key.toString());
    }
    if (value instanceof Enum<?> constant) {
      return new SimpleScalar(word(constant));
    }
    if (value instanceof TemplateModel model) {
      return model;
    }
    throw new TemplateModelException("templates do not read a " + value.getClass().getName());
  }

  /** Returns an enum constant as spelt in templates, style sheets and message keys. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Function<Object, Object>> components(Class<?> type) {
    Map<String, Function<Object, Object>> readers = new HashMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      readers.put(component.getName(), reader(type, component));
    }
    return readers;
  }

  /** Links a component's accessor as a function, like a lambda expression. */
  @SuppressWarnings("unchecked")
  private static Function<Object, Object> reader(Class<?> type, RecordComponent component) {
    try {
      MethodHandle accessor = LOOKUP.unreflect(component.getAccessor());
      CallSite site =
          LambdaMetafactory.metafactory(
              LOOKUP,
              "apply",
              MethodType.methodType(Function.class),
              MethodType.methodType(Object.class, Object.class),
              accessor,
              MethodType.methodType(Object.class, type));
      return (Function<Object, Object>) site.getTarget().invoke();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(type + "." + component.getName() + " can't be read", e);
    }
  }

  private record RecordModel(
      RecordWrapper wrapper, Object value, Map<String, Function<Object, Object>> components)
      implements TemplateHashModel {

    @Override
    public TemplateModel get(String key) throws TemplateModelException {
      Function<Object, Object> reader = components.get(key);
      // null falls through to msg or asset; a misspelt name fails where it is used
      return reader == null ? null : wrapper.wrap(reader.apply(value));
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
