package arashi.mime.html;

import arashi.mime.html.CssToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Computes colour functions in sRGB (CSS Color 4, 7 to 10; CSS Color 5, 3). Mixtures are computed
 * in sRGB whatever their colour space, and wide gamuts as sRGB: the result only judges contrast.
 * Pure functions.
 */
final class ColourFunctions {
  /** Conversion matrices of CSS Color 4, 18, by rows. */
  private static final double[][] OKLAB_TO_CONE = {
    {1, 0.3963377774, 0.2158037573},
    {1, -0.1055613458, -0.0638541728},
    {1, -0.0894841775, -1.2914855480}
  };

  private static final double[][] CONE_TO_LINEAR = {
    {4.0767416621, -3.3077115913, 0.2309699292},
    {-1.2684380046, 2.6097574011, -0.3413193965},
    {-0.0041960863, -0.7034186147, 1.7076147010}
  };

  private static final double[][] XYZ_D50_TO_LINEAR = {
    {3.1341359, -1.6173863, -0.4906619},
    {-0.9787955, 1.9162544, 0.0334427},
    {0.0719554, -0.2289768, 1.4053860}
  };

  private static final double[] WHITE_D50 = {0.96422, 1, 0.82521};

  private ColourFunctions() {}

  /** Computes a function by its lower-case name; empty if it is none, or mostly transparent. */
  static OptionalInt of(String name, List<CssToken> arguments) {
    return switch (name) {
      case "color-mix" -> mix(CssToken.atCommas(arguments));
      case "light-dark" -> first(CssToken.atCommas(arguments).get(0));
      case "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color" ->
          numbers(name, arguments);
      default -> OptionalInt.empty();
    };
  }

  private static OptionalInt first(List<CssToken> tokens) {
    return tokens.isEmpty() ? OptionalInt.empty() : Colours.of(tokens, 0);
  }

  private static OptionalInt numbers(String name, List<CssToken> arguments) {
    List<CssToken> parts = new ArrayList<>();
    for (CssToken token : arguments) {
      switch (token.kind()) {
        case NUMBER, DIMENSION -> parts.add(token);
        case IDENT -> {
          if (token.isWord("none")) {
            parts.add(new CssToken(Kind.NUMBER, "0"));
          } else if (!name.equals("color")) {
            return OptionalInt.empty(); // relative colours
          }
        }
        case SPACE, DELIM -> {}
        default -> {
          return OptionalInt.empty();
        }
      }
    }
    if (parts.size() < 3 || parts.size() > 4) {
      return OptionalInt.empty();
    }
    double alpha = parts.size() == 4 ? part(parts.get(3), 1) : 1;
    return switch (name) {
      case "rgb", "rgba" -> all(parts, 255, 255, 255, alpha, ColourFunctions::rgb);
      case "hsl", "hsla" -> all(parts, 0, 100, 100, alpha, ColourFunctions::hsl);
      case "hwb" -> all(parts, 0, 100, 100, alpha, ColourFunctions::hwb);
      case "lab" -> all(parts, 100, 125, 125, alpha, ColourFunctions::lab);
      case "lch" ->
          all(parts, 100, 150, 0, alpha, (l, c, h) -> polar(l, c, h, ColourFunctions::lab));
      case "oklab" -> all(parts, 1, 0.4, 0.4, alpha, ColourFunctions::oklab);
      case "oklch" ->
          all(parts, 1, 0.4, 0, alpha, (l, c, h) -> polar(l, c, h, ColourFunctions::oklab));
      default -> all(parts, 1, 1, 1, alpha, (r, g, b) -> new double[] {r, g, b});
    };
  }

  /** Converts three parts of a colour space to sRGB from 0 to 1. */
  private interface Space {
    double[] rgb(double first, double second, double third);
  }

  /** {@code one} to {@code three} are the values of 100%; 0 for an angle. */
  private static OptionalInt all(
      List<CssToken> parts, double one, double two, double three, double alpha, Space space) {
    double[] rgb =
        space.rgb(part(parts.get(0), one), part(parts.get(1), two), part(parts.get(2), three));
    return Colours.rgb(rgb[0], rgb[1], rgb[2], alpha);
  }

  private static double part(CssToken token, double whole) {
    double value = token.number();
    return switch (token.unit()) {
      case "%" -> value * whole / 100;
      case "turn" -> value * 360;
      case "rad" -> Math.toDegrees(value);
      case "grad" -> value * 0.9;
      default -> value;
    };
  }

  private static double[] rgb(double red, double green, double blue) {
    return new double[] {red / 255, green / 255, blue / 255};
  }

