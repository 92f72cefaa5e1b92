package arashi.mime.html;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Parses CSS and HTML attribute colours to {@code 0xRRGGBB}, to judge the contrast of text. Colours
 * that are more than half transparent count as none. Pure functions.
 */
final class Colours {
  private static final double OPAQUE = 0.5;
  private static final int MAX_LEGACY = 128;

  /** Name and value of each named colour (CSS Color 4, 6.1). */
  private static final String NAMES =
      "aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc"
          + " bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2"
          + " brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e"
          + " coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff"
          + " darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400"
          + " darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f"
          + " darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a"
          + " darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f"
          + " darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff"
          + " dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0"
          + " forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700"
          + " goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080"
          + " honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0"
          + " khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00"
          + " lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff"
          + " lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3"
          + " lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa"
          + " lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de"
          + " lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff"
          + " maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3"
          + " mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee"
          + " mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585"
          + " midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5"
          + " navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23"
          + " orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98"
          + " paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9"
          + " peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080"
          + " rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513"
          + " salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d"
          + " silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090"
          + " snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080"
          + " thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3"
          + " white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32"
          // system colours (CSS Color 4, 6.2) in the light scheme
          + " canvas ffffff window ffffff field ffffff menu ffffff canvastext 000000"
          + " windowtext 000000 fieldtext 000000 menutext 000000 buttontext 000000"
          + " infotext 000000 captiontext 000000 highlighttext 000000 buttonface f0f0f0"
          + " threedface f0f0f0 infobackground ffffff graytext 808080 linktext 0000ee"
          + " visitedtext 551a8b activetext ff0000 mark ffff00 marktext 000000";

  private static final Map<String, Integer> BY_NAME = new HashMap<>();

  static {
    String[] words = NAMES.split(" ", -1);
    for (int i = 0; i < words.length; i += 2) {
      BY_NAME.put(words[i], Integer.parseInt(words[i + 1], 16));
    }
  }

  private Colours() {}

  static OptionalInt named(String name) {
    Integer rgb = BY_NAME.get(name.toLowerCase(Locale.ROOT));
    return rgb == null ? OptionalInt.empty() : OptionalInt.of(rgb);
  }

  /**
   * Parses a colour attribute as browsers do, which find a colour in any text (HTML, 2.3.6). Empty
   * for no text, and for {@code transparent}.
   */
  static OptionalInt attribute(String value) {
    String text = value.strip();
    if (text.isEmpty() || text.equalsIgnoreCase("transparent")) {
      return OptionalInt.empty();
    }
    if (named(text).isPresent()) {
      return named(text);
    }
    if (text.matches("#[0-9a-fA-F]{3}")) {
      return hex(text.substring(1));
    }
    String cut = text.substring(0, Math.min(MAX_LEGACY, text.length()));
    String digits = cut.replaceFirst("^#", "").replaceAll("[^0-9a-fA-F]", "0");
    digits = digits + "0".repeat((3 - digits.length() % 3) % 3 + (digits.isEmpty() ? 3 : 0));
    int size = digits.length() / 3;
    int from = Math.max(0, size - 8);
    while (size - from > 2 && startsWithZeros(digits, size, from)) {
      from++;
    }
    int rgb = 0;
    for (int i = 0; i < 3; i++) {
      int start = i * size + from;
      rgb =
          rgb << 8
              | Integer.parseInt(digits.substring(start, Math.min(start + 2, (i + 1) * size)), 16);
    }
    return OptionalInt.of(rgb);
  }

  private static boolean startsWithZeros(String digits, int size, int from) {
    return digits.charAt(from) == '0'
        && digits.charAt(size + from) == '0'
        && digits.charAt(2 * size + from) == '0';
  }

  /** Converts the component value at an index, if it is a colour. */
  static OptionalInt of(List<CssToken> tokens, int at) {
    CssToken token = tokens.get(at);
    return switch (token.kind()) {
      case IDENT -> named(token.text());
      case HASH -> hex(token.text());
      case FUNCTION -> ColourFunctions.of(token.lower(), CssToken.within(tokens, at));
      default -> OptionalInt.empty();
    };
  }

  private static OptionalInt hex(String digits) {
    if (!digits.matches("[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}")) {
      return OptionalInt.empty();
    }
    boolean brief = digits.length() < 6;
    int size = brief ? 3 : 6;
    if (digits.length() > size) {
      String alpha = digits.substring(size);
      int most = brief ? 15 : 255;
      if (Integer.parseInt(alpha, 16) < OPAQUE * most) {
        return OptionalInt.empty();
      }
    }
    int rgb = Integer.parseInt(digits.substring(0, size), 16);
    return OptionalInt.of(
        brief ? (rgb >> 8) * 0x110000 + (rgb >> 4 & 15) * 0x1100 + (rgb & 15) * 0x11 : rgb);
  }

  /** Composes a colour of parts from 0 to 1; none if it is mostly transparent. */
  static OptionalInt rgb(double red, double green, double blue, double alpha) {
    return alpha < OPAQUE
        ? OptionalInt.empty()
        : OptionalInt.of(byteOf(red) << 16 | byteOf(green) << 8 | byteOf(blue));
  }

  private static int byteOf(double part) {
    return (int) Math.round(255 * Math.max(0, Math.min(1, part)));
  }

  /** Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
  static double contrast(int one, int other) {
    double a = luminance(one);
    double b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  private static double luminance(int rgb) {
    return 0.2126 * linear(rgb >> 16 & 255)
        + 0.7152 * linear(rgb >> 8 & 255)
        + 0.0722 * linear(rgb & 255);
  }

  private static double linear(int channel) {
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  }
}
