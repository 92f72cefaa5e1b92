package arashi.mime.html;

import arashi.mime.limit.HtmlLimits;
import arashi.mime.limit.WorkBudget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.owasp.html.HtmlStreamEventReceiver;

/**
 * Repairs tag nesting and bounds its depth. The library's balancer repairs nesting by reopening
 * formatting elements at every block without end: its time and output are quadratic for {@code
 * <col><i>} or {@code <html><a>}. This filter leaves the balancer nothing to repair:
 *
 * <ul>
 *   <li>elements that the policy drops anyway do not reach it;
 *   <li>elements close in the reverse order of their opening. A part of a table opens only where
 *       the table allows it. A table outside a cell ends the table around it, as in browsers, and
 *       formatting around cells has no effect;
 *   <li>formatting that a block interrupted is reopened in the next block, once per name, {@value
 *       #MAX_RESUMED} at most, without attributes (as in the library);
 *   <li>at the limits of {@link HtmlLimits} a tag is dropped, but not its text.
 * </ul>
 *
 * <p>The filter only drops tags, closes them and repeats formatting; the policy still judges its
 * output. Work per tag is O(1) amortised, except for the search of an open element, which is
 * bounded by the depth. For one document on one thread.
 */
final class NestingFilter implements HtmlStreamEventReceiver {
  private static final int MAX_RESUMED = 8;
  private static final int CHARS_PER_STEP = 64;
  private static final char NO_BREAK_SPACE = '\u00a0';

  /** Longer texts are forwarded in pieces, so that the output stops near its limit. */
  private static final int MAX_TEXT = 8 << 10;

  private static final Set<String> VOID = words("area br hr img col wbr");
  private static final Set<String> FORMATS =
      words("b big code em font i s small strike strong tt u");
  private static final Set<String> HEADINGS = words("h1 h2 h3 h4 h5 h6");
  private static final Set<String> ROW_GROUPS = words("tbody thead tfoot");
  private static final Set<String> CELLS = words("td th");

  /** Elements that occur only in a table. */
  private static final Set<String> PARTS = words("caption colgroup col tbody thead tfoot tr td th");

  /** Visible elements without content. */
  private static final Set<String> SHOWN = words("hr img");

  /** Table structure that contains only table parts. */
  private static final Set<String> BARE = words("table colgroup tbody thead tfoot tr");

  /** Elements that shield enclosing elements from tags inside. */
  private static final Set<String> SCOPES = words("table td th caption");

  private static final Set<String> LISTS = words("ul ol dl menu dir");

  /** Elements that end a paragraph. */
  private static final Set<String> BLOCKS =
      words(
          "address article aside blockquote center dd details dialog dir div dl dt fieldset"
              + " figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main"
              + " marquee menu nav ol p plaintext pre search section summary table ul xmp");

  private record Tag(String element, List<String> attributes) {}

  private final HtmlStreamEventReceiver out;
  private final Predicate<String> isSelected;
  private final HtmlLimits limits;
  private final WorkBudget budget;
  private final List<String> open = new ArrayList<>();
  private final Map<String, Integer> openCounts = new HashMap<>();

  /** Open elements that were dropped at a limit. */
  private final Map<String, Integer> leftOut = new HashMap<>();

  private final List<String> toResume = new ArrayList<>();

  /** Formatting elements opened between the cells of a table. */
  private final List<Tag> waiting = new ArrayList<>();

  /**
   * Text between two forwarded tags, merged because the policy's work per text grows with the
   * depth.
   */
  private final StringBuilder text = new StringBuilder();

  private int elementsLeft;
  private int formats;
  private boolean incomplete;
  private boolean stopped;

  /** {@code isSelected} is true for an element that a style sheet names. */
  NestingFilter(
      HtmlStreamEventReceiver out,
      Predicate<String> isSelected,
      HtmlLimits limits,
      WorkBudget budget) {
    this.out = out;
    this.isSelected = isSelected;
    this.limits = limits;
    this.budget = budget;
    this.elementsLeft = limits.maxElements();
  }

  boolean isIncomplete() {
    return incomplete;
  }

  /** Ends the document: closes the open elements and drops the rest. */
  void stop() {
    incomplete = true;
    stopped = true;
  }

  @Override
  public void openDocument() {
    out.openDocument();
  }

  @Override
  public void closeDocument() {
    closeTo(0, false);
    flush();
    out.closeDocument();
  }

