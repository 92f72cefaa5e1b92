package arashi.mime.html;

import arashi.mime.limit.HtmlLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.text.TextCleaner;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.owasp.html.Handler;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.HtmlStreamEventReceiver;
import org.owasp.html.HtmlStreamRenderer;
import org.owasp.html.PolicyFactory;

/**
 * HTML of a mail to HTML that may be shown in the sandboxed frame: an allow-list of elements and
 * attributes, and of CSS by {@link StyleFilter}. No scripts, SVG, MathML or forms; nothing that is
 * fetched from elsewhere; links by {@link LinkTargets}, in a new tab that learns nothing. Images
 * are those attached to the mail and small ones in {@code data:} URLs. Classes and ids get names of
 * their own ({@link Names}).
 *
 * <pre>
 *  lexer ─► DocumentReader: sheets, body, base
 *    │
 *    └───► nesting ─► attributes ─► balancer ─► policy ─► names ─► renderer
 *             ▲  (limits before it)                │ (output and work, counted)
 *             └──────────────── stop ──────────────┘
 * </pre>
 *
 * The output is serialised once, at the end of the last row; edits after sanitising are how other
 * web mails were broken. That row is gone through a second time if a text needs a ground ({@link
 * Backdrops}). Stateless; safe to share among threads. Time is linear in the input, which is cut at
 * {@value #MAX_CHARS} characters: {@link NestingFilter} sees to that. Should the balancer multiply
 * its input all the same, or the output pass its limit, or the budget end, the document ends there.
 */
public final class HtmlSanitizer {
  private static final int MAX_CHARS = 1 << 20;

