package arashi.mime.html;

import arashi.mime.limit.HtmlLimits;
import arashi.mime.limit.WorkBudget;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.htmlunit.cssparser.dom.Property;
import org.htmlunit.cssparser.parser.CSSParseException;
import org.htmlunit.cssparser.parser.HandlerBase;
import org.htmlunit.cssparser.parser.InputSource;
import org.htmlunit.cssparser.parser.LexicalUnit;
import org.htmlunit.cssparser.parser.Locator;
import org.htmlunit.cssparser.parser.javacc.CSS3Parser;
import org.htmlunit.cssparser.parser.media.MediaQuery;
import org.htmlunit.cssparser.parser.media.MediaQueryList;
import org.htmlunit.cssparser.parser.selector.Selector;
import org.htmlunit.cssparser.parser.selector.SelectorList;

/**
 * Sanitizes the CSS of a mail for its frame: a library parses it, and the filter judges each token
 * and writes new CSS. Only listed properties, functions, selectors and media features remain; of
 * at-rules, only {@code @media}. The output fetches nothing: an image of the mail becomes a {@code
 * data:} URL, any other {@code none}.
 *
 * <p>Limits before parsing: size, nesting of brackets, and token length, in which the parser is
 * quadratic. Limits while parsing: rules, errors and the budget. For one mail on one thread.
 */
final class StyleFilter {
  private static final int MAX_DECLARATION_CHARS = 4 << 10;
  private static final int MAX_NESTING = 32;
  private static final int MAX_TOKEN = 2_000;
  private static final int MAX_ERRORS = 200;
  private static final int MAX_REMEMBERED = 2_000;

  /** The parser takes some microseconds per character. */
  private static final int STEPS_PER_CHAR = 4;

  /** Excludes animation, filters and cursors; positions are judged by their values. */
  private static final Set<String> PROPERTIES =
      words(
          "align-content align-items align-self aspect-ratio background background-attachment"
              + " background-clip background-color background-image background-origin"
              + " background-position background-repeat background-size border border-block"
              + " border-bottom border-bottom-color border-bottom-left-radius"
              + " border-bottom-right-radius border-bottom-style border-bottom-width"
              + " border-collapse border-color border-inline border-left border-left-color"
              + " border-left-style border-left-width border-radius border-right"
              + " border-right-color border-right-style border-right-width border-spacing"
              + " border-style border-top border-top-color border-top-left-radius"
              + " border-top-right-radius border-top-style border-top-width border-width bottom"
              + " box-shadow box-sizing caption-side clear clip color column-count column-gap"
              + " column-width columns content direction display empty-cells flex flex-basis"
              + " flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family"
              + " font-size font-size-adjust font-stretch font-style font-variant font-weight gap"
              + " grid grid-area grid-column grid-row grid-template grid-template-columns"
              + " grid-template-rows height hyphens inset-inline-start justify-content"
              + " justify-items justify-self left letter-spacing line-break line-height"
              + " list-style list-style-position list-style-type margin margin-block"
              + " margin-bottom margin-inline margin-inline-end margin-inline-start margin-left"
              + " margin-right margin-top max-height max-width min-height min-width object-fit"
              + " object-position opacity order outline outline-color outline-style outline-width"
              + " overflow overflow-wrap overflow-x overflow-y padding padding-block"
              + " padding-bottom padding-inline padding-inline-end padding-inline-start"
              + " padding-left padding-right padding-top position quotes right row-gap tab-size"
              + " table-layout text-align text-align-last text-decoration text-decoration-color"
              + " text-decoration-line text-decoration-style text-indent text-overflow"
              + " text-shadow text-transform text-underline-offset top unicode-bidi"
              + " vertical-align visibility white-space width word-break word-spacing word-wrap"
              + " writing-mode z-index");

  private static final Set<String> POSITIONS = words("static relative absolute");

  private static final Set<String> WIDTHS = words("width min-width");

  private static final Set<String> BACKGROUNDS =
      words("background background-color background-image");

