package arashi.mime.html;

import arashi.mime.html.CssToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses lists of rules and declarations with the error recovery of CSS Syntax 3, 5: a fault costs
 * its declaration or rule, and nothing else. Blocks are parsed one level at a time. Pure functions.
 */
final class CssParser {
  private final List<CssToken> tokens;
  private final Place place;
  private final boolean inRule;
  private final List<Item> items = new ArrayList<>();
  private int at;

  private enum Place {
    SHEET,
    GROUP,
    RULE,
    ATTRIBUTE
  }

  private CssParser(List<CssToken> tokens, Place place) {
    this.tokens = tokens;
    this.place = place;
    this.inRule = place == Place.RULE || place == Place.ATTRIBUTE;
  }

  /** A declaration or a rule. */
  sealed interface Item {}

  /** {@code value} has no white space at its ends, and no {@code !important}. */
  record Declaration(String name, List<CssToken> value, boolean important) implements Item {
    boolean isCustom() {
      return name.startsWith("--");
    }
  }

  /**
   * A rule.
   *
   * @param name of an at-rule in lower case; empty for a rule with selectors
   * @param prelude selectors or conditions
   * @param block content of its block; empty for a statement such as {@code @import}
   */
  record Rule(String name, List<CssToken> prelude, Optional<List<CssToken>> block)
      implements Item {}

  /** Parses a style sheet, where {@code <!--} and {@code -->} have no meaning. */
  static List<Item> sheet(List<CssToken> tokens) {
    return new CssParser(tokens, Place.SHEET).items();
  }

  /** Parses the rules of a group, such as the block of {@code @media}. */
  static List<Item> group(List<CssToken> tokens) {
    return new CssParser(tokens, Place.GROUP).items();
  }

  /** Parses the declarations and nested rules of a rule with selectors. */
  static List<Item> block(List<CssToken> tokens) {
    return new CssParser(tokens, Place.RULE).items();
  }

  /** Parses a {@code style} attribute: declarations, without nested rules. */
  static List<Item> attribute(List<CssToken> tokens) {
    return new CssParser(tokens, Place.ATTRIBUTE).items();
  }

  private List<Item> items() {
    while (at < tokens.size()) {
      CssToken token = tokens.get(at);
      boolean ignored = inRule ? token.is(';') : place == Place.SHEET && token.is(Kind.MARKER);
      if (ignored || token.is(Kind.SPACE)) {
        at++;
      } else if (token.is(Kind.AT)) {
        at++;
        rule(token.text());
      } else if (!inRule || !declaration()) {
        fault();
      }
    }
    return items;
  }

  /** Reads what is not a declaration: a rule, or a fault up to the next semicolon. */
  private void fault() {
    if (place != Place.ATTRIBUTE) {
      rule("");
      return;
    }
    while (at < tokens.size() && !tokens.get(at).is(';')) {
      at = CssToken.after(tokens, at);
    }
  }

  /** Parses a rule; a semicolon ends an at-rule, and a rule within a block. */
  private void rule(String name) {
    int start = at;
    boolean endsEarly = inRule || !name.isEmpty();
    while (at < tokens.size()) {
      CssToken token = tokens.get(at);
      if (endsEarly && token.is(';')) {
        if (!name.isEmpty()) {
          items.add(new Rule(name, part(start, at), Optional.empty()));
        }
        at++;
        return;
      }
      int next = CssToken.after(tokens, at);
      if (token.is('{')) {
        items.add(new Rule(name, part(start, at), Optional.of(CssToken.within(tokens, at))));
        at = next;
        return;
      }
      at = next;
    }
    if (!name.isEmpty()) {
      items.add(new Rule(name, part(start, at), Optional.empty()));
    }
  }

  private List<CssToken> part(int from, int to) {
    return CssToken.strip(tokens.subList(from, to));
  }

  /** Parses a declaration, or returns false and stays where it is. */
  private boolean declaration() {
    if (!tokens.get(at).is(Kind.IDENT)) {
      return false;
    }
    int colon = at + 1;
    while (colon < tokens.size() && tokens.get(colon).is(Kind.SPACE)) {
      colon++;
    }
    if (colon == tokens.size() || !tokens.get(colon).is(':')) {
      return false;
    }
    String name = tokens.get(at).text();
    boolean hasBlock = false;
    int end = colon + 1;
    while (end < tokens.size() && !tokens.get(end).is(';')) {
      hasBlock |= tokens.get(end).is('{');
      end = CssToken.after(tokens, end);
    }
    List<CssToken> value = part(colon + 1, end);
    if (hasBlock && !name.startsWith("--")) {
      return false;
    }
    at = end;
    int mark = value.size() - 1;
    boolean important = mark >= 0 && value.get(mark).isWord("important");
    if (important) {
      mark--;
      while (mark >= 0 && value.get(mark).is(Kind.SPACE)) {
        mark--;
      }
      important = mark >= 0 && value.get(mark).is('!');
    }
    List<CssToken> kept = important ? CssToken.strip(value.subList(0, mark)) : value;
    items.add(new Declaration(name, kept, important));
    return true;
  }
}
