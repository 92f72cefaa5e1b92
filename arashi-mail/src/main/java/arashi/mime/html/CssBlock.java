package arashi.mime.html;

import arashi.mime.html.CssParser.Declaration;
import arashi.mime.html.CssToken.Kind;
import arashi.mime.html.StyleFilter.Declarations;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/**
 * Writes the declarations of one rule or {@code style} attribute, and notes which colours they set.
 * For one block on one thread.
 */
final class CssBlock {
  private static final Set<String> POSITIONS = Set.of("static", "relative", "absolute");
  private static final Set<String> ANIMATIONS =
      Set.of("animation", "animation-name", "-webkit-animation", "-webkit-animation-name");
  private static final Set<String> WIDTHS = Set.of("width", "min-width");

  private final StringBuilder css = new StringBuilder();
  private final Function<String, Optional<String>> images;
  private final CssVariables variables;
  private final boolean inSheet;
  private final boolean quirks;
  private OptionalInt colour = OptionalInt.empty();
  private OptionalInt ground = OptionalInt.empty();
  private boolean filled;
  private boolean coloured;
  private boolean lost;
  private boolean ownImage;
  private boolean animated;
  private boolean transparent;
  private boolean invisible;

  /**
   * Creates an empty block.
   *
   * @param images maps an image reference to its address; empty removes the image
   * @param inSheet whether strings may hold any character, and {@code content} is allowed
   * @param quirks whether values are read as in quirks mode
   */
  CssBlock(
      Function<String, Optional<String>> images,
      CssVariables variables,
      boolean inSheet,
      boolean quirks) {
    this.images = images;
    this.variables = variables;
    this.inSheet = inSheet;
    this.quirks = quirks;
  }

  /** True if the block shows an image of the mail. */
  boolean hasOwnImage() {
    return ownImage;
  }

  boolean isEmpty() {
    return css.length() == 0;
  }

  /** Appends what is written already, such as a nested rule. */
  void append(String written) {
    separate();
    css.append(written);
  }

  private void separate() {
    int length = css.length();
    css.append(length == 0 || css.charAt(length - 1) == '}' ? "" : ";");
  }

  /** Writes a declaration; leaves out what is not allowed. */
  void declare(Declaration declaration) {
    if (declaration.isCustom()) {
      custom(declaration);
      return;
    }
    String name = declaration.name().toLowerCase(Locale.ROOT);
    List<CssToken> value = declaration.value();
    noteHiding(name, value);
    if (!CssProperties.isAllowed(name) || value.isEmpty() || (name.equals("content") && !inSheet)) {
      return;
    }
    CssValues values = new CssValues(images, variables, inSheet);
    if (quirks) {
      values.quirks(CssProperties.isQuirkyLength(name), CssProperties.isQuirkyColour(name));
    }
    Optional<String> text = values.write(value);
    boolean allowed = text.isPresent() && isAllowed(name, value);
    if (allowed) {
      String written = WIDTHS.contains(name) ? CssValues.width(value, text.get()) : text.get();
      separate();
      css.append(name).append(':').append(written);
      css.append(declaration.important() ? " !important" : "");
      ownImage |= values.ownImage();
    }
    if (CssProperties.isTextColour(name) && allowed) {
      textColour(name, value);
    } else if (CssProperties.isBackground(name)) {
      background(variables.resolve(value), allowed, values.lostImage());
    }
  }

  /** Notes text that only an animation makes visible. */
  private void noteHiding(String name, List<CssToken> value) {
    CssToken first = value.isEmpty() ? new CssToken(Kind.BAD, "") : value.get(0);
    if (ANIMATIONS.contains(name)) {
      animated = value.stream().noneMatch(token -> token.isWord("none"));
    } else if (name.equals("opacity")) {
      transparent = first.is(Kind.NUMBER) && first.number() == 0;
    } else if (name.equals("visibility")) {
      invisible = first.isWord("hidden");
    }
  }

  /** Writes a custom property; an empty value is valid. */
  private void custom(Declaration declaration) {
    CssValues values = new CssValues(images, variables, inSheet);
    List<CssToken> value = declaration.value();
    Optional<String> text = value.isEmpty() ? Optional.of(" ") : values.write(value);
    Optional<String> name = CssValues.variable(declaration.name());
    boolean position = value.stream().anyMatch(t -> t.isWord("fixed") || t.isWord("sticky"));
    if (text.isEmpty() || name.isEmpty() || position) {
      variables.refuse(declaration.name());
      return;
    }
    variables.define(declaration.name(), value, values.lostImage());
    separate();
    css.append(name.get()).append(':').append(text.get());
    css.append(declaration.important() ? " !important" : "");
    ownImage |= values.ownImage();
  }

  /** A variable may hold any position, so it is not allowed. */
  private static boolean isAllowed(String name, List<CssToken> value) {
    return !name.equals("position")
        || (value.size() == 1 && POSITIONS.contains(value.get(0).lower()));
  }

  private void textColour(String name, List<CssToken> value) {
    OptionalInt said = colour(variables.resolve(value));
    boolean fill = !name.equals("color");
    if (fill || !filled) { // a fill colour covers the text colour
      colour = said.isPresent() ? said : colour;
      filled |= fill && said.isPresent();
    }
    coloured |= isColour(value);
  }

  private void background(List<CssToken> value, boolean allowed, boolean lostHere) {
    boolean imageLost = lostHere || value.contains(CssVariables.LOST);
    OptionalInt said = allowed ? colour(value) : OptionalInt.empty();
    boolean gradient = allowed && value.stream().anyMatch(CssBlock::isGradient);
    if (said.isEmpty() && gradient && !imageLost) {
      said = firstColour(value);
    }
    ground = said.isPresent() ? said : ground;
    lost = (lost && !gradient) || imageLost || !allowed;
    coloured |= isColour(value) || imageLost || ownImage;
  }

  private static boolean isGradient(CssToken token) {
    return token.is(Kind.FUNCTION) && token.lower().endsWith("gradient");
  }

  private static OptionalInt colour(List<CssToken> value) {
    OptionalInt last = OptionalInt.empty();
    for (int at = 0; at < value.size(); at = CssToken.after(value, at)) {
      OptionalInt here = Colours.of(value, at);
      last = here.isPresent() ? here : last;
    }
    return last;
  }

  /** The first colour at any depth. */
  private static OptionalInt firstColour(List<CssToken> value) {
    for (int at = 0; at < value.size(); at++) {
      OptionalInt here = Colours.of(value, at);
      if (here.isPresent()) {
        return here;
      }
    }
    return OptionalInt.empty();
  }

  /** True for any colour, even one that cannot be computed here. */
  private static boolean isColour(List<CssToken> value) {
    return value.stream().anyMatch(token -> token.is(Kind.FUNCTION)) || colour(value).isPresent();
  }

  Declarations end() {
    if (animated && transparent) {
      append("opacity:1");
    }
    if (animated && invisible) {
      append("visibility:visible");
    }
    return new Declarations(css.toString(), coloured, colour, ground, lost && ground.isEmpty());
  }
}