  /** Excludes {@code prefers-color-scheme}: a mail with colours is shown on a light background. */
  private static final Pattern FEATURE =
      Pattern.compile(
          "(?:(?:min|max)-)?(?:(?:device-)?(?:width|height|aspect-ratio)|resolution)|orientation"
              + "|-webkit-(?:min-|max-)?device-pixel-ratio|hover|pointer");

  private static final Pattern MEDIUM = Pattern.compile("all|screen|print|tv|handheld|speech");
  private static final Pattern FEATURE_VALUE =
      Pattern.compile("[0-9.]{1,10}(?: ?/ ?[0-9.]{1,10})?[a-z]{0,4}|[a-z-]{1,20}");

  /**
   * Embedded fonts and images whose token is too long for the parser. Removing them saves the rest
   * of the sheet.
   */
  private static final Pattern LONG_DATA =
      Pattern.compile("(?i)base64,[a-z0-9+/=]{" + (MAX_TOKEN - 100) + ",}+");

  private final CSS3Parser parser = new CSS3Parser();
  private final HtmlLimits limits;
  private final WorkBudget budget;
  private final Function<String, Optional<String>> images;
  private final Map<String, Declarations> remembered = new HashMap<>();

  private int sheetChars;
  private int rulesLeft;
  private boolean incomplete;

  /** {@code images} maps an image reference to the address that shows it, or empty. */
  StyleFilter(HtmlLimits limits, WorkBudget budget, Function<String, Optional<String>> images) {
    this.limits = limits;
    this.budget = budget;
    this.images = images;
    this.rulesLeft = limits.maxStyleRules();
  }

  boolean isIncomplete() {
    return incomplete;
  }

  /**
   * Rewritten declarations.
   *
   * @param css for a {@code style} attribute or a rule; possibly empty
   * @param coloured whether they set a text or background colour
   * @param colour text colour, if set
   * @param ground background colour, if set
   * @param lost whether a background image was removed without a replacement colour
   */
  record Declarations(
      String css, boolean coloured, OptionalInt colour, OptionalInt ground, boolean lost) {
    static final Declarations NONE =
        new Declarations("", false, OptionalInt.empty(), OptionalInt.empty(), false);
  }

  /** Rewrites the declarations of a {@code style} attribute. */
  Declarations declarations(String css) {
    if (css.isBlank()) {
      return Declarations.NONE;
    }
    Declarations known = remembered.get(css);
    if (known != null) {
      return known;
    }
    if (!goesOn(css, MAX_DECLARATION_CHARS)) {
      incomplete = true;
      return Declarations.NONE;
    }
    Writer writer = new Writer(null);
    writer.parse(() -> parser.parseStyleDeclaration(source(css)));
    Declarations declarations = writer.block.end();
    // each use of an image address counts, so it is not cached
    if (remembered.size() < MAX_REMEMBERED && !writer.block.ownImage) {
      remembered.put(css, declarations);
    }
    return declarations;
  }

  /**
   * Adds the content of {@code <style>} to a sheet.
   *
   * @param media {@code media} attribute of the element, or empty
   */
  void add(String css, String media, StyleSheet sheet) {
    if (css.isBlank()) {
      return;
    }
    String lean = LONG_DATA.matcher(css).replaceAll("base64,-");
    String all = media.isBlank() ? lean : within(media, lean);
    sheetChars += all.length();
    if (sheetChars > limits.maxStyleChars() || !goesOn(all, limits.maxStyleChars())) {
      incomplete = true;
      return;
    }
    Writer writer = new Writer(sheet);
    writer.parse(() -> parser.parseStyleSheet(source(all)));
  }

  /**
   * Wraps rules in their media condition, without HTML comment markers, which CSS allows in a sheet
   * but not in a block.
   */
  private static String within(String media, String css) {
    String rules = css.replace("<!--", "").replace("-->", "");
    return "@media " + media.replaceAll("[{};]", "") + "{" + rules + "\n}";
  }

  private boolean goesOn(String css, int maxChars) {
    return css.length() <= maxChars
        && isModest(css)
        && budget.allows((long) css.length() * STEPS_PER_CHAR);
  }

  private static InputSource source(String css) {
    return new InputSource(new StringReader(css));
  }

