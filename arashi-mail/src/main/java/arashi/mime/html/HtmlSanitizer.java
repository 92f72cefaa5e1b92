package arashi.mime.html;

import arashi.mime.limit.HtmlLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.text.TextCleaner;
import java.util.List;
import java.util.regex.Pattern;
import org.owasp.html.Handler;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.HtmlStreamEventReceiver;
import org.owasp.html.HtmlStreamRenderer;
import org.owasp.html.PolicyFactory;

/**
 * Sanitizes the HTML of a mail for the sandboxed frame, by an allow-list of elements and
 * attributes, and of CSS by {@link StyleFilter}. The output has no scripts, SVG, MathML or forms,
 * and fetches nothing from other hosts. Links follow {@link LinkTargets} and open a new tab without
 * opener or referrer. Images are the mail's attachments, small {@code data:} URLs, and others that
 * {@link MailImages} maps to an address. Classes and ids are renamed ({@link Names}).
 *
 * <pre>
 *  lexer ─► DocumentReader: sheets, body, base
 *    │
 *    └───► mapping ─► nesting ─► attributes ─► balancer ─► policy ─► names ─► renderer
 *                        ▲  (limits before it)                │ (output and work, counted)
 *                        └──────────────── stop ──────────────┘
 * </pre>
 *
 * The renderer serialises the output once, and nothing edits it afterwards: such edits were how
 * other web mailers were broken. The chain from nesting on runs a second time if a text needs a
 * background ({@link Backdrops}). Stateless and thread-safe. Time is linear in the input, which is
 * cut at {@value #MAX_CHARS} characters, because {@link NestingFilter} removes the superlinear
 * cases. The document ends early if the balancer still multiplies its input, the output passes its
 * limit, or the budget ends.
 */
public final class HtmlSanitizer {
  private static final int MAX_CHARS = 1 << 20;