  @Override
  public void openTag(String element, List<String> attributes) {
    if (!goesOn(1 + attributes.size()) || !isWritten(element, attributes)) {
      return;
    }
    if (PARTS.contains(element)) {
      openPart(element, attributes);
      return;
    }
    boolean table = element.equals("table");
    if (BARE.contains(top()) && !table && !SHOWN.contains(element)) {
      wait(element, attributes);
      return;
    }
    if (table && BARE.contains(top())) {
      closeTo(open.lastIndexOf("table"), false);
    }
    enterCell();
    open(element, attributes);
  }

  private void open(String element, List<String> attributes) {
    closeBefore(element);
    if (element.equals("table")) {
      toResume.clear();
    } else if (!BLOCKS.contains(element)) {
      resume();
    }
    if (VOID.contains(element)) {
      emit(element, attributes);
    } else {
      push(element, attributes);
    }
  }

  /** Elements without effect are dropped: mail of word processors has very many. */
  private boolean isWritten(String element, List<String> attributes) {
    if (ElementNames.written(element).isEmpty()) {
      return false;
    }
    boolean plain = element.equals("a") || !ElementNames.isKnown(element);
    return !plain
        || ElementNames.isEffective(attributes)
        || isSelected.test(element)
        || (element.equals("a") && (attributes.contains("href") || attributes.contains("name")));
  }

  @Override
  public void closeTag(String element) {
    if (!goesOn(1)) {
      return;
    }
    if (leftOut.getOrDefault(element, 0) > 0) {
      leftOut.merge(element, -1, Integer::sum);
      return;
    }
    if (!waiting.isEmpty()) {
      stopWaiting(element);
    }
    String closed = HEADINGS.contains(element) ? openHeading(element) : element;
    int at = inScope(closed);
    if (at >= 0) {
      closeTo(at, !SCOPES.contains(closed) && !PARTS.contains(closed));
    } else if (closed.equals("p") && !BARE.contains(top()) && open.size() < limits.maxDepth()) {
      emit("p", new ArrayList<>()); // as in browsers, where it ends a line
      out.closeTag("p");
    } else if (toResume.contains(closed)) {
      toResume.remove(toResume.lastIndexOf(closed));
    }
  }

  @Override
  public void text(String more) {
    if (!goesOn(1 + more.length() / CHARS_PER_STEP)) {
      return;
    }
    boolean blank = more.isBlank();
    if (BARE.contains(top()) && (blank || more.replace(NO_BREAK_SPACE, ' ').isBlank())) {
      return;
    }
    if (!blank) {
      enterCell();
      resume();
    }
    for (int at = 0; at < more.length() && !stopped; ) {
      int end = Math.min(more.length(), at + MAX_TEXT);
      if (end < more.length() && Character.isHighSurrogate(more.charAt(end - 1))) {
        end--;
      }
      text.append(more, at, end);
      at = end;
      if (text.length() >= MAX_TEXT) {
        flush();
      }
    }
  }

  private boolean goesOn(int steps) {
    if (!stopped && !budget.allows(steps)) {
      stop();
    }
    return !stopped;
  }

  private int count(String element) {
    return openCounts.getOrDefault(element, 0);
  }

  private String top() {
    return open.isEmpty() ? "" : open.get(open.size() - 1);
  }

  /** Closes elements that the start tag of {@code element} closes implicitly. */
  private void closeBefore(String element) {
    if (BLOCKS.contains(element)) {
      closeIfOpen("p");
    }
    switch (element) {
      case "li" -> closeIfOpen("li");
      case "dd", "dt" -> {
        closeIfOpen("dd");
        closeIfOpen("dt");
      }
      // the balancer closes it at any depth
      case "a" -> {
        if (count("a") > 0) {
          closeTo(open.lastIndexOf("a"), true);
        }
      }
      default -> {
        if (HEADINGS.contains(element)) {
          closeIfOpen(openHeading(element));
        }
      }
    }
  }

  private void closeIfOpen(String element) {
    int at = inScope(element);
    if (at >= 0) {
      closeTo(at, true);
    }
  }

  /** Closes any open heading. */
  private String openHeading(String element) {
    for (String heading : HEADINGS) {
      if (inScope(heading) >= 0) {
        return heading;
      }
    }
    return element;
  }