  /**
   * True if the parser will neither recurse deeply nor look far ahead. Strings count like other
   * text.
   */
  static boolean isModest(String css) {
    int depth = 0;
    int token = 0;
    for (int i = 0; i < css.length(); i++) {
      char c = css.charAt(i);
      token++;
      switch (c) {
        case '{', '(', '[' -> depth++;
        case '}', ')', ']' -> depth = Math.max(0, depth - 1);
        case ' ', '\n', '\r', '\t', ';', ':', ',', '.', '#', '>' -> token = 0;
        default -> {}
      }
      if (depth > MAX_NESTING || token > MAX_TOKEN) {
        return false;
      }
    }
    return true;
  }

  private static Set<String> words(String words) {
    return Set.of(words.split(" ", -1));
  }

  /** Rewrites the first condition of each feature that is allowed; empty if none is. */
  private static Optional<String> query(MediaQueryList queries) {
    List<String> written = new ArrayList<>();
    for (MediaQuery query : queries.getMediaQueries()) {
      query(query).ifPresent(written::add);
    }
    return written.isEmpty() ? Optional.empty() : Optional.of(String.join(",", written));
  }

  private static Optional<String> query(MediaQuery query) {
    String medium = query.getMedia() == null ? "all" : query.getMedia().toLowerCase(Locale.ROOT);
    if (!MEDIUM.matcher(medium).matches()) {
      return Optional.empty();
    }
    StringBuilder out = new StringBuilder();
    out.append(query.isNot() ? "not " : query.isOnly() ? "only " : "").append(medium);
    for (Property feature : query.getProperties()) {
      String name = feature.getName().toLowerCase(Locale.ROOT);
      String value = feature.getValue() == null ? "" : feature.getValue().getCssText();
      value = value.toLowerCase(Locale.ROOT).strip();
      boolean known = value.isEmpty() || FEATURE_VALUE.matcher(value).matches();
      if (!known || !FEATURE.matcher(name).matches()) {
        return Optional.empty();
      }
      out.append(" and (").append(name).append(value.isEmpty() ? "" : ":" + value).append(')');
    }
    return Optional.of(out.toString());
  }