  private static final Pattern LENGTH =
      Pattern.compile("\\s*\\d{1,4}(?:\\.\\d{1,4})?(?:%|px)?\\s*");
  private static final Pattern COLOUR = Pattern.compile("#?[A-Za-z0-9]{1,30}");
  private static final Pattern WORD = Pattern.compile("[A-Za-z-]{1,20}");
  private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z0-9-]{1,35}");
  private static final Pattern DIRECTION = Pattern.compile("(?i)ltr|rtl|auto");

  private static final String ELEMENTS =
      "a abbr acronym address b big blockquote br caption center cite code col "
          + "colgroup dd del dfn dir div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins "
          + "kbd li menu ol p pre q s samp small span strike strong sub sup table tbody "
          + "td tfoot th thead tr tt u ul var wbr bdo bdi mark section article header "
          + "footer main figure figcaption";

  /**
   * What a style is called on its way through the policy, which would judge one of the right name
   * by a list of its own. {@link ElementAttributes} drops what a mail calls so.
   */
  static final String STYLE = "arashi-style";

  private static final Set<String> ALLOWED = Set.of(ELEMENTS.split(" ", -1));

  private static final PolicyFactory POLICY = policy();

  private HtmlSanitizer() {}

  /**
   * Sanitises a body.
   *
   * @param html as it came
   * @param images those of the mail
   */
  public static SanitizedHtml sanitize(String html, MailImages images) {
    return sanitize(html, images, HtmlLimits.DEFAULT, WorkBudget.unlimited());
  }

  /** The same within limits and a budget of work; what is beyond is left out. */
  public static SanitizedHtml sanitize(
      String html, MailImages images, HtmlLimits limits, WorkBudget budget) {
    String input = TextCleaner.cut(html, MAX_CHARS);
    Run run = new Run(input, images, limits, budget);
    String text = run.text();
    if (run.backdrops.again() && !run.cut) {
      run.sources.replay();
      String second = run.text();
      text = run.cut ? text : second; // the budget may end in between
    }
    boolean cut = run.isCut() || input.length() < html.length();
    return new SanitizedHtml(text, run.frame(), run.sources.blocked(), cut);
  }

  /**
   * What the page around a body says of it.
   *
   * @param blockedImages images of elsewhere that are left out
   * @param cut true if the body is not shown whole
   */
  public record Summary(int blockedImages, boolean cut) {}

  /**
   * What {@link #sanitize} would say of a body, for less: it writes no text, and so does not go
   * through it again for {@link Backdrops}. The images are asked for alike.
   */
  public static Summary summarize(
      String html, MailImages images, HtmlLimits limits, WorkBudget budget) {
    String input = TextCleaner.cut(html, MAX_CHARS);
    Run run = new Run(input, images, limits, budget);
    run.text();
    return new Summary(run.sources.blocked(), run.isCut() || input.length() < html.length());
  }

  /** One mail on its way through. */
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
      styles = new StyleFilter(limits, budget, sources::source);
      document = new DocumentReader(budget);
      org.owasp.html.HtmlSanitizer.sanitize(
          input,
          POLICY.apply(HtmlStreamRenderer.create(new StringBuilder(), Handler.DO_NOTHING)),
          policy -> document);
      if (document.base() != null) {
        sources.hasBase();
      }
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
            nesting[0] = new NestingFilter(attributes, ALLOWED, limits, budget);
            return new Closing(nesting[0], () -> coloured |= attributes.isColoured());
          });
      cut |= nesting[0].isIncomplete();
      return out.toString();
    }

    boolean isCut() {
      return cut || styles.isIncomplete();
    }

    SanitizedHtml.Frame frame() {
      return new SanitizedHtml.Frame(
          body.rules() + sheet.css,
          body.root(),
          body.body(),
          coloured || sheet.coloured || body.isColoured());
    }
  }

  private static PolicyFactory policy() {
    return new HtmlPolicyBuilder()
        .allowElements(ELEMENTS.split(" ", -1))
        .allowElements(HtmlSanitizer::inNewTab, "a")
        .allowWithoutAttributes("span", "font", "a")
        // ElementAttributes has judged links, images, styles and names one by one
        .allowUrlProtocols("http", "https", "mailto", "tel", "data")
        .allowAttributes("href")
        .matching(
            (element, attribute, value) ->
                LinkTargets.WITHIN.matcher(value).matches()
                        || LinkTargets.ELSEWHERE.matcher(value).matches()
                    ? value
                    : null)
        .onElements("a")
        .requireRelsOnLinks("noopener", "noreferrer", "nofollow")
        .allowAttributes("src")
        .onElements("img")
        .allowAttributes("alt", "title")
        .globally()
        .allowAttributes("lang")
        .matching(LANGUAGE)
        .globally()
        .allowAttributes("dir")
        .matching(DIRECTION)
        .globally()
        .allowAttributes("align", "valign")
        .matching(WORD)
        .globally()
        .allowAttributes(
            "width", "height", "border", "cellpadding", "cellspacing", "hspace", "vspace")
        .matching(LENGTH)
        .onElements("img", "table", "td", "th", "tr", "col", "colgroup", "hr", "div", "p")
        .allowAttributes("nowrap", "noshade")
        .onElements("td", "th", "hr")
        .allowAttributes("colspan", "rowspan", "span", "start", "value")
        .matching(Pattern.compile("\\d{1,4}"))
        .onElements("td", "th", "col", "colgroup", "ol", "li")
        .allowAttributes("type")
        .matching(Pattern.compile("[1aAiI]|disc|circle|square"))
        .onElements("ol", "ul", "li")
        .allowAttributes("bgcolor", "color")
        .matching(COLOUR)
        .onElements("font", "table", "td", "th", "tr", "tbody", "thead", "tfoot", "hr")
        .allowAttributes("face")
        .matching(Pattern.compile("[\\w\\s,'-]{1,200}"))
        .onElements("font")
        .allowAttributes("size")
        .matching(Pattern.compile("[+-]?\\d{1,2}"))
        .onElements("font", "hr")
        .allowAttributes("id", "class", STYLE)
        .globally()
        .toFactory();
  }

  /** An attribute of {@code <html>} or {@code <body>} that says how text runs; else nothing. */
  static boolean isTextAttribute(String name, String value) {
    return switch (name) {
      case "dir" -> DIRECTION.matcher(value).matches();
      case "lang" -> LANGUAGE.matcher(value).matches();
      case "bgcolor", "text" -> COLOUR.matcher(value).matches();
      default -> false;
    };
  }

  private static String inNewTab(String element, List<String> attributes) {
    int href = indexOfName("href", attributes);
    if (href >= 0 && !attributes.get(href + 1).startsWith("#")) {
      attributes.add("target");
      attributes.add("_blank");
    }
    return element;
  }

  /** A value may read like the name. */
  private static int indexOfName(String name, List<String> attributes) {
    for (int at = 0; at < attributes.size(); at += 2) { // few are left here
      if (attributes.get(at).equals(name)) {
        return at;
      }
    }
    return -1;
  }

  /** Hands every event on. */
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

  /** Tells when the document ends. */
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

  /** Stands before the renderer and ends the document when it is too large or too dear. */
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

    /** The mail's own images have a limit of their own. */
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

  /** Gives styles their name back, and leaves out an image of which nothing is left. */
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
