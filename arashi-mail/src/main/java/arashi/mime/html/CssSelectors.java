package arashi.mime.html;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.htmlunit.cssparser.parser.condition.AttributeCondition;
import org.htmlunit.cssparser.parser.condition.Condition;
import org.htmlunit.cssparser.parser.condition.IsPseudoClassCondition;
import org.htmlunit.cssparser.parser.condition.NotPseudoClassCondition;
import org.htmlunit.cssparser.parser.condition.WherePseudoClassCondition;
import org.htmlunit.cssparser.parser.selector.ChildSelector;
import org.htmlunit.cssparser.parser.selector.DescendantSelector;
import org.htmlunit.cssparser.parser.selector.DirectAdjacentSelector;
import org.htmlunit.cssparser.parser.selector.ElementSelector;
import org.htmlunit.cssparser.parser.selector.GeneralAdjacentSelector;
import org.htmlunit.cssparser.parser.selector.PseudoElementSelector;
import org.htmlunit.cssparser.parser.selector.Selector;
import org.htmlunit.cssparser.parser.selector.SelectorList;

/**
 * Rewrites selectors, with classes and ids renamed by {@link Names} as in the elements. Drops a
 * selector that contains anything off the allow-list. For one rule on one thread.
 */
final class CssSelectors {
  private static final int MAX_COMPOUNDS = 20;
  private static final int MAX_SELECTORS = 200;