  /** Stops the parser; the rules read so far count. */
  private static final class Stop extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stop() {
      super(null, null, false, false);
    }
  }

  private interface Parsing {
    void run() throws IOException;
  }

  /** Collects the declarations of one rule. */
  private final class Block {
    private final StringBuilder css = new StringBuilder();
    private final boolean strings;
    private OptionalInt colour = OptionalInt.empty();
    private OptionalInt ground = OptionalInt.empty();
    private boolean coloured;
    private boolean lost;
    private boolean ownImage;

    Block(boolean strings) {
      this.strings = strings;
    }

    void declare(String name, LexicalUnit value, boolean important) {
      CssValues values = new CssValues(images, strings);
      Optional<String> text = value == null ? Optional.empty() : values.write(value);
      boolean own = name.equals("content") && !strings;
      if (text.isEmpty() || own || !isAllowed(name, value)) {
        return;
      }
      String written = WIDTHS.contains(name) ? CssValues.width(value, text.get()) : text.get();
      css.append(css.length() == 0 ? "" : ";").append(name).append(':').append(written);
      css.append(important ? " !important" : "");
      ownImage |= values.ownImage();
      if (name.equals("color")) {
        OptionalInt said = colour(value);
        colour = said.isPresent() ? said : colour;
        coloured |= isColour(value);
      } else if (BACKGROUNDS.contains(name)) {
        OptionalInt said = colour(value);
        boolean gradient = written.contains("gradient(");
        ground = said.isPresent() ? said : ground;
        lost = (lost && !gradient) || values.lostImage();
        coloured |= isColour(value) || gradient || values.lostImage() || values.ownImage();
      }
    }

    private boolean isAllowed(String name, LexicalUnit value) {
      return !name.equals("position") || POSITIONS.contains(word(value));
    }

    private String word(LexicalUnit value) {
      String word = value.getStringValue();
      return word == null || value.getNextLexicalUnit() != null
          ? ""
          : word.toLowerCase(Locale.ROOT);
    }

    private OptionalInt colour(LexicalUnit value) {
      OptionalInt last = OptionalInt.empty();
      for (LexicalUnit at = value; at != null; at = at.getNextLexicalUnit()) {
        OptionalInt here = Colours.of(at);
        last = here.isPresent() ? here : last;
      }
      return last;
    }

    /** True for any colour, even one that cannot be computed here. */
    private boolean isColour(LexicalUnit value) {
      for (LexicalUnit at = value; at != null; at = at.getNextLexicalUnit()) {
        switch (at.getLexicalUnitType()) {
          case RGBCOLOR, HSLCOLOR, HWBCOLOR, LABCOLOR, LCHCOLOR, FUNCTION -> {
            return true;
          }
          default -> {
            if (Colours.of(at).isPresent()) {
              return true;
            }
          }
        }
      }
      return false;
    }

    Declarations end() {
      boolean bare = lost && ground.isEmpty();
      return new Declarations(css.toString(), coloured, colour, ground, bare);
    }
  }

  /**
   * Judges the parser's events. {@code sheet} receives the rules; it is null for a style attribute.
   */
  private final class Writer extends HandlerBase {
    private final StyleSheet sheet;
    private Block block = new Block(false);
    private Optional<String> selectors = Optional.empty();
    private final Set<String> keys = new HashSet<>();
    private int errors;
    private int media;
    private int dropped;

    Writer(StyleSheet sheet) {
      this.sheet = sheet;
    }

    void parse(Parsing parsing) {
      parser.setDocumentHandler(this);
      parser.setErrorHandler(this);
      try {
        parsing.run();
      } catch (StackOverflowError | RuntimeException e) {
        // Stop, or any failure of the parser; the rules before it count
        incomplete = true;
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
      for (; media > 0; media--) {
        sheet.css.append('}');
      }
    }

    @Override
    public void startMedia(MediaQueryList queries, Locator where) {
      if (media + dropped >= MAX_NESTING) {
        throw new Stop(); // brackets that isModest counts may be inside a string
      }
      Optional<String> query = dropped > 0 ? Optional.empty() : query(queries);
      if (query.isEmpty()) {
        dropped++;
      } else {
        media++;
        sheet.css.append("@media ").append(query.get()).append('{');
      }
    }

    @Override
    public void endMedia(MediaQueryList queries) {
      if (dropped > 0) {
        dropped--;
      } else if (media > 0) {
        media--;
        sheet.css.append("}\n");
      }
    }

    @Override
    public void startSelector(SelectorList list, Locator where) {
      if (--rulesLeft < 0 || sheet.css.length() > 2 * limits.maxStyleChars()) {
        throw new Stop();
      }
      spend();
      selectors = dropped > 0 ? Optional.empty() : CssSelectors.write(list);
      block = new Block(true);
      keys.clear();
      if (media == 0) {
        for (Selector one : list) {
          CssSelectors.key(one).ifPresent(keys::add);
        }
      }
    }

    @Override
    public void endSelector(SelectorList list) {
      Declarations rule = block.end();
      if (selectors.isPresent() && !rule.css().isEmpty()) {
        sheet.css.append(selectors.get()).append('{').append(rule.css()).append("}\n");
        sheet.coloured |= rule.coloured();
        keys.forEach(key -> sheet.put(key, rule));
      }
      selectors = Optional.empty();
    }

    @Override
    public void property(String name, LexicalUnit value, boolean important, Locator where) {
      String lower = name.toLowerCase(Locale.ROOT);
      spend();
      if (PROPERTIES.contains(lower) && (sheet == null || selectors.isPresent())) {
        block.declare(lower, value, important);
      }
    }

    private void spend() {
      if (!budget.allows(1)) {
        throw new Stop();
      }
    }

    @Override
    public void error(CSSParseException e) {
      if (++errors > MAX_ERRORS) {
        throw new Stop();
      }
      spend();
    }

    @Override
    public void warning(CSSParseException e) {}

    @Override
    public void fatalError(CSSParseException e) {
      error(e);
    }
  }
}
