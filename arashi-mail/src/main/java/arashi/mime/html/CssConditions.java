package arashi.mime.html;

import arashi.mime.html.CssToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Rewrites the conditions of {@code @media}, {@code @supports} and {@code @container}. The browser
 * evaluates them; conditions fetch nothing. {@code prefers-color-scheme} is answered here: a mail
 * with colours is shown on a light background. For one condition on one thread.
 */
final class CssConditions {
  private static final Pattern WORD = Pattern.compile("-?[A-Za-z][A-Za-z0-9-]{0,40}");

  /** Excludes properties of old browsers that run code, which no browser supports today. */
  private static final Pattern NAME =
      Pattern.compile("(?i)(?!.*(?:behavior|binding))-{0,2}[a-z][a-z0-9-]{0,60}");

  private static final Pattern NUMBER = Pattern.compile("-?[0-9.]{1,10}[a-z%]{0,5}");
  private static final String SCHEME = "prefers-color-scheme";
  private static final String ALWAYS = "width>=0px";
  private static final String NEVER = "0px>width";

  private final StringBuilder out = new StringBuilder();
  private final Kinds kinds;
  private boolean dark;
  private boolean mayBeOther;

  private CssConditions(Kinds kinds) {
    this.kinds = kinds;
  }

  /** Writes what an innermost bracket of a condition holds; empty if it is not allowed. */
  private interface Kinds {
    Optional<String> write(List<CssToken> content);
  }

  /** Rewrites a list of media queries; empty if none applies to a light page. */
  static Optional<String> media(List<CssToken> queries) {
    if (queries.isEmpty()) {
      return Optional.of("all");
    }
    List<String> written = new ArrayList<>();
    for (List<CssToken> query : CssToken.atCommas(queries)) {
      CssConditions one = new CssConditions(CssConditions::feature);
      boolean allowed = one.condition(query);
      if (allowed && !(one.dark && !one.mayBeOther)) {
        written.add(one.out.toString());
      }
    }
    return written.isEmpty() ? Optional.empty() : Optional.of(String.join(",", written));
  }

  /** Rewrites a condition of {@code @container}, possibly after a name. */
  static Optional<String> container(List<CssToken> condition) {
    CssConditions one = new CssConditions(CssConditions::feature);
    return one.condition(condition) ? Optional.of(one.out.toString()) : Optional.empty();
  }

  /** Rewrites a condition of {@code @supports}. */
  static Optional<String> supports(List<CssToken> condition) {
    CssConditions one = new CssConditions(CssConditions::declaration);
    return one.condition(condition) ? Optional.of(one.out.toString()) : Optional.empty();
  }

  private boolean condition(List<CssToken> tokens) {
    if (tokens.isEmpty()) {
      return false;
    }
    boolean start = true;
    for (int at = 0; at < tokens.size(); at = CssToken.after(tokens, at)) {
      CssToken token = tokens.get(at);
      if (token.is(Kind.SPACE)) {
        continue;
      }
      out.append(start ? "" : " ");
      start = false;
      if (token.is(Kind.IDENT) && WORD.matcher(token.text()).matches()) {
        mayBeOther |= token.isWord("not") || token.isWord("or");
        out.append(token.lower());
      } else if (token.is('(')) {
        out.append('(');
        if (!inBrackets(CssToken.strip(CssToken.within(tokens, at)))) {
          return false;
        }
        out.append(')');
      } else if (token.is(Kind.FUNCTION) && token.text().equalsIgnoreCase("selector")) {
        selector(CssToken.within(tokens, at));
      } else {
        return false;
      }
    }
    return true;
  }

  private void selector(List<CssToken> content) {
    Optional<CssSelectors.Written> known = CssSelectors.write(content, false, name -> {});
    out.append(known.map(one -> "selector(" + one.css() + ")").orElse("(x:y)"));
  }

  private boolean inBrackets(List<CssToken> content) {
    boolean nests =
        !content.isEmpty()
            && ((content.get(0).is('(') && !hasComparison(content))
                || content.get(0).isWord("not")
                || (content.get(0).is(Kind.FUNCTION)
                    && content.get(0).text().equalsIgnoreCase("selector")));
    if (nests) {
      return condition(content);
    }
    Optional<String> written = kinds.write(content);
    written.ifPresent(out::append);
    dark |= written.filter(NEVER::equals).isPresent();
    return written.isPresent();
  }

  private static boolean hasComparison(List<CssToken> content) {
    return content.stream().anyMatch(token -> token.is('<') || token.is('>') || token.is('='));
  }

  /** Writes a media feature: a name, a name with a value, or a range. */
  private static Optional<String> feature(List<CssToken> content) {
    if (content.isEmpty()) {
      return Optional.empty();
    }
    if (content.get(0).isWord(SCHEME)) {
      return Optional.of(content.get(content.size() - 1).isWord("dark") ? NEVER : ALWAYS);
    }
    List<String> parts = new ArrayList<>();
    boolean word = false;
    boolean less = content.stream().anyMatch(token -> token.is('<'));
    for (CssToken token : content) {
      String text = token.lower();
      boolean named = token.is(Kind.IDENT) && WORD.matcher(text).matches();
      boolean numbered =
          (token.is(Kind.NUMBER) || token.is(Kind.DIMENSION)) && NUMBER.matcher(text).matches();
      boolean joined = token.is(Kind.DELIM) && ":<>=/".contains(text);
      if (token.is(Kind.SPACE)) {
        continue;
      } else if (!named && !numbered && !joined) {
        return Optional.empty();
      }
      boolean next = named || numbered;
      parts.add((word && next ? " " : "") + text);
      word = next;
    }
    return less ? reversed(parts) : Optional.of(String.join("", parts));
  }

  /** Writes {@code a < b} as {@code b > a}: a sheet is safer without {@code <}. */
  private static Optional<String> reversed(List<String> parts) {
    StringBuilder feature = new StringBuilder();
    StringBuilder operator = new StringBuilder();
    for (int at = parts.size() - 1; at >= 0; at--) {
      String part = parts.get(at);
      if (part.equals("<") || part.equals("=")) {
        operator.insert(0, part.replace('<', '>'));
      } else if (part.equals(">") || part.equals(":") || part.equals("/")) {
        return Optional.empty();
      } else {
        feature.append(operator).append(part);
        operator.setLength(0);
      }
    }
    return Optional.of(feature.toString());
  }

  /** Writes a declaration; one that is not allowed becomes one that no browser supports. */
  private static Optional<String> declaration(List<CssToken> content) {
    List<CssParser.Item> items = CssParser.block(content);
    if (items.size() == 1 && items.get(0) instanceof CssParser.Declaration one) {
      CssValues values = new CssValues(url -> Optional.empty(), new CssVariables(), false);
      String name = one.isCustom() ? CssValues.variable(one.name()).orElse("") : one.name();
      Optional<String> value = values.write(one.value());
      if (value.isPresent() && NAME.matcher(name).matches()) {
        // each position is supported
        boolean position = name.equalsIgnoreCase("position");
        return Optional.of(
            name.toLowerCase(Locale.ROOT) + ":" + (position ? "relative" : value.get()));
      }
    }
    return Optional.of("x:y");
  }
}