  private static final Pattern ELEMENT = Pattern.compile("\\*|[A-Za-z][A-Za-z0-9]{0,20}");
  private static final Pattern ATTRIBUTE = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,40}");
  private static final Pattern PSEUDO_CLASS =
      Pattern.compile(
          "link|visited|hover|active|focus|root|empty|target|(?:first|last|only)-(?:child|of-type)|nth-(?:last-)?(?:child|of-type)\\((?:odd|even|[+-]?\\d{0,4}n?(?:"
              + " ?[+-] ?\\d{1,4})?)\\)",
          Pattern.CASE_INSENSITIVE);
  private static final Set<String> PSEUDO_ELEMENTS =
      Set.of("before", "after", "first-line", "first-letter");

  private final StringBuilder out = new StringBuilder();
  private int compounds;

  private CssSelectors() {}

  /** Rewrites a list of selectors; empty if none is allowed. */
  static Optional<String> write(SelectorList selectors) {
    StringBuilder list = new StringBuilder();
    int left = MAX_SELECTORS;
    for (Selector selector : selectors) {
      CssSelectors one = new CssSelectors();
      if (left-- > 0 && one.selector(selector)) {
        list.append(list.length() == 0 ? "" : ",").append(one.out);
      }
    }
    return list.length() == 0 ? Optional.empty() : Optional.of(list.toString());
  }

  /**
   * Returns the key of a selector for all elements of one name, class or id: {@code p}, {@code .c},
   * {@code #i}.
   */
  static Optional<String> key(Selector selector) {
    if (!(selector instanceof ElementSelector element)) {
      return selector instanceof DescendantSelector || selector instanceof ChildSelector
          ? key(selector.getSimpleSelector())
          : Optional.empty();
    }
    List<Condition> conditions = conditions(element);
    if (conditions.size() > 1) {
      return Optional.empty();
    } else if (conditions.isEmpty()) {
      return Optional.ofNullable(element.getLocalNameLowerCase());
    }
    Condition only = conditions.get(0);
    return switch (only.getConditionType()) {
      case CLASS_CONDITION -> Optional.of("." + only.getValue());
      case ID_CONDITION -> Optional.of("#" + only.getValue());
      default -> Optional.empty();
    };
  }

  private static List<Condition> conditions(ElementSelector element) {
    List<Condition> conditions = element.getConditions();
    return conditions == null ? List.of() : conditions;
  }

  private boolean selector(Selector selector) {
    if (++compounds > MAX_COMPOUNDS) {
      return false;
    }
    if (selector instanceof DescendantSelector pair) {
      return pair(pair.getAncestorSelector(), " ", pair.getSimpleSelector());
    } else if (selector instanceof ChildSelector pair) {
      return pair(pair.getAncestorSelector(), ">", pair.getSimpleSelector());
    } else if (selector instanceof DirectAdjacentSelector pair) {
      return pair(pair.getSelector(), "+", pair.getSimpleSelector());
    } else if (selector instanceof GeneralAdjacentSelector pair) {
      return pair(pair.getSelector(), "~", pair.getSimpleSelector());
    } else if (selector instanceof PseudoElementSelector pseudo) {
      return pseudoElement(pseudo.getLocalName());
    }
    return selector instanceof ElementSelector element && element(element);
  }

  private boolean pair(Selector left, String combinator, Selector right) {
    if (right instanceof PseudoElementSelector pseudo) {
      return selector(left) && pseudoElement(pseudo.getLocalName());
    }
    if (!selector(left)) {
      return false;
    }
    out.append(combinator);
    return selector(right);
  }

  private boolean pseudoElement(String name) {
    boolean known = PSEUDO_ELEMENTS.contains(name);
    out.append(known ? "::" + name : "");
    return known;
  }

  private boolean element(ElementSelector element) {
    String name = element.getLocalName();
    if (name != null) {
      if (!ELEMENT.matcher(name).matches()) {
        return false;
      }
      out.append(name);
    } else if (conditions(element).isEmpty()) {
      out.append('*');
    }
    for (Condition condition : conditions(element)) {
      if (!condition(condition)) {
        return false;
      }
    }
    return true;
  }

  private boolean condition(Condition condition) {
    return switch (condition.getConditionType()) {
      case CLASS_CONDITION -> name(".", condition.getValue());
      case ID_CONDITION -> name("#", condition.getValue());
      case PSEUDO_CLASS_CONDITION -> pseudoClass(condition.getValue());
      case NOT_PSEUDO_CLASS_CONDITION ->
          nested("not", ((NotPseudoClassCondition) condition).getSelectors());
      case IS_PSEUDO_CLASS_CONDITION ->
          nested("is", ((IsPseudoClassCondition) condition).getSelectors());
      case WHERE_PSEUDO_CLASS_CONDITION ->
          nested("where", ((WherePseudoClassCondition) condition).getSelectors());
      default -> condition instanceof AttributeCondition attribute && attribute(attribute);
    };
  }

  private boolean name(String mark, String name) {
    Optional<String> safe = Names.of(name);
    safe.ifPresent(one -> out.append(mark).append(one));
    return safe.isPresent();
  }

  private boolean pseudoClass(String name) {
    if (PSEUDO_ELEMENTS.contains(name)) { // CSS 2 uses a single colon
      return pseudoElement(name);
    }
    boolean known = PSEUDO_CLASS.matcher(name).matches();
    out.append(known ? ":" + name : "");
    return known;
  }

  private boolean nested(String name, SelectorList selectors) {
    out.append(':').append(name).append('(');
    boolean first = true;
    for (Selector one : selectors) {
      out.append(first ? "" : ",");
      first = false;
      if (!selector(one)) {
        return false;
      }
    }
    out.append(')');
    return !first;
  }

  /** Writes classes and ids under their new names, other attributes unchanged. */
  private boolean attribute(AttributeCondition condition) {
    String attribute = condition.getLocalName();
    String value = condition.getValue();
    if (attribute == null || !ATTRIBUTE.matcher(attribute).matches()) {
      return false;
    }
    boolean named = attribute.equalsIgnoreCase("class") || attribute.equalsIgnoreCase("id");
    out.append('[').append(attribute);
    if (value != null) {
      boolean inside =
          switch (condition.getConditionType()) {
            case SUBSTRING_ATTRIBUTE_CONDITION, SUFFIX_ATTRIBUTE_CONDITION -> true;
            default -> false;
          };
      if (named && !inside) {
        value = Names.all(value);
      }
      if (value.length() > 200) {
        return false;
      }
      out.append(condition.getOperator()).append('"');
      value.codePoints().forEach(this::escape);
      out.append('"');
    }
    out.append(']');
    return true;
  }

  private void escape(int c) {
    if (Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == ' ') {
      out.appendCodePoint(c);
    } else {
      out.append('\\').append(Integer.toHexString(c)).append(' ');
    }
  }
}
