package arashi.mime.html;

import arashi.mime.html.HtmlSanitizer.OutputLimit;
import arashi.mime.html.HtmlSanitizer.Passing;
import arashi.mime.html.StyleFilter.Declarations;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.owasp.html.HtmlStreamEventReceiver;

/**
 * Rewrites attributes: styles, links, images, classes and ids. It runs before the policy, whose
 * time is quadratic in the attributes of a tag. For one document on one thread.
 */
final class ElementAttributes extends Passing {
  private static final Set<String> VOID = Set.of("area", "br", "hr", "img", "col", "wbr");

  /** Elements that have a background image by attribute. */
  private static final Set<String> TABLE =
      Set.of("table", "thead", "tbody", "tfoot", "tr", "td", "th");

  private static final Pattern LENGTH =
      Pattern.compile("\\s{0,9}\\+?(\\d{1,5}(?:\\.\\d{1,4})?)\\d{0,9}(%?)");
  private static final Pattern NUMBER = Pattern.compile("\\s{0,9}([+-]?\\d{1,9})");

  private final StyleFilter styles;
  private final ImageSources sources;
  private final StyleSheet sheet;
  private final Backdrops backdrops;
  private final URI base;
  private final OutputLimit limit;
  private boolean coloured;

  /** {@code base} is null if the mail has none; {@code limit} excludes the mail's own images. */
  ElementAttributes(
      HtmlStreamEventReceiver out,
      StyleFilter styles,
      ImageSources sources,
      StyleSheet sheet,
      Backdrops backdrops,
      URI base,
      OutputLimit limit) {
    super(out);
    this.styles = styles;
    this.sources = sources;
    this.sheet = sheet;
    this.backdrops = backdrops;
    this.base = base;
    this.limit = limit;
  }

  boolean isColoured() {
    return coloured;
  }

  @Override
  public void text(String text) {
    if (!text.isBlank()) {
      backdrops.text();
    }
    super.text(text);
  }

  @Override
  public void closeTag(String element) {
    backdrops.close();
    super.closeTag(element);
  }

  @Override
  public void openTag(String element, List<String> attributes) {
    Element one = new Element(element, attributes);
    List<String> written = one.write();
    if (VOID.contains(element)) {
      super.openTag(element, written);
      return;
    }
    Declarations look = one.look();
    String ground = backdrops.open(look.colour(), look.ground(), look.lost());
    if (!ground.isEmpty()) {
      one.style("background-color:" + ground);
      written = one.written;
    }
    super.openTag(element, written);
  }

  /** Combines the rules for the element's name, classes and id with its own attributes. */
  static Declarations look(
      StyleSheet sheet, String element, String classes, String id, List<Declarations> own) {
    List<Declarations> all = new ArrayList<>();
    sheet.of(element).ifPresent(all::add);
    for (String name : classes.strip().split("\\s+", 20)) {
      sheet.of("." + name).ifPresent(all::add);
    }
    sheet.of("#" + id).ifPresent(all::add);
    all.addAll(own);
    OptionalInt colour = OptionalInt.empty();
    OptionalInt ground = OptionalInt.empty();
    boolean lost = false;
    for (Declarations one : all) {
      colour = one.colour().isPresent() ? one.colour() : colour;
      ground = one.ground().isPresent() ? one.ground() : ground;
      lost |= one.lost();
    }
    return new Declarations("", !all.isEmpty(), colour, ground, lost && ground.isEmpty());
  }

  /** A start tag. */
  private final class Element {
    private final String name;
    private final List<String> attributes;
    private final List<String> written = new ArrayList<>();
    private final List<Declarations> own = new ArrayList<>();
    private final StringBuilder style = new StringBuilder();
    private String classes = "";
    private String id = "";
    private boolean hasSource;

    Element(String name, List<String> attributes) {
      this.name = name;
      this.attributes = attributes;
    }

    Declarations look() {
      return ElementAttributes.look(sheet, name, classes, id, own);
    }

    List<String> write() {
      for (var pair = attributes.iterator(); pair.hasNext(); ) {
        attribute(pair.next(), pair.next());
      }
      return written;
    }