  /** CSS Color 4, 7.1. */
  private static double[] hsl(double hue, double saturation, double lightness) {
    double l = lightness / 100;
    double amount = Math.max(0, Math.min(1, saturation / 100)) * Math.min(l, 1 - l);
    double[] rgb = new double[3];
    int[] offsets = {0, 8, 4};
    for (int i = 0; i < 3; i++) {
      double k = (((offsets[i] + hue / 30) % 12) + 12) % 12;
      rgb[i] = l - amount * Math.max(-1, Math.min(Math.min(k - 3, 9 - k), 1));
    }
    return rgb;
  }

  /** CSS Color 4, 8.1. */
  private static double[] hwb(double hue, double whiteness, double blackness) {
    double sum = Math.max(100, whiteness + blackness);
    double[] rgb = hsl(hue, 100, 50);
    for (int i = 0; i < 3; i++) {
      rgb[i] = rgb[i] * (1 - (whiteness + blackness) / sum) + whiteness / sum;
    }
    return rgb;
  }

  private static double[] polar(double lightness, double chroma, double hue, Space lab) {
    double angle = Math.toRadians(hue);
    return lab.rgb(lightness, chroma * Math.cos(angle), chroma * Math.sin(angle));
  }

  private static double[] oklab(double lightness, double a, double b) {
    double[] cone = times(OKLAB_TO_CONE, lightness, a, b);
    return curved(times(CONE_TO_LINEAR, cube(cone[0]), cube(cone[1]), cube(cone[2])));
  }

  private static double[] lab(double lightness, double a, double b) {
    double y = (lightness + 16) / 116;
    double[] f = {y + a / 500, y, y - b / 200};
    double[] xyz = new double[3];
    for (int i = 0; i < 3; i++) {
      double linear = (116 * f[i] - 16) * 27 / 24389;
      xyz[i] = WHITE_D50[i] * (cube(f[i]) > 216.0 / 24389 ? cube(f[i]) : linear);
    }
    return curved(times(XYZ_D50_TO_LINEAR, xyz[0], xyz[1], xyz[2]));
  }

  private static double cube(double x) {
    return x * x * x;
  }

  private static double[] times(double[][] matrix, double x, double y, double z) {
    double[] out = new double[3];
    for (int i = 0; i < 3; i++) {
      out[i] = matrix[i][0] * x + matrix[i][1] * y + matrix[i][2] * z;
    }
    return out;
  }

  /** Applies the transfer curve of sRGB. */
  private static double[] curved(double[] linear) {
    for (int i = 0; i < 3; i++) {
      double c = linear[i];
      linear[i] = c <= 0.0031308 ? 12.92 * c : 1.055 * Math.pow(c, 1 / 2.4) - 0.055;
    }
    return linear;
  }

  private static OptionalInt mix(List<List<CssToken>> arguments) {
    List<List<CssToken>> colours =
        arguments.get(0).stream().anyMatch(token -> token.isWord("in"))
            ? arguments.subList(1, arguments.size())
            : arguments;
    if (colours.size() != 2) {
      return OptionalInt.empty();
    }
    double first = share(colours.get(0));
    double second = share(colours.get(1));
    first = first >= 0 ? first : second >= 0 ? 100 - second : 50;
    second = second >= 0 ? second : 100 - first;
    OptionalInt one = colour(colours.get(0));
    OptionalInt other = colour(colours.get(1));
    double sum = first + second;
    if (one.isEmpty() || other.isEmpty() || !(sum > 0)) {
      // a part of transparent
      return first >= second ? one : other;
    }
    double[] rgb = new double[3];
    for (int i = 0; i < 3; i++) {
      int shift = 16 - 8 * i;
      double a = one.getAsInt() >> shift & 255;
      double b = other.getAsInt() >> shift & 255;
      rgb[i] = (a * first + b * second) / sum / 255;
    }
    return Colours.rgb(rgb[0], rgb[1], rgb[2], 1);
  }

  /** The percentage beside a colour, or -1. */
  private static double share(List<CssToken> tokens) {
    for (int at = 0; at < tokens.size(); at = CssToken.after(tokens, at)) {
      if (tokens.get(at).unit().equals("%")) {
        return tokens.get(at).number();
      }
    }
    return -1;
  }

  private static OptionalInt colour(List<CssToken> tokens) {
    for (int at = 0; at < tokens.size(); at = CssToken.after(tokens, at)) {
      OptionalInt here = Colours.of(tokens, at);
      if (here.isPresent()) {
        return here;
      }
    }
    return OptionalInt.empty();
  }
}
