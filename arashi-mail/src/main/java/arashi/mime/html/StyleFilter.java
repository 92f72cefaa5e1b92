package arashi.mime.html;

import arashi.mime.html.CssParser.Declaration;
import arashi.mime.html.CssParser.Item;
import arashi.mime.html.CssParser.Rule;
import arashi.mime.html.CssSelectors.Written;
import arashi.mime.html.CssToken.Kind;
import arashi.mime.limit.HtmlLimits;
import arashi.mime.limit.WorkBudget;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Sanitizes the CSS of a mail for its frame: it is parsed with the error recovery of browsers, each
 * token is judged, and new CSS is written. Only listed properties, functions, selectors and
 * conditions remain; of at-rules, those that group rules. The output fetches nothing: an image of
 * the mail becomes a {@code data:} URL, any other {@code none}. Names of variables and layers get
 * the prefix of {@link Names}, so that none collides with those of the page.
 *
 * <p>Limits: size, nesting of brackets, rules and the budget. For one mail on one thread.
 */
final class StyleFilter {
  private static final int MAX_DECLARATION_CHARS = ImageSources.MAX_DATA_CHARS;
  private static final int MAX_REMEMBERED = 2_000;
  private static final int MAX_REMEMBERED_CHARS = 2_000;
  private static final int MAX_ELEMENT_NAMES = 100;
  private static final int CHARS_PER_STEP = 16;

  private static final Pattern LAYERS =
      Pattern.compile("[A-Za-z_][\\w-]{0,60}(?:\\.[A-Za-z_][\\w-]{0,60}){0,8}");

  /** Embedded fonts and images. Removing them saves the rest of a sheet that is too long. */
  private static final Pattern LONG_DATA = Pattern.compile("(?i)base64,[a-z0-9+/=]{1900,}+");

  private static final Written NO_SUBJECTS = new Written("", Set.of(), Set.of());

  private final HtmlLimits limits;
  private final WorkBudget budget;
  private final Function<String, Optional<String>> images;
  private final boolean quirks;
  private final CssVariables variables = new CssVariables();
  private final Map<String, Declarations> remembered = new HashMap<>();
  private final Set<String> elements = new HashSet<>();

  private int sheetChars;
  private int rulesLeft;
  private int writtenChars;
  private boolean stopped;
  private boolean incomplete;

  /** {@code images} maps an image reference to the address that shows it, or empty. */
  StyleFilter(HtmlLimits limits, WorkBudget budget, Function<String, Optional<String>> images) {
    this(limits, budget, images, false);
  }

  /** {@code quirks} is true for a mail that browsers read in quirks mode. */
  StyleFilter(
      HtmlLimits limits,
      WorkBudget budget,
      Function<String, Optional<String>> images,
      boolean quirks) {
    this.limits = limits;
    this.budget = budget;
    this.images = images;
    this.quirks = quirks;
    this.rulesLeft = limits.maxStyleRules();
  }

  boolean isIncomplete() {
    return incomplete;
  }

  /** True if a rule selects elements of a name that is not written (see {@link ElementNames}). */
  boolean selects(String element) {
    return elements.contains(element);
  }