    private void attribute(String attribute, String value) {
      if (value.length() > ImageSources.MAX_DATA_CHARS) {
        return;
      }
      switch (attribute) {
        case "style" -> {
          Declarations declarations = styles.declarations(value);
          own.add(declarations);
          coloured |= declarations.coloured();
          if (!declarations.css().isEmpty()) {
            style(declarations.css());
          }
        }
        case "class" -> {
          classes = value;
          boolean ours = PlainTextRenderer.isClass(value);
          put("class", ours ? value : Names.all(value));
        }
        case "id" -> id(value);
        case "name" -> {
          if (name.equals("a") && id.isEmpty()) {
            id(value);
          } else if (name.equals("map")) {
            Names.ofId(value.strip()).ifPresent(map -> put("name", map));
          }
        }
        case "usemap" -> {
          String map = value.strip();
          Names.ofId(map.startsWith("#") ? map.substring(1) : map)
              .ifPresent(id -> put("usemap", "#" + id));
        }
        case "xml:lang" -> put("lang", value.strip());
        case "href" ->
            LinkTargets.of(value, base).map(ComposeLink::of).ifPresent(url -> put("href", url));
        case "src" -> {
          if (name.equals("img")) {
            hasSource = true;
            image(value).ifPresent(url -> put("src", url));
          }
        }
        case "srcset", "lowsrc", "dynsrc" -> {
          if (!hasSource && name.equals("img")) {
            image(firstOf(value)).ifPresent(url -> put("src", url));
            hasSource = true;
          }
        }
        case HtmlSanitizer.STYLE -> {} // reserved for internal use
        case "background" -> {
          if (TABLE.contains(name)) {
            background(value);
          }
        }
        case "bgcolor", "color", "bordercolor" -> colour(attribute, value);
        case "width", "height", "hspace", "vspace", "cellpadding", "cellspacing", "border" ->
            length(attribute, value);
        case "colspan", "rowspan", "span", "start", "value", "size" -> number(attribute, value);
        default -> put(attribute, value.strip());
      }
    }

    private void colour(String attribute, String value) {
      OptionalInt said = Colours.attribute(value);
      if (said.isEmpty()) {
        return;
      }
      if (attribute.equals("bgcolor") && TABLE.contains(name)) {
        colour(OptionalInt.empty(), said);
      } else if (name.equals("font")) {
        colour(said, OptionalInt.empty());
      }
      put(attribute, String.format("#%06x", said.getAsInt()));
    }

    /** Writes a length as browsers read it, which ignore what follows the number (HTML, 2.3.4). */
    private void length(String attribute, String value) {
      Matcher length = LENGTH.matcher(value);
      if (length.lookingAt()) {
        put(attribute, length.group(1) + length.group(2));
      } else if (attribute.equals("border") && name.equals("table")) {
        put(attribute, "1");
      }
    }

    private void number(String attribute, String value) {
      Matcher number = NUMBER.matcher(value);
      if (number.lookingAt()) {
        put(attribute, number.group(1));
      }
    }

    private void colour(OptionalInt colour, OptionalInt ground) {
      coloured = true;
      own.add(0, new Declarations("", true, colour, ground, false));
    }

    private void id(String value) {
      Optional<String> safe = Names.ofId(value.strip());
      if (safe.isPresent() && id.isEmpty()) {
        id = value.strip();
        put("id", safe.get());
      }
    }

    /** Returns the first address of a {@code srcset}. */
    private String firstOf(String set) {
      String first = set.strip().split("\\s", 2)[0];
      int end = first.length();
      while (end > 0 && first.charAt(end - 1) == ',') {
        end--;
      }
      return first.substring(0, end);
    }

    private void background(String value) {
      coloured = true;
      Optional<String> image = image(value);
      if (image.isPresent()) {
        style("background-image:url(\"" + image.get() + "\")");
      } else {
        own.add(0, new Declarations("", true, OptionalInt.empty(), OptionalInt.empty(), true));
      }
    }

    private Optional<String> image(String url) {
      Optional<String> own = sources.source(url);
      boolean given = url.strip().toLowerCase(Locale.ROOT).startsWith("data:");
      own.filter(address -> !given && address.startsWith("data:"))
          .ifPresent(address -> limit.doesNotCount(address.length()));
      return own;
    }

    /** Appends declarations; later ones override earlier ones. */
    private void style(String css) {
      style.append(style.length() == 0 ? "" : ";").append(css);
      put(HtmlSanitizer.STYLE, style.toString());
    }

    private void put(String attribute, String value) {
      int at = -1;
      for (int i = 0; i < written.size(); i += 2) {
        at = written.get(i).equals(attribute) ? i : at;
      }
      if (at >= 0) {
        written.set(at + 1, value);
      } else {
        written.add(attribute);
        written.add(value);
      }
    }
  }
}
