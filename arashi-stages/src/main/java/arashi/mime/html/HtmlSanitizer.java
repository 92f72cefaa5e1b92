package arashi.mime.html;

import arashi.mime.limit.HtmlLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.text.TextCleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.owasp.html.AttributePolicy;
import org.owasp.html.CssSchema;
import org.owasp.html.Handler;
import org.owasp.html.HtmlChangeListener;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.HtmlStreamEventReceiver;
import org.owasp.html.HtmlStreamRenderer;
import org.owasp.html.PolicyFactory;

/**
 * HTML of a mail to HTML that may be shown in the sandboxed frame: an allow-list of elements,
 * attributes and CSS properties. No scripts, SVG, MathML, forms or style elements; nothing that is
 * fetched from elsewhere; links only to {@code http}, {@code https} and {@code mailto}, in a new
 * tab that learns nothing. Images are those attached to the mail ({@code cid:}) and small ones in
 * {@code data:} URLs.
 *
 * <pre>
 *  lexer ─► nesting ─► attributes ─► balancer ─► policy ─► images ─► renderer
 *              ▲  (limits before it)                 │ (output and work, counted)
 *              └──────────────── stop ───────────────┘
 * </pre>
 *
 * The output is serialised once, at the end of this row; edits after sanitising are how other web
 * mails were broken. Stateless; safe to share among threads. Time is linear in the input, which is
 * cut at {@value #MAX_CHARS} characters: {@link NestingFilter} sees to that. Should the balancer
 * multiply its input all the same, or the output pass its limit, or the budget end, the document
 * ends there.
 */
public final class HtmlSanitizer {
  private static final int MAX_CHARS = 1 << 20;
  private static final int MAX_DATA_CHARS = 256 << 10;
  private static final int MAX_ATTRIBUTES = 100;
  private static final int MAX_CSS_CHARS = 4 << 10;
  private static final int MAX_CSS_BRACKETS = 100;

  private static final Pattern LINK = Pattern.compile("(?i)(?:https?://|mailto:)[^\\p{Cntrl}]*");
  private static final Pattern DATA_IMAGE =
      Pattern.compile("(?i)data:image/(?:png|gif|jpeg|webp);base64,[a-z0-9+/=\\s]*+");
  private static final Pattern LENGTH =
      Pattern.compile("\\s*\\d{1,4}(?:\\.\\d{1,4})?(?:%|px)?\\s*");
  private static final Pattern COLOUR = Pattern.compile("#?[A-Za-z0-9]{1,30}");
  private static final Pattern WORD = Pattern.compile("[A-Za-z-]{1,20}");

  /** Attributes that fetch an image, counted when they are taken out. */
  private static final Set<String> IMAGE_ATTRIBUTES =
      Set.of("background", "srcset", "poster", "lowsrc", "dynsrc");

  private static final String ELEMENTS =
      "a abbr acronym address b big blockquote br caption center cite code col "
          + "colgroup dd del dfn dir div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins "
          + "kbd li menu ol p pre q s samp small span strike strong sub sup table tbody "
          + "td tfoot th thead tr tt u ul var wbr bdo bdi mark section article header "
          + "footer main figure figcaption";

  /** No position, z-index, opacity, content, cursor; {@code url()} is refused in all of them. */
  private static final String CSS_PROPERTIES =
      "background-color border border-bottom border-bottom-color "
          + "border-bottom-style border-bottom-width border-collapse border-color "
          + "border-left border-left-color border-left-style border-left-width "
          + "border-radius border-right border-right-color border-right-style "
          + "border-right-width border-spacing border-style border-top border-top-color "
          + "border-top-style border-top-width border-width clear color direction "
          + "display float font font-family font-size font-style font-variant "
          + "font-weight height letter-spacing line-height list-style-type margin "
          + "margin-bottom margin-left margin-right margin-top max-height max-width "
          + "min-height min-width padding padding-bottom padding-left padding-right "
          + "padding-top table-layout text-align text-decoration text-indent "
          + "text-transform vertical-align white-space width word-spacing word-wrap";

  private static final Set<String> ALLOWED = Set.of(ELEMENTS.split(" ", -1));

  private static final PolicyFactory POLICY = policy();

  private HtmlSanitizer() {}

  /**
   * Sanitises a body.
   *
   * @param html as it came
   * @param images the URL, of this service, of the image with a content id (without {@code cid:}
   *     and angle brackets); nothing when the mail has no such image
   */
  public static SanitizedHtml sanitize(String html, Function<String, Optional<String>> images) {
    return sanitize(html, images, HtmlLimits.DEFAULT, WorkBudget.unlimited());
  }

  /** The same within limits and a budget of work; what is beyond is left out. */
  public static SanitizedHtml sanitize(
      String html,
      Function<String, Optional<String>> images,
      HtmlLimits limits,
      WorkBudget budget) {
    String input = TextCleaner.cut(html, MAX_CHARS);
    StringBuilder out = new StringBuilder(input.length());
    var renderer = HtmlStreamRenderer.create(out, Handler.DO_NOTHING);
    NestingFilter[] nesting = new NestingFilter[1];
    OutputLimit limit =
        new OutputLimit(renderer, out, limits.maxOutputChars(), budget, () -> nesting[0].stop());
    ImageFilter filter = new ImageFilter(limit, images);
    org.owasp.html.HtmlSanitizer.sanitize(
        input,
        POLICY.apply(filter, new Removed(), filter),
        balancer -> {
          nesting[0] = new NestingFilter(new AttributeLimits(balancer), ALLOWED, limits, budget);
          return nesting[0];
        });
    boolean cut = nesting[0].isIncomplete() || input.length() < html.length();
    return new SanitizedHtml(out.toString(), filter.blocked, cut);
  }