  private static final Pattern LENGTH = Pattern.compile("\\d{1,5}(?:\\.\\d{1,4})?%?");
  private static final Pattern COLOUR = Pattern.compile("#?[A-Za-z0-9]{1,30}");
  private static final Pattern WORD = Pattern.compile("[A-Za-z-]{1,20}");
  private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z0-9-]{1,35}");
  private static final Pattern DIRECTION = Pattern.compile("(?i)ltr|rtl|auto");

  /**
   * Name of style attributes on their way through the policy, which would filter {@code style} by
   * its own list. {@link ElementAttributes} drops attributes of this name from the mail.
   */
  static final String STYLE = "arashi-style";

  private static final PolicyFactory POLICY = policy();

  private HtmlSanitizer() {}

  /**
   * Sanitizes a body.
   *
   * @param html the HTML as received
   * @param images the images of the mail
   */
  public static SanitizedHtml sanitize(String html, MailImages images) {
    return sanitize(html, images, HtmlLimits.DEFAULT, WorkBudget.unlimited());
  }

  /** Sanitizes a body within limits and a work budget; the excess is left out. */
  public static SanitizedHtml sanitize(
      String html, MailImages images, HtmlLimits limits, WorkBudget budget) {
    String input = TextCleaner.cut(html, MAX_CHARS);
    Run run = new Run(input, images, limits, budget);
    String text = run.text();
    if (run.backdrops.again() && !run.cut) {
      run.sources.replay();
      String second = run.text();
      text = run.cut ? text : second; // the budget may end between the passes
    }
    boolean cut = run.cut || run.styles.isIncomplete() || input.length() < html.length();
    return new SanitizedHtml(text, run.frame(), run.sources.blocked(), cut);
  }

  private static final class Run {
    private final String input;
    private final HtmlLimits limits;
    private final WorkBudget budget;
    private final ImageSources sources;
    private final StyleFilter styles;
    private final StyleSheet sheet = new StyleSheet();
    private final DocumentReader document;
    private final BodyAttributes body;
    private final Backdrops backdrops = new Backdrops();
    private boolean coloured;
    private boolean cut;

    Run(String input, MailImages images, HtmlLimits limits, WorkBudget budget) {
      this.input = input;
      this.limits = limits;
      this.budget = budget;
      sources = new ImageSources(images);
      boolean quirks = Doctype.of(input).equals(Doctype.NONE);
      styles = new StyleFilter(limits, budget, sources::source, quirks);
      document = new DocumentReader(budget);
      org.owasp.html.HtmlSanitizer.sanitize(
          input,
          POLICY.apply(HtmlStreamRenderer.create(new StringBuilder(), Handler.DO_NOTHING)),
          policy -> document);
      sources.base(document.base());
      for (DocumentReader.Source source : document.sheets()) {
        styles.add(source.css(), source.media(), sheet);
      }
      body = new BodyAttributes(document, styles, sources, sheet);
    }

    String text() {
      StringBuilder out = new StringBuilder(input.length());
      var renderer = HtmlStreamRenderer.create(out, Handler.DO_NOTHING);
      NestingFilter[] nesting = new NestingFilter[1];
      OutputLimit limit =
          new OutputLimit(renderer, out, limits.maxOutputChars(), budget, () -> nesting[0].stop());
      body.open(backdrops);
      org.owasp.html.HtmlSanitizer.sanitize(
          input,
          POLICY.apply(new LastFilter(limit)),
          balancer -> {
            ElementAttributes attributes =
                new ElementAttributes(
                    balancer, styles, sources, sheet, backdrops, document.base(), limit);
            nesting[0] = new NestingFilter(attributes, styles::selects, limits, budget);
            return new ElementMapping(
                new Closing(nesting[0], () -> coloured |= attributes.isColoured()));
          });
      cut |= nesting[0].isIncomplete();
      return out.toString();
    }

    SanitizedHtml.Frame frame() {
      return new SanitizedHtml.Frame(
          Doctype.of(input),
          body.rules() + sheet.css,
          body.root(),
          body.body(),
          coloured || sheet.coloured || body.isColoured());
    }
  }

  private static PolicyFactory policy() {
    return new HtmlPolicyBuilder()
        .allowElements(ElementNames.ALLOWED.toArray(new String[0]))
        .allowElements(HtmlSanitizer::inNewTab, "a", "area")
        .allowWithoutAttributes("span", "font", "a", "label")
        // ElementAttributes has checked each link, image, style and name
        .allowUrlProtocols("http", "https", "mailto", "tel", "data")
        .allowAttributes("href")
        .matching(
            (element, attribute, value) ->
                LinkTargets.WITHIN.matcher(value).matches()
                        || ComposeLink.MADE.matcher(value).matches()
                        || LinkTargets.ELSEWHERE.matcher(value).matches()
                    ? value
                    : null)
        .onElements("a", "area")
        .requireRelsOnLinks("noopener", "noreferrer", "nofollow")
        .allowAttributes("src")
        .onElements("img")
        .allowAttributes("usemap")
        .matching(Pattern.compile("#" + Names.PREFIX + Names.ID))
        .onElements("img")
        .allowAttributes("name")
        .matching(Pattern.compile(Names.PREFIX + Names.ID))
        .onElements("map")
        .allowAttributes("shape")
        .matching(WORD)
        .onElements("area")
        .allowAttributes("coords")
        .matching(Pattern.compile("[\\d., %-]{1,1000}"))
        .onElements("area")
        .allowAttributes("alt", "title", "aria-label")
        .globally()
        .allowAttributes("lang")
        .matching(LANGUAGE)
        .globally()
        .allowAttributes("dir")
        .matching(DIRECTION)
        .globally()
        .allowAttributes("align", "valign", "role", "scope", "aria-hidden")
        .matching(WORD)
        .globally()
        .allowAttributes("clear")
        .matching(WORD)
        .onElements("br")
        .allowAttributes("hidden")
        .globally()
        .allowAttributes("open")
        .onElements("details", "dialog")
        .allowAttributes(
            "width", "height", "border", "cellpadding", "cellspacing", "hspace", "vspace")
        .matching(LENGTH)
        .onElements(
            "img",
            "table",
            "tbody",
            "thead",
            "tfoot",
            "td",
            "th",
            "tr",
            "col",
            "colgroup",
            "hr",
            "div",
            "p")
        .allowAttributes("frame", "rules")
        .matching(WORD)
        .onElements("table")
        .allowAttributes("nowrap", "noshade", "reversed")
        .onElements("td", "th", "hr", "ol")
        .allowAttributes("colspan", "rowspan", "span", "start", "value")
        .matching(Pattern.compile("[+-]?\\d{1,9}"))
        .onElements("td", "th", "col", "colgroup", "ol", "li")
        .allowAttributes("type")
        .matching(Pattern.compile("[1aAiI]|(?i:none|disc|circle|square)"))
        .onElements("ol", "ul", "li", "dir", "menu")
        .allowAttributes("bgcolor", "color", "bordercolor")
        .matching(COLOUR)
        .onElements("font", "table", "td", "th", "tr", "tbody", "thead", "tfoot", "hr")
        .allowAttributes("face")
        .matching(Pattern.compile("[\\p{L}\\p{N}\\s_,'\"-]{1,200}"))
        .onElements("font")
        .allowAttributes("size")
        .matching(Pattern.compile("[+-]?\\d{1,2}"))
        .onElements("font", "hr")
        .allowAttributes("id", "class", STYLE)
        .globally()
        .toFactory();
  }

  /**
   * True for a valid text attribute of {@code <html>} or {@code <body>}, such as direction or
   * language.
   */
  static boolean isTextAttribute(String name, String value) {
    return switch (name) {
      case "dir" -> DIRECTION.matcher(value).matches();
      case "lang" -> LANGUAGE.matcher(value).matches();
      default -> false;
    };
  }

  private static String inNewTab(String element, List<String> attributes) {
    int href = indexOfName("href", attributes);
    if (href >= 0 && !attributes.get(href + 1).startsWith("#")) {
      attributes.add("target");
      attributes.add("_blank");
    }
    if (element.equals("area")) { // the library adds it to "a" only
      attributes.add("rel");
      attributes.add("noopener noreferrer nofollow");
    }
    return element;
  }

  /** Searches names only, because a value may equal the name. */
  private static int indexOfName(String name, List<String> attributes) {
    for (int at = 0; at < attributes.size(); at += 2) { // few attributes remain here
      if (attributes.get(at).equals(name)) {
        return at;
      }
    }
    return -1;
  }

  /** Forwards every event. */
  abstract static class Passing implements HtmlStreamEventReceiver {
    private final HtmlStreamEventReceiver out;

    Passing(HtmlStreamEventReceiver out) {
      this.out = out;
    }

    @Override
    public void openDocument() {
      out.openDocument();
    }

    @Override
    public void closeDocument() {
      out.closeDocument();
    }

    @Override
    public void openTag(String element, List<String> attributes) {
      out.openTag(element, attributes);
    }

    @Override
    public void closeTag(String element) {
      out.closeTag(element);
    }

    @Override
    public void text(String text) {
      out.text(text);
    }
  }

  /** Runs an action at the end of the document. */
  private static final class Closing extends Passing {
    private final Runnable end;

    Closing(HtmlStreamEventReceiver out, Runnable end) {
      super(out);
      this.end = end;
    }

    @Override
    public void closeDocument() {
      super.closeDocument();
      end.run();
    }
  }

  /** Ends the document before the renderer when it exceeds the output limit or the work budget. */
  static final class OutputLimit extends Passing {
    private final StringBuilder rendered;
    private final WorkBudget budget;
    private final Runnable stop;
    private int maxChars;

    OutputLimit(
        HtmlStreamEventReceiver out,
        StringBuilder rendered,
        int maxChars,
        WorkBudget budget,
        Runnable stop) {
      super(out);
      this.rendered = rendered;
      this.maxChars = maxChars;
      this.budget = budget;
      this.stop = stop;
    }

    /** Raises the limit by {@code chars} of the mail's own images, which have a separate limit. */
    void doesNotCount(int chars) {
      maxChars += chars;
    }

    @Override
    public void openTag(String element, List<String> attributes) {
      super.openTag(element, attributes);
      check();
    }

    @Override
    public void closeTag(String element) {
      super.closeTag(element);
      check();
    }

    @Override
    public void text(String text) {
      super.text(text);
      check();
    }

    private void check() {
      if (rendered.length() > maxChars || !budget.allows(1)) {
        stop.run();
      }
    }
  }

  /** Renames styles back and drops images without a source. */
  private static final class LastFilter extends Passing {
    LastFilter(HtmlStreamEventReceiver out) {
      super(out);
    }

    @Override
    public void openTag(String element, List<String> attributes) {
      int style = indexOfName(STYLE, attributes);
      if (style >= 0) {
        attributes.set(style, "style");
      }
      if (!element.equals("img") || !attributes.isEmpty()) {
        super.openTag(element, attributes);
      }
    }
  }
}
