package arashi.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Renders busy pages. Under overload most answers are busy pages, so the time of one bounds how
 * much overload the service can refuse. A page without folders and without an account is prepared
 * once for each text, wait and look, and then only filled; the bytes are those of its template.
 *
 * <p>Any thread; does not block.
 */
public final class BusyPages {
  private static final String URL = "/-mark-url-";
  private static final String TOKEN = "-mark-token-";
  private static final Field FIELD = new Field("-mark-name-", "-mark-value-");
  private static final String INPUT = input(FIELD);

  private final Templates templates;
  private final Cache<Key, PreparedPage> pages;

  /** What the bytes of a page between its gaps depend on. */
  private record Key(
      Locale locale,
      MessageKey words,
      BusyCause cause,
      int retryAfter,
      PageFrame.Look look,
      boolean post) {}

  /**
   * Creates an empty cache.
   *
   * @param maxBytes most bytes of the prepared pages
   */
  public BusyPages(Templates templates, long maxBytes) {
    this.templates = templates;
    this.pages =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher((Key key, PreparedPage page) -> page.bytes())
            .build();
  }

  /**
   * Renders a page.
   *
   * @param locale one of {@link Translations#locales()}
   * @return the document in UTF-8
   */
  public byte[] render(BusyPage page, Locale locale) {
    if (!isPreparable(page)) {
      return templates.render(page, locale);
    }
    Key key =
        new Key(
            locale,
            page.words(),
            page.cause(),
            page.retryAfter(),
            page.page().look(),
            page.kept() != null);
    return pages.get(key, this::prepare).with(values(page));
  }

  /** A page with typed text that its user must confirm shows it, which takes the template. */
  private static boolean isPreparable(BusyPage page) {
    PageFrame frame = page.page();
    return frame.account() == null
        && frame.folders().isEmpty()
        && frame.notice() == null
        && (page.kept() == null || page.kept().proven());
  }

  private PreparedPage prepare(Key key) {
    PageFrame frame = new PageFrame(null, false, TOKEN, List.of(), "", null, key.look());
    KeptPost kept =
        key.post()
            ? new KeptPost(new PostForm(URL, List.of(FIELD)), key.words(), List.of(), true, "")
            : null;
    BusyPage page =
        new BusyPage(
            frame,
            key.words(),
            false,
            key.cause(),
            key.retryAfter(),
            key.post() ? null : URL,
            kept);
    return PreparedPage.of(
        templates.render(page, key.locale()),
        key.post() ? List.of(URL, TOKEN, INPUT) : List.of(URL));
  }

  private static Map<String, String> values(BusyPage page) {
    if (page.kept() == null) {
      return Map.of(URL, PreparedPage.escaped(page.url()));
    }
    PostForm form = page.kept().form();
    StringBuilder inputs = new StringBuilder();
    form.fields().forEach(field -> inputs.append(input(field)));
    return Map.of(
        URL, PreparedPage.escaped(form.action()),
        TOKEN, PreparedPage.escaped(page.page().csrf()),
        INPUT, inputs.toString());
  }

  /** Returns the element of a field as the templates write it. */
  private static String input(Field field) {
    return "<input type=\"hidden\" name=\"%s\" value=\"%s\">\n"
        .formatted(PreparedPage.escaped(field.name()), PreparedPage.escaped(field.value()));
  }
}