  /**
   * Rewritten declarations.
   *
   * @param css for a {@code style} attribute or a rule; possibly empty
   * @param coloured whether they set a text or background colour
   * @param colour text colour, if set
   * @param ground background colour, if set
   * @param lost whether a background was removed without a replacement colour
   */
  record Declarations(
      String css, boolean coloured, OptionalInt colour, OptionalInt ground, boolean lost) {
    static final Declarations NONE =
        new Declarations("", false, OptionalInt.empty(), OptionalInt.empty(), false);

    /** What counts for elements of which the declarations apply to some. */
    Declarations loose() {
      return new Declarations("", coloured, colour, OptionalInt.empty(), lost);
    }

    /** The colours that count if a condition, such as the width, decides on the declarations. */
    Declarations onCondition() {
      return new Declarations("", coloured, OptionalInt.empty(), OptionalInt.empty(), lost);
    }
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
    Optional<List<CssToken>> tokens = tokens(css, MAX_DECLARATION_CHARS);
    if (tokens.isEmpty()) {
      return Declarations.NONE;
    }
    CssBlock block = new CssBlock(images, variables, false, quirks);
    for (Item item : CssParser.attribute(tokens.get())) {
      if (item instanceof Declaration one && mayGoOn()) {
        block.declare(one);
      }
    }
    Declarations declarations = block.end();
    // each use of an image address counts, so it is not cached
    boolean small = css.length() <= MAX_REMEMBERED_CHARS && remembered.size() < MAX_REMEMBERED;
    if (small && !block.hasOwnImage()) {
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
    boolean isLong = sheetChars + css.length() > limits.maxStyleChars();
    String lean = isLong ? LONG_DATA.matcher(css).replaceAll("base64,-") : css;
    sheetChars += lean.length() + media.length();
    Optional<List<CssToken>> tokens =
        tokens(lean, limits.maxStyleChars() - sheetChars + lean.length());
    Optional<String> query = CssConditions.media(CssTokenizer.read(media).tokens());
    if (tokens.isEmpty() || query.isEmpty()) {
      return;
    }
    List<Item> items = CssParser.sheet(tokens.get());
    define(items);
    Level all = new Level(sheet, null, NO_SUBJECTS, !media.isBlank());
    String rules = all.rules(items);
    sheet.css.append(media.isBlank() ? rules : group("@media " + query.get(), rules));
  }

  private Optional<List<CssToken>> tokens(String css, int maxChars) {
    if (css.length() > maxChars || !budget.allows(1 + css.length() / CHARS_PER_STEP)) {
      incomplete = true;
      return Optional.empty();
    }
    CssTokenizer.Result read = CssTokenizer.read(css);
    incomplete |= !read.complete();
    return Optional.of(read.tokens());
  }

  /** Learns the variables of a sheet first: rules may refer to those of later rules. */
  private void define(List<Item> items) {
    CssBlock unused = new CssBlock(url -> Optional.empty(), variables, true, quirks);
    for (Item item : items) {
      if (item instanceof Rule rule && rule.block().isPresent() && rule.name().isEmpty()) {
        for (Item inner : CssParser.block(rule.block().get())) {
          if (inner instanceof Declaration one && one.isCustom() && mayGoOn()) {
            unused.declare(one);
          }
        }
      }
    }
  }

  private boolean mayGoOn() {
    stopped |= !budget.allows(1);
    incomplete |= stopped;
    return !stopped;
  }

  private static String group(String head, String rules) {
    return rules.isEmpty() ? "" : head + "{" + rules + "}\n";
  }

  /** Writes the rules of a sheet, or of a block in it. */
  private final class Level {
    private final StyleSheet sheet;
    private final CssBlock block;
    private final Written subjects;
    private final boolean conditional;
    private final StringBuilder out = new StringBuilder();

    /**
     * Creates a level.
     *
     * @param block the rule with selectors around it; null outside of rules
     * @param subjects that rule's selectors
     * @param conditional whether a condition decides on it
     */
    Level(StyleSheet sheet, CssBlock block, Written subjects, boolean conditional) {
      this.sheet = sheet;
      this.block = block;
      this.subjects = subjects;
      this.conditional = conditional;
    }

    /** Returns the written rules; declarations are written to the block. */
    String rules(List<Item> items) {
      for (Item item : items) {
        if (!mayGoOn()) {
          break;
        }
        if (item instanceof Declaration one) {
          if (block != null) {
            block.declare(one);
          }
        } else if (item instanceof Rule rule) {
          String written = rule.name().isEmpty() ? style(rule) : at(rule);
          if (block != null && !written.isEmpty()) {
            block.append(written.strip());
          } else {
            out.append(written);
          }
        }
      }
      return out.toString();
    }

    private String style(Rule rule) {
      if (--rulesLeft < 0) {
        incomplete = true;
        return "";
      }
      Optional<Written> selectors = CssSelectors.write(rule.prelude(), block != null, this::learn);
      if (selectors.isEmpty()) {
        return "";
      }
      return within(selectors.get().css(), rule, selectors.get(), conditional);
    }

    private void learn(String element) {
      if (elements.size() < MAX_ELEMENT_NAMES) {
        elements.add(element);
      }
    }

    /** Writes a rule with declarations under its selectors or, in a rule, its condition. */
    private String within(String head, Rule rule, Written subjects, boolean onCondition) {
      CssBlock own = new CssBlock(images, variables, true, quirks);
      Level inner = new Level(sheet, own, subjects, onCondition);
      inner.rules(CssParser.block(rule.block().get()));
      Declarations said = own.end();
      sheet.coloured |= said.coloured();
      Declarations known = onCondition ? said.onCondition() : said;
      subjects.keys().forEach(key -> sheet.put(key, known));
      subjects.looseKeys().forEach(key -> sheet.put(key, known.loose()));
      writtenChars += head.length() + said.css().length();
      if (writtenChars > 2 * limits.maxStyleChars()) {
        incomplete = true;
        return "";
      }
      return group(head, said.css());
    }

    private String at(Rule rule) {
      List<CssToken> prelude = rule.prelude();
      return switch (rule.name()) {
        case "media" -> grouping(rule, CssConditions.media(prelude), !isOfScreen(prelude));
        case "supports" -> grouping(rule, CssConditions.supports(prelude), false);
        case "container" -> grouping(rule, CssConditions.container(prelude), true);
        case "layer" -> layer(rule);
        case "property" -> property(rule);
        default -> "";
      };
    }

    private boolean isOfScreen(List<CssToken> prelude) {
      return prelude.size() == 1
          && (prelude.get(0).isWord("screen") || prelude.get(0).isWord("all"));
    }

    private String grouping(Rule rule, Optional<String> condition, boolean decides) {
      if (condition.isEmpty() || rule.block().isEmpty()) {
        return "";
      }
      String head = "@" + rule.name() + " " + condition.get();
      boolean onCondition = conditional || decides;
      if (block != null) {
        return within(head, rule, subjects, onCondition);
      }
      Level inner = new Level(sheet, null, subjects, onCondition);
      return group(head, inner.rules(CssParser.group(rule.block().get())));
    }

    private String layer(Rule rule) {
      StringBuilder names = new StringBuilder();
      for (List<CssToken> name : CssToken.atCommas(rule.prelude())) {
        StringBuilder text = new StringBuilder();
        boolean named = name.stream().allMatch(token -> token.is(Kind.IDENT) || token.is('.'));
        name.forEach(token -> text.append(token.text()));
        if (named && LAYERS.matcher(text).matches()) {
          names.append(names.length() == 0 ? " " : ",").append(Names.PREFIX).append(text);
        } else if (!rule.prelude().isEmpty()) {
          return "";
        }
      }
      if (rule.block().isPresent()) {
        return grouping(rule, Optional.of(names.toString().strip()), false);
      }
      return names.length() == 0 || block != null ? "" : "@layer" + names + ";\n";
    }

    /** Writes the initial value of a registered variable as its value on the root. */
    private String property(Rule rule) {
      if (rule.block().isEmpty() || rule.prelude().size() != 1 || block != null) {
        return "";
      }
      CssBlock root = new CssBlock(images, variables, true, false);
      for (Item item : CssParser.block(rule.block().get())) {
        if (item instanceof Declaration one && one.name().equalsIgnoreCase("initial-value")) {
          Declaration named = new Declaration(rule.prelude().get(0).text(), one.value(), false);
          if (named.isCustom()) {
            root.declare(named);
          }
        }
      }
      return group(":where(:root)", root.end().css());
    }
  }
}
