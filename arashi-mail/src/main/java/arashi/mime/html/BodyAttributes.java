package arashi.mime.html;

import arashi.mime.html.StyleFilter.Declarations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Maps attributes of {@code <html>} and {@code <body>} to those of the frame: text direction and
 * language, colours, style, classes and ids. Drops all others. For one mail on one thread.
 */
final class BodyAttributes {
  private static final Pattern ZERO = Pattern.compile("0(?:px)?");
  private static final Pattern NO_MARGIN =
      Pattern.compile("(?i)[{;]\\s{0,9}margin\\s{0,9}:\\s{0,9}0");

  private static final String MARGIN = "margin:0";

  private final StyleSheet sheet;
  private final StringBuilder root = new StringBuilder();
  private final StringBuilder body = new StringBuilder();
  private final StringBuilder rules = new StringBuilder();
  private final List<Declarations> own = new ArrayList<>();
  private final Map<String, String> attributes;
  private final boolean bare;
  private String ground = "";
  private boolean coloured;

  BodyAttributes(
      DocumentReader document, StyleFilter styles, ImageSources sources, StyleSheet sheet) {
    this.sheet = sheet;
    this.attributes = document.body();
    write(root, document.root(), styles);
    write(body, document.body(), styles);
    String image = document.body().getOrDefault("background", "");
    if (!image.isBlank()) {
      coloured = true;
      Optional<String> shown = sources.source(image);
      shown.ifPresent(url -> rules.append("body{background-image:url(\"" + url + "\")}\n"));
      if (shown.isEmpty()) {
        own.add(0, new Declarations("", true, OptionalInt.empty(), OptionalInt.empty(), true));
      }
    }
    if (root.indexOf(" dir=") < 0 && body.indexOf(" dir=") < 0) {
      put(body, "dir", "auto");
    }
    link("link", ":link");
    link("vlink", ":visited");
    bare =
        ZERO.matcher(attributes.getOrDefault("topmargin", "").strip()).matches()
            || ZERO.matcher(attributes.getOrDefault("marginheight", "").strip()).matches();
  }

  private void write(StringBuilder out, Map<String, String> from, StyleFilter styles) {
    from.forEach(
        (name, value) -> {
          switch (name) {
            case "style" -> {
              Declarations declarations = styles.declarations(value);
              own.add(declarations);
              coloured |= declarations.coloured();
              put(out, "style", declarations.css());
            }
            case "class" -> put(out, "class", Names.all(value));
            case "id" -> Names.ofId(value.strip()).ifPresent(id -> put(out, "id", id));
            default -> {
              if (name.equals("bgcolor") || name.equals("text")) {
                colour(out, name, Colours.attribute(value));
              } else if (HtmlSanitizer.isTextAttribute(name, value.strip())) {
                put(out, name, value.strip());
              }
            }
          }
        });
  }

  private void colour(StringBuilder out, String name, OptionalInt said) {
    if (said.isEmpty()) {
      return;
    }
    coloured = true;
    boolean ground = name.equals("bgcolor");
    OptionalInt none = OptionalInt.empty();
    own.add(0, new Declarations("", true, ground ? none : said, ground ? said : none, false));
    put(out, name, hex(said));
  }

  private static String hex(OptionalInt colour) {
    return String.format("#%06x", colour.getAsInt());
  }

  /** Turns a link colour, which is an attribute of the body, into a rule of the frame. */
  private void link(String attribute, String state) {
    OptionalInt said = Colours.attribute(attributes.getOrDefault(attribute, ""));
    if (said.isPresent()) {
      rules.append('a').append(state).append("{color:").append(hex(said)).append("}\n");
      coloured = true;
    }
  }

  private static void put(StringBuilder out, String name, String value) {
    if (value.isEmpty()) {
      return;
    }
    out.append(' ').append(name).append("=\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&#34;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '\'' -> out.append("&#39;");
        case '`' -> out.append("&#96;");
        default -> out.append(c);
      }
    }
    out.append('"');
  }

  void open(Backdrops backdrops) {
    Declarations look =
        ElementAttributes.look(
            sheet,
            "body",
            attributes.getOrDefault("class", ""),
            attributes.getOrDefault("id", ""),
            own);
    ground = backdrops.open(look.colour(), look.ground(), look.lost());
  }

  /** Returns the rules that precede the mail's own. */
  String rules() {
    String added = ground.isEmpty() ? "" : "body{background-color:" + ground + "}\n";
    String own = attributes.getOrDefault("style", "");
    boolean edgeless = bare || NO_MARGIN.matcher("{" + own).find() || hasBodyRule(sheet.css);
    return (bare ? "body{margin:0}\n" : "")
        + (edgeless ? ":root{--edge:0px !important}\n" : "")
        + added
        + rules;
  }

  /** True if a rule of a filtered sheet sets the body's margin to 0. Reads each rule once. */
  static boolean hasBodyRule(CharSequence css) {
    String text = css.toString();
    int start = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '{' && isOfBody(text.substring(start, at)) && edgeless(text, at + 1)) {
        return true;
      }
      start = c == '{' || c == '}' || c == '\n' ? at + 1 : start;
    }
    return false;
  }

  private static boolean isOfBody(String selectors) {
    return Arrays.stream(selectors.split(",", -1))
        .anyMatch(one -> one.equals("body") || one.equals("*"));
  }

  private static boolean edgeless(String css, int start) {
    int end = start;
    while (end < css.length() && "{}".indexOf(css.charAt(end)) < 0) {
      end++;
    }
    return css.startsWith(MARGIN, start) || css.substring(start, end).contains(";" + MARGIN);
  }

  String root() {
    return root.toString();
  }

  String body() {
    return body.toString();
  }

  boolean isColoured() {
    return coloured;
  }
}
