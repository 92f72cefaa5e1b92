package arashi.mime.html;

import arashi.mime.html.CssToken.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Rewrites selectors, with classes and ids renamed by {@link Names}, and elements by {@link
 * ElementNames}, as in the mail. A selector that browsers do not know invalidates its list; one
 * that they know and that is not on the allow-list is dropped alone. For one rule on one thread.
 */
final class CssSelectors {
  private static final int MAX_COMPOUNDS = 20;
  private static final int MAX_SELECTORS = 200;
  private static final int MAX_VALUE = 200;

  private static final Pattern ELEMENT = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,40}");
  private static final Pattern ATTRIBUTE = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,40}");
  private static final Set<String> PSEUDO_CLASSES =
      words(
          "link visited hover active focus focus-within focus-visible root empty target any-link"
              + " -webkit-any-link checked disabled enabled read-only read-write scope first-child"
              + " last-child only-child first-of-type last-of-type only-of-type");
  private static final Set<String> DYNAMIC =
      words("visited hover active focus focus-within focus-visible target checked");
  private static final Set<String> LISTS = words("is where not -webkit-any");
  private static final Set<String> COUNTS =
      words("nth-child nth-last-child nth-of-type nth-last-of-type");
  private static final Pattern COUNT =
      Pattern.compile("(?i)odd|even|[+-]?\\d{1,4}|[+-]?\\d{0,4}n(?: ?[+-] ?\\d{1,4})?");
  private static final Set<String> PSEUDO_ELEMENTS =
      words("before after first-line first-letter marker");

  /** Known to browsers, without effect in a mail. */
  private static final Set<String> USELESS =
      words(
          "selection placeholder backdrop file-selector-button details-content has lang dir host"
              + " defined fullscreen default required optional valid invalid in-range out-of-range"
              + " indeterminate placeholder-shown autofill modal open popover-open playing paused"
              + " -webkit-autofill cue slotted part");

  private static final Set<String> MATCHES = words("= ~= |= ^= $= *=");

  /** What became of a selector. */
  private enum Fate {
    WRITTEN,
    DROPPED,
    INVALID
  }

  private final Consumer<String> elements;
  private final boolean nested;
  private final StringBuilder out = new StringBuilder();
  private String key = "";
  private boolean loose;
  private int compounds;
  private Fate fate = Fate.WRITTEN;

  private CssSelectors(boolean nested, Consumer<String> elements) {
    this.nested = nested;
    this.elements = elements;
  }

  /**
   * Written selectors.
   *
   * @param css the list
   * @param keys the name, class or id by which a selector finds its elements: {@code p}, {@code
   *     .c}, {@code #i}
   * @param looseKeys those that further conditions restrict
   */
  record Written(String css, Set<String> keys, Set<String> looseKeys) {}

  /**
   * Rewrites a list of selectors; empty if none is left.
   *
   * @param nested whether the rule is within another rule with selectors
   * @param elements learns the names of elements that are written as classes
   */
  static Optional<Written> write(
      List<CssToken> selectors, boolean nested, Consumer<String> elements) {
    List<String> list = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    Set<String> looseKeys = new HashSet<>();
    for (List<CssToken> one : CssToken.atCommas(selectors)) {
      CssSelectors selector = new CssSelectors(nested, elements);
      selector.complex(one);
      if (selector.fate == Fate.INVALID) {
        return Optional.empty();
      }
      if (selector.fate == Fate.WRITTEN && list.size() < MAX_SELECTORS) {
        list.add(selector.out.toString());
        if (!selector.key.isEmpty()) {
          (selector.loose ? looseKeys : keys).add(selector.key);
        }
      }
    }
    return list.isEmpty()
        ? Optional.empty()
        : Optional.of(new Written(String.join(",", list), keys, looseKeys));
  }

  private void fail(Fate how) {
    fate = how.compareTo(fate) > 0 ? how : fate;
  }

  /** Writes compounds with their combinators. */
  private void complex(List<CssToken> tokens) {
    int at = 0;
    boolean needsCompound = true;
    String combinator = "";
    while (at < tokens.size() && fate != Fate.INVALID) {
      CssToken token = tokens.get(at);
      boolean joins = token.is('>') || token.is('+') || token.is('~');
      if (token.is(Kind.SPACE) || joins) {
        boolean first = out.length() == 0 && combinator.isEmpty();
        if ((joins && !combinator.isBlank()) || (joins && first && !nested)) {
          fail(Fate.INVALID);
        }
        combinator = joins ? token.text() : combinator.isEmpty() ? " " : combinator;
        needsCompound |= joins;
        at++;
        continue;
      }
      out.append(combinator);
      combinator = "";
      at = compound(tokens, at);
      needsCompound = false;
    }
    if (needsCompound || !combinator.isBlank()) {
      fail(Fate.INVALID);
    }
  }

  private int compound(List<CssToken> tokens, int start) {
    if (++compounds > MAX_COMPOUNDS) {
      fail(Fate.DROPPED);
    }
    int at = start;
    int simple = 0;
    key = "";
    while (at < tokens.size() && fate != Fate.INVALID) {
      CssToken token = tokens.get(at);
      if (token.is(Kind.SPACE) || token.is('>') || token.is('+') || token.is('~')) {
        break;
      }
      at = simple(tokens, at, at == start);
      simple++;
    }
    loose = simple > 1;
    return at;
  }

  private int simple(List<CssToken> tokens, int at, boolean first) {
    CssToken token = tokens.get(at);
    CssToken following = at + 1 < tokens.size() ? tokens.get(at + 1) : new CssToken(Kind.BAD, "");
    if (token.is(Kind.IDENT) && first) {
      element(token.lower());
      return at + 1;
    } else if ((token.is('*') && first) || token.is('&')) {
      out.append(token.text());
      return at + 1;
    } else if (token.is('.') && following.is(Kind.IDENT)) {
      name(".", following.text());
      return at + 2;
    } else if (token.is(Kind.HASH)) {
      name("#", token.text());
      return at + 1;
    } else if (token.is('[')) {
      attribute(CssToken.strip(CssToken.within(tokens, at)));
      return CssToken.after(tokens, at);
    } else if (token.is(':')) {
      return pseudo(tokens, at + 1);
    }
    fail(Fate.INVALID);
    return at + 1;
  }

  private void element(String name) {
    if (!ELEMENT.matcher(name).matches()) {
      fail(Fate.DROPPED);
      return;
    }
    Optional<String> marker = ElementNames.marker(name);
    if (marker.isEmpty()) {
      key = name;
      out.append(name);
      return;
    }
    elements.accept(name);
    key = "." + marker.get();
    out.append('.').append(Names.PREFIX).append(marker.get());
  }

  private void name(String mark, String name) {
    Optional<String> safe = Names.of(name);
    safe.ifPresentOrElse(one -> out.append(mark).append(one), () -> fail(Fate.DROPPED));
    key = mark + name;
  }

  /** Writes a pseudo-class or pseudo-element after its first colon. */
  private int pseudo(List<CssToken> tokens, int start) {
    int at = start < tokens.size() && tokens.get(start).is(':') ? start + 1 : start;
    CssToken token = at < tokens.size() ? tokens.get(at) : new CssToken(Kind.BAD, "");
    String name = token.lower();
    boolean element = PSEUDO_ELEMENTS.contains(name) && token.is(Kind.IDENT);
    if (element || DYNAMIC.contains(name)) {
      key = ""; // says nothing about the element as it is seen at first
    }
    if (element && (at > start || !name.equals("marker"))) { // CSS 2 uses a single colon
      out.append("::").append(name);
    } else if (at == start && token.is(Kind.IDENT) && PSEUDO_CLASSES.contains(name)) {
      out.append(':').append(name);
    } else if (at == start && token.is(Kind.FUNCTION) && LISTS.contains(name)) {
      list(name, CssToken.within(tokens, at));
    } else if (at == start && token.is(Kind.FUNCTION) && COUNTS.contains(name)) {
      count(name, CssToken.strip(CssToken.within(tokens, at)));
    } else {
      boolean known = USELESS.contains(name) || (at > start && name.startsWith("-webkit-"));
      fail(known ? Fate.DROPPED : Fate.INVALID);
    }
    return CssToken.after(tokens, at);
  }

  /** Writes the list of a function; {@code :is()} and {@code :where()} forgive invalid parts. */
  private void list(String name, List<CssToken> content) {
    boolean forgives = name.equals("is") || name.equals("where");
    List<String> list = new ArrayList<>();
    for (List<CssToken> one : CssToken.atCommas(content)) {
      CssSelectors part = new CssSelectors(false, elements);
      part.compounds = compounds;
      part.complex(one);
      compounds = part.compounds;
      if (part.fate == Fate.WRITTEN) {
        list.add(part.out.toString());
      } else if (!forgives) {
        fail(part.fate);
      }
    }
    if (list.isEmpty()) {
      fail(Fate.DROPPED);
    }
    out.append(':').append(name).append('(').append(String.join(",", list)).append(')');
  }

  private void count(String name, List<CssToken> content) {
    StringBuilder text = new StringBuilder();
    for (CssToken token : content) {
      text.append(token.text());
    }
    String count = text.toString();
    if (!COUNT.matcher(count).matches()) {
      fail(Fate.DROPPED);
    }
    out.append(':').append(name).append('(').append(count).append(')');
  }

  /** Writes classes and ids under their new names, other attributes unchanged. */
  private void attribute(List<CssToken> content) {
    List<CssToken> tokens = content.stream().filter(token -> !token.is(Kind.SPACE)).toList();
    if (tokens.isEmpty() || !tokens.get(0).is(Kind.IDENT)) {
      fail(Fate.INVALID);
      return;
    }
    String attribute = tokens.get(0).lower();
    if (!ATTRIBUTE.matcher(attribute).matches()) {
      fail(Fate.DROPPED);
      return;
    }
    out.append('[').append(attribute);
    int at = 1;
    StringBuilder operator = new StringBuilder();
    while (at < tokens.size() && tokens.get(at).is(Kind.DELIM)) {
      operator.append(tokens.get(at++).text());
    }
    if (at < tokens.size()) {
      value(attribute, operator.toString(), tokens.subList(at, tokens.size()));
    } else if (operator.length() > 0) {
      fail(Fate.INVALID);
    }
    out.append(']');
  }

  private void value(String attribute, String operator, List<CssToken> tokens) {
    CssToken value = tokens.get(0);
    String flag = tokens.size() == 2 ? tokens.get(1).lower() : "";
    boolean known = value.is(Kind.IDENT) || value.is(Kind.STRING);
    if (!known || !MATCHES.contains(operator) || tokens.size() > 2 || !flag.matches("[is]?")) {
      fail(Fate.INVALID);
      return;
    }
    boolean named = attribute.equals("class") || attribute.equals("id");
    boolean inside = operator.equals("*=") || operator.equals("$=");
    String text = named && !inside ? Names.all(value.text()) : value.text();
    if (text.length() > MAX_VALUE) {
      fail(Fate.DROPPED);
      return;
    }
    out.append(operator).append('"');
    text.codePoints().forEach(this::escape);
    out.append('"').append(flag.isEmpty() ? "" : " " + flag);
  }

  private void escape(int c) {
    if (Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == ' ') {
      out.appendCodePoint(c);
    } else {
      out.append('\\').append(Integer.toHexString(c)).append(' ');
    }
  }

  private static Set<String> words(String words) {
    return Set.of(words.split(" ", -1));
  }
}
