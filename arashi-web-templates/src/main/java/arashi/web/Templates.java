package arashi.web;

import freemarker.core.HTMLOutputFormat;
import freemarker.core.TemplateClassResolver;
import freemarker.template.Configuration;
import freemarker.template.SimpleScalar;
import freemarker.template.Template;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import freemarker.template.TemplateMethodModelEx;
import freemarker.template.TemplateModel;
import freemarker.template.TemplateModelException;
import freemarker.template.TemplateNumberModel;
import freemarker.template.TemplateScalarModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Renders page models as HTML.
 *
 * <p>The constructor parses all templates, so a broken one stops the start. Templates see the
 * components of the model, {@code msg(key, arguments…)} for text in the reader's language and
 * {@code asset(name)} for the address of an asset; no other Java is reachable. All values are
 * escaped except {@link SafeHtml}. A missing value is an error, never an empty string.
 *
 * <p>Any thread may render; rendering takes some tens of microseconds and does not block.
 */
public final class Templates {

  private static final List<String> NAMES =
      List.of(
          "login",
          "folders",
          "jobs",
          "list",
          "message",
          "attached",
          "search",
          "compose",
          "account",
          "security",
          "deleted",
          "busy",
          "resume",
          "error",
          "body",
          "unshown",
          "console",
          "history",
          "settings");

  /** Initial buffer size, above that of most pages; grows on demand. */
  private static final int INITIAL_BYTES = 32 * 1024;

  private final Map<String, Template> templates = new HashMap<>();
  private final Map<Locale, TemplateMethodModelEx> words = new HashMap<>();

  /**
   * Loads the templates from the class path.
   *
   * @throws UncheckedIOException if a template is missing or malformed
   */
  public Templates(Translations messages, Assets assets) {
    Configuration configuration = configuration(assets);
    try {
      for (String name : NAMES) {
        templates.put(name, configuration.getTemplate(name + ".ftlh"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("templates can't be loaded", e);
    }
    for (Locale locale : messages.locales()) {
      words.put(locale, arguments -> word(messages, locale, arguments));
    }
  }

  /**
   * Renders a page.
   *
   * @param model content of the page
   * @param locale one of {@link Translations#locales()}
   * @return the document in UTF-8
   * @throws IllegalStateException if the template does not fit the model, an internal error with
   *     the position in its message; no part of the page has been sent then
   */
  public byte[] render(PageModel model, Locale locale) {
    TemplateMethodModelEx msg = words.get(locale);
    if (msg == null) {
      throw new IllegalArgumentException("no messages in " + locale.toLanguageTag());
    }
    PageWriter out = new PageWriter(INITIAL_BYTES);
    try {
      var environment = templates.get(model.template()).createProcessingEnvironment(model, out);
      environment.setGlobalVariable("msg", msg);
      environment.process();
    } catch (TemplateException | IOException e) {
      throw new IllegalStateException("page " + model.template() + " can't be rendered", e);
    }
    return out.bytes();
  }

  private static Configuration configuration(Assets assets) {
    Configuration configuration = new Configuration(Configuration.VERSION_2_3_35);
    configuration.setClassForTemplateLoading(Templates.class, "templates");
    configuration.setDefaultEncoding("UTF-8");
    configuration.setOutputEncoding("UTF-8");
    configuration.setLocalizedLookup(false);
    configuration.setTemplateUpdateDelayMilliseconds(Long.MAX_VALUE);
    configuration.setOutputFormat(HTMLOutputFormat.INSTANCE);
    configuration.setObjectWrapper(new RecordWrapper());
    configuration.setNumberFormat("computer");
    configuration.setNewBuiltinClassResolver(TemplateClassResolver.ALLOWS_NOTHING_RESOLVER);
    configuration.setAPIBuiltinEnabled(false);
    configuration.setFallbackOnNullLoopVariable(false);
    configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    configuration.setLogTemplateExceptions(false);
    configuration.setWrapUncheckedExceptions(true);
    TemplateMethodModelEx asset =
        arguments -> new SimpleScalar(assets.url(string(arguments.get(0))));
    configuration.setSharedVariable("asset", asset);
    return configuration;
  }

  private static TemplateModel word(Translations messages, Locale locale, List<?> arguments)
      throws TemplateModelException {
    Object[] values = new Object[arguments.size() - 1];
    for (int i = 0; i < values.length; i++) {
      Object argument = arguments.get(i + 1);
      values[i] =
          argument instanceof TemplateNumberModel number ? number.getAsNumber() : string(argument);
    }
    return new SimpleScalar(messages.text(locale, string(arguments.get(0)), values));
  }

  private static String string(Object argument) throws TemplateModelException {
    if (argument instanceof TemplateScalarModel scalar) {
      return scalar.getAsString();
    }
    throw new TemplateModelException("a string is wanted here");
  }
}