  /** Returns the index of the innermost open {@code element} that its end tag reaches, or -1. */
  private int inScope(String element) {
    if (count(element) == 0) {
      return -1;
    }
    boolean item = element.equals("li") || element.equals("dd") || element.equals("dt");
    Set<String> ends = PARTS.contains(element) ? Set.of("table") : SCOPES;
    for (int at = open.size() - 1; at >= 0; at--) {
      String there = open.get(at);
      if (there.equals(element)) {
        return at;
      }
      boolean end = ends.contains(there) || (item && LISTS.contains(there));
      if (end && !element.equals("table")) {
        return -1;
      }
    }
    return -1;
  }

  /** Opens a part in the innermost table, with the missing parts between. */
  private void openPart(String part, List<String> attributes) {
    if (count("table") == 0) {
      return; // browsers drop it, too
    }
    int size = open.size();
    while (!takes(open.get(size - 1), part)) {
      size--;
    }
    closeTo(size, false);
    boolean cell = CELLS.contains(part);
    if (top().equals("table") && (cell || part.equals("tr"))) {
      push("tbody", new ArrayList<>());
    }
    if (ROW_GROUPS.contains(top()) && cell) {
      push("tr", new ArrayList<>());
    }
    if (top().equals("table") && part.equals("col")) {
      push("colgroup", new ArrayList<>());
    }
    if (VOID.contains(part)) {
      emit(part, attributes);
    } else {
      push(part, attributes);
    }
  }

  private static boolean takes(String parent, String part) {
    return switch (parent) {
      case "table" -> true;
      case "tbody", "thead", "tfoot" -> part.equals("tr") || CELLS.contains(part);
      case "tr" -> CELLS.contains(part);
      case "colgroup" -> part.equals("col");
      default -> false;
    };
  }

  private void stopWaiting(String element) {
    for (int at = waiting.size() - 1; at >= 0; at--) {
      if (waiting.get(at).element().equals(element)) {
        waiting.subList(at, waiting.size()).clear();
        return;
      }
    }
  }

  /**
   * Holds formatting between cells back. It takes effect only if visible content follows, in a cell
   * of its own.
   */
  private void wait(String element, List<String> attributes) {
    if (waiting.size() < MAX_RESUMED && !VOID.contains(element)) {
      waiting.add(new Tag(element, new ArrayList<>(attributes))); // the lexer reuses its list
    }
  }

  /** Opens a cell for visible content that is in a table but not in a cell. */
  private void enterCell() {
    if (BARE.contains(top())) {
      List<Tag> around = List.copyOf(waiting);
      openPart("td", new ArrayList<>());
      around.forEach(tag -> open(tag.element(), tag.attributes()));
    }
  }

  private void push(String element, List<String> attributes) {
    boolean format = FORMATS.contains(element);
    if (open.size() >= limits.maxDepth() || (format && formats >= limits.maxFormats())) {
      incomplete = true;
      leftOut.merge(element, 1, Integer::sum);
      return;
    }
    emit(element, attributes);
    open.add(element);
    openCounts.merge(element, 1, Integer::sum);
    formats += format ? 1 : 0;
  }

  private void emit(String element, List<String> attributes) {
    flush();
    if (ElementNames.isKnown(element) || isSelected.test(element)) {
      ElementNames.mark(element, attributes);
    }
    out.openTag(ElementNames.written(element).orElse(element), attributes);
    if (--elementsLeft == 0) {
      stop();
    }
  }

  private void flush() {
    if (text.length() > 0) {
      out.text(text.toString());
      text.setLength(0);
    }
  }

  /**
   * Closes elements until {@code size} are open.
   *
   * @param resumes whether formatting resumes in the following content; the lowest closed element
   *     does not, because this is its end
   */
  private void closeTo(int size, boolean resumes) {
    waiting.clear();
    for (int at = open.size() - 1; at >= size; at--) {
      String element = open.remove(at);
      openCounts.merge(element, -1, Integer::sum);
      flush();
      out.closeTag(ElementNames.written(element).orElse(element));
      if (FORMATS.contains(element)) {
        formats--;
        boolean resumed = toResume.size() == MAX_RESUMED || toResume.contains(element);
        if (resumes && at > size && !resumed) {
          toResume.add(element);
        }
      }
    }
    if (!resumes) {
      toResume.clear();
    }
  }

  private void resume() {
    while (!toResume.isEmpty()) {
      push(toResume.remove(toResume.size() - 1), new ArrayList<>());
    }
  }

  private static Set<String> words(String words) {
    return Set.copyOf(Arrays.asList(words.split(" ", -1)));
  }
}