  private static PolicyFactory policy() {
    return new HtmlPolicyBuilder()
        .allowElements(ELEMENTS.split(" ", -1))
        .allowElements(HtmlSanitizer::inNewTab, "a")
        .allowWithoutAttributes("span", "font")
        // judged one by one below: links by LINK, images by ImageFilter
        .allowUrlProtocols("http", "https", "mailto", "cid", "data")
        .allowAttributes("href")
        .matching(matching(LINK))
        .onElements("a")
        .requireRelsOnLinks("noopener", "noreferrer", "nofollow")
        .allowAttributes("src")
        .onElements("img")
        .allowAttributes("alt", "title", "lang")
        .globally()
        .allowAttributes("dir")
        .matching(true, "ltr", "rtl", "auto")
        .globally()
        .allowAttributes("align", "valign")
        .matching(WORD)
        .globally()
        .allowAttributes("width", "height", "border", "cellpadding", "cellspacing", "hspace")
        .matching(LENGTH)
        .onElements("img", "table", "td", "th", "tr", "col", "colgroup", "hr", "div", "p")
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
        // what PlainTextRenderer writes
        .allowAttributes("class")
        .matching(Pattern.compile("plain|q[1-3]|signature"))
        .onElements("div", "span")
        .allowStyling(CssSchema.withProperties(List.of(CSS_PROPERTIES.split(" ", -1))))
        .toFactory();
  }

  private static AttributePolicy matching(Pattern pattern) {
    return (element, attribute, value) ->
        pattern.matcher(value.strip()).matches() ? value.strip() : null;
  }

  private static String inNewTab(String element, List<String> attributes) {
    if (attributes.contains("href")) {
      attributes.add("target");
      attributes.add("_blank");
    }
    return element;
  }

  /** Hands every event on. */
  private abstract static class Passing implements HtmlStreamEventReceiver {
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

  /**
   * Stands before the policy, whose time is quadratic in the attributes of a tag and in the length
   * of its CSS, and whose CSS parser recurses into brackets.
   */
  private static final class AttributeLimits extends Passing {
    AttributeLimits(HtmlStreamEventReceiver out) {
      super(out);
    }

    @Override
    public void openTag(String element, List<String> attributes) {
      if (attributes.size() > 2 * MAX_ATTRIBUTES) {
        attributes.subList(2 * MAX_ATTRIBUTES, attributes.size()).clear();
      }
      for (var pair = attributes.listIterator(); pair.hasNext(); ) {
        String name = pair.next();
        String value = pair.next();
        if (value.length() > MAX_DATA_CHARS || (name.equals("style") && !isModest(value))) {
          pair.set("");
        }
      }
      super.openTag(element, attributes);
    }

    private static boolean isModest(String css) {
      return css.length() <= MAX_CSS_CHARS
          && css.chars().filter(c -> c == '(').count() <= MAX_CSS_BRACKETS;
    }
  }

  /** Stands before the renderer and ends the document when it is too large or too dear. */
  private static final class OutputLimit extends Passing {
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

  /** Decides what becomes of each image that the policy let through. */
  private static final class ImageFilter extends Passing {
    private final OutputLimit limit;
    private final Function<String, Optional<String>> images;
    private int blocked;

    ImageFilter(OutputLimit out, Function<String, Optional<String>> images) {
      super(out);
      this.limit = out;
      this.images = images;
    }

    @Override
    public void openTag(String element, List<String> attributes) {
      if (!element.equals("img")) {
        super.openTag(element, attributes);
        return;
      }
      List<String> kept = new ArrayList<>(attributes.size());
      for (int i = 0; i + 1 < attributes.size(); i += 2) {
        String value = attributes.get(i + 1);
        Optional<String> judged =
            attributes.get(i).equals("src") ? source(value.strip()) : Optional.of(value);
        if (judged.isPresent()) {
          kept.add(attributes.get(i));
          kept.add(judged.get());
        }
      }
      if (!kept.isEmpty()) {
        super.openTag(element, kept);
      }
    }

    private Optional<String> source(String url) {
      String start = url.substring(0, Math.min(5, url.length())).toLowerCase(Locale.ROOT);
      if (start.startsWith("cid:")) {
        Optional<String> own = images.apply(url.substring(4));
        own.ifPresent(address -> limit.doesNotCount(address.length()));
        return own;
      }
      if (start.equals("data:")) {
        boolean image = url.length() <= MAX_DATA_CHARS && DATA_IMAGE.matcher(url).matches();
        return image ? Optional.of(url) : Optional.empty();
      }
      if (!url.isEmpty()) {
        blocked++;
      }
      return Optional.empty();
    }
  }

  /** Counts images that the policy itself takes out. */
  private static final class Removed implements HtmlChangeListener<ImageFilter> {
    @Override
    public void discardedTag(ImageFilter filter, String element) {}

    @Override
    public void discardedAttributes(ImageFilter filter, String element, String... attributes) {
      for (String attribute : attributes) {
        if (IMAGE_ATTRIBUTES.contains(attribute)) {
          filter.blocked++;
        }
      }
    }
  }
}
