package arashi.mime.html;

import arashi.mime.limit.WorkBudget;
import arashi.mime.text.TextCleaner;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.owasp.html.HtmlSanitizer.Policy;
import org.owasp.html.HtmlStreamEventReceiver;

/**
 * Extracts the readable text of HTML, for previews, search and readers who prefer plain text. It
 * reads the tag events directly: a tree costs ten times as much, and its nesting repair is
 * superlinear.
 */
public final class HtmlText {
  private static final int CHARS_PER_STEP = 64;

  /** Maximum number of quotation marks per line; deeper quotations get this many. */
  private static final int MAX_DEPTH = 20;

  private static final int NO_NUMBER = Integer.MIN_VALUE;

  /** Links that work outside the mail. Longer ones are useless in text. */
  private static final Pattern TARGET =
      Pattern.compile("(?i)(?:https?://|mailto:)[^\\s<>\"]{1,500}");

  private static final Set<String> VOID = words("area br col hr img input wbr");

  private static final Set<String> DISPLAYS_BLOCK =
      words("block flex grid table list-item flow-root table-row");

  private static final String CELL = " | ";
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

  private static final Set<String> PARAGRAPHS =
      words("p h1 h2 h3 h4 h5 h6 blockquote ul ol table pre listing xmp plaintext");

  private static final Set<String> PREFORMATTED = words("pre listing xmp plaintext textarea");

  private static final Set<String> BLOCKS =
      words(
          "html head body section nav aside hgroup header footer p h1 h2 h3 h4 h5 h6 ul ol pre div"
              + " blockquote hr address figure figcaption form fieldset legend dl dt dd li table"
              + " caption thead tfoot tbody colgroup col tr th td video audio canvas details summary"
              + " dialog search menu article main center dir listing xmp plaintext marquee");

  private HtmlText() {}

  /**
   * Returns at most {@code maxChars} characters of the text of {@code html}.
   *
   * @throws WorkBudget.ExhaustedException if the budget ends first
   */
  public static String of(String html, int maxChars, WorkBudget budget) {
    return read(html, new Collector(maxChars, budget, false));
  }

  /**
   * Returns the text with the structure that an answer or a forwarded mail needs. Links show their
   * targets, as in {@code the map <https://maps.example/7>}. Quoted lines get one {@code >} per
   * level, items are numbered and indented, and the cells of a row are joined, as in {@code Mon |
   * 7:30 | pier 4}.
   *
   * @throws WorkBudget.ExhaustedException if the budget ends first
   */
  public static String quotable(String html, int maxChars, WorkBudget budget) {
    return read(html, new Collector(maxChars, budget, true));
  }

  private static String read(String html, Collector collector) {
    org.owasp.html.HtmlSanitizer.sanitize(
        html,
        NO_POLICY,
        balancer -> new ElementMapping(new HiddenContent(collector, collector.quotable)));
    return TextCleaner.clean(collector.text());
  }

  /** Never called: the collector consumes all events before the policy. */
  private static final Policy NO_POLICY =
      new Policy() {
        @Override
        public void openDocument() {}

        @Override
        public void closeDocument() {}

        @Override
        public void openTag(String element, List<String> attributes) {}

        @Override
        public void closeTag(String element) {}

        @Override
        public void text(String text) {}
      };

  private static final class Collector implements HtmlStreamEventReceiver {
    private final StringBuilder out = new StringBuilder();
    private final int maxChars;
    private final WorkBudget budget;
    private int preformatted;

    /**
     * Open inline elements whose style makes them blocks, and how many of their name are in them.
     */
    private final Deque<Styled> styled = new ArrayDeque<>();

    /** True after the start or end of an unknown element: a word ends there. */
    private boolean isWordEnd;

    private final boolean quotable;

    /** Depth of quotation by text offset, recorded at each change; changes are at line starts. */
    private final NavigableMap<Integer, Integer> depths = new TreeMap<>();

    private int depth;
    private String target = "";
    private int linkStart;

    /** The number of the next item of each enclosing list, or {@link #NO_NUMBER}. */
    private final Deque<Integer> lists = new ArrayDeque<>();

    /** Offset of an item's text after its mark; no break is inserted there. */
    private int itemStart = -1;

    /** True after a cell: text of the next cell continues the line. */
    private boolean isBesideCell;

    private boolean isStartOfPre;

    Collector(int maxChars, WorkBudget budget, boolean quotable) {
      this.maxChars = maxChars;
      this.budget = budget;
      this.quotable = quotable;
    }

    String text() {
      return depths.isEmpty() ? out.toString().strip() : marked();
    }

    /** Adds quotation marks to the lines. */
    private String marked() {
      StringBuilder text = new StringBuilder(out.length() + out.length() / 8);
      int start = 0;
      for (String line : out.toString().split("\n", -1)) {
        Map.Entry<Integer, Integer> change = depths.floorEntry(start);
        int marks = change == null ? 0 : Math.min(change.getValue(), MAX_DEPTH);
        text.append(">".repeat(marks)).append(marks > 0 && !line.isEmpty() ? " " : "");
        text.append(line).append('\n');
        start += line.length() + 1;
      }
      return TextCleaner.cut(text.toString().strip(), maxChars);
    }

    @Override
    public void openDocument() {}

    @Override
    public void closeDocument() {}

    @Override
    public void openTag(String element, List<String> attributes) {
      if (isOver(1 + attributes.size())) {
        return;
      }
      openStyled(element, HiddenContent.display(attributes));
      preformatted += PREFORMATTED.contains(element) && !element.equals("pre") ? 1 : 0;
      switch (element) {
        case "br" -> out.append('\n');
        case "pre" -> {
          lineBreak(2);
          preformatted++;
          isStartOfPre = true;
        }
        case "li" -> item(attributes);
        case "ul", "ol" -> list(element, attributes);
        case "img" -> alternative(attributes);
        case "area" -> area(attributes);
        case "a" -> openLink(attributes);
        case "rt" -> append(out.length() > 0 && out.charAt(out.length() - 1) == '(' ? "" : " ");
        default -> block(element);
      }
      if (element.equals("blockquote")) {
        quote(1);
      }
    }

    private void openStyled(String element, String display) {
      boolean known = BLOCKS.contains(element) || VOID.contains(element);
      if (!known && DISPLAYS_BLOCK.contains(display) && styled.size() < MAX_DEPTH) {
        styled.push(new Styled(element));
        lineBreak(1);
      } else if (!styled.isEmpty() && styled.peek().element.equals(element)) {
        styled.peek().depth++;
      }
      isWordEnd |= isUnknown(element);
    }

    private void closeStyled(String element) {
      isWordEnd |= isUnknown(element);
      if (!styled.isEmpty() && styled.peek().element.equals(element)) {
        styled.peek().depth--;
        if (styled.peek().depth == 0) {
          styled.pop();
          lineBreak(1);
        }
      }
    }

    private static boolean isUnknown(String element) {
      return element.indexOf('-') > 0 && ElementNames.marker(element).isPresent();
    }

    private void area(List<String> attributes) {
      isWordEnd = true;
      openLink(attributes);
      alternative(attributes);
      closeLink();
      isWordEnd = true;
    }

    private void list(String element, List<String> attributes) {
      lineBreak(quotable && !lists.isEmpty() ? 1 : 2);
      if (lists.size() < MAX_DEPTH) {
        lists.push(element.equals("ol") ? number(attributes, "start", 1) : NO_NUMBER);
      }
    }

    private void item(List<String> attributes) {
      lineBreak(1);
      if (!quotable) {
        out.append("* ");
        return;
      }
      out.append("   ".repeat(Math.max(0, lists.size() - 1)));
      int next = lists.isEmpty() ? NO_NUMBER : lists.pop();
      if (next == NO_NUMBER) {
        out.append("* ");
        lists.push(NO_NUMBER);
      } else {
        int number = number(attributes, "value", next);
        out.append(number).append(". ");
        lists.push(number + 1);
      }
      itemStart = out.length();
    }

    private static int number(List<String> attributes, String name, int usual) {
      String value = value(attributes, name).strip();
      return NUMBER.matcher(value).matches() ? Integer.parseInt(value) : usual;
    }

    private static String value(List<String> attributes, String name) {
      for (int i = 0; i + 1 < attributes.size(); i += 2) {
        if (attributes.get(i).equals(name)) {
          return attributes.get(i + 1);
        }
      }
      return "";
    }

    private void quote(int levels) {
      depth = Math.max(0, depth + levels);
      if (quotable) {
        depths.put(out.length(), depth);
      }
    }

    private void openLink(List<String> attributes) {
      target = "";
      linkStart = out.length();
      String href = value(attributes, "href").strip();
      if (quotable && TARGET.matcher(href).matches()) {
        target = href;
      }
    }

    /** Appends the target of a link, unless its text shows the target already. */
    private void closeLink() {
      if (target.isEmpty()) {
        return;
      }
      String said = out.substring(Math.min(linkStart, out.length()));
      String plain = target.replaceFirst("^(?i:mailto:|https?://)", "").replaceFirst("/$", "");
      if (!said.contains(plain)) {
        append((said.isBlank() || said.endsWith(" ") ? "<" : " <") + target + ">");
      }
      target = "";
    }

    @Override
    public void closeTag(String element) {
      if (isOver(1)) {
        return;
      }
      closeStyled(element);
      if (PREFORMATTED.contains(element) && preformatted > 0) {
        preformatted--;
      } else if (element.equals("a")) {
        closeLink();
      } else if (element.equals("ul") || element.equals("ol")) {
        lists.poll();
        if (quotable && !lists.isEmpty()) {
          lineBreak(1);
          return;
        }
      } else if (quotable && element.equals("p") && !lists.isEmpty()) {
        lineBreak(1); // the next paragraph of an item gets its own break
        return;
      }
      block(element);
      if (element.equals("blockquote")) {
        quote(-1);
      }
    }

    @Override
    public void text(String text) {
      if (!isOver(1 + text.length() / CHARS_PER_STEP)) {
        append(text);
      }
    }

    private boolean isOver(int steps) {
      budget.spend(steps);
      return out.length() >= maxChars;
    }

    private void block(String element) {
      if (quotable && (element.equals("td") || element.equals("th"))) {
        isBesideCell = true;
        return;
      }
      if (BLOCKS.contains(element)) {
        lineBreak(PARAGRAPHS.contains(element) ? 2 : 1);
      }
    }

    private void alternative(List<String> attributes) {
      append(value(attributes, "alt"));
    }

    private void append(String said) {
      String text = said;
      if (isStartOfPre && !text.isEmpty()) { // HTML, 13.1.2.5: skip the first line end
        isStartOfPre = false;
        text = text.replaceFirst("^\r?\n", "");
      }
      if (isBesideCell && !text.isBlank()) {
        besideCell();
      }
      if (isWordEnd && !text.isEmpty()) {
        isWordEnd = false;
        endWord(text.codePointAt(0));
      }
      if (preformatted > 0) {
        int left = Math.max(0, maxChars - out.length()); // a mark may exceed the limit
        out.append(text, 0, Math.min(text.length(), left));
        return;
      }
      for (int i = 0; i < text.length() && out.length() < maxChars; i++) {
        char c = text.charAt(i);
        boolean space = Character.isWhitespace(c) || c == '\u00a0';
        if (!space) {
          out.append(c);
        } else if (out.length() > 0 && !endsWithSpace()) {
          out.append(' ');
        }
      }
    }

    private void endWord(int next) {
      boolean glued =
          out.length() > 0
              && Character.isLetterOrDigit(out.codePointBefore(out.length()))
              && Character.isLetterOrDigit(next);
      out.append(glued ? " " : "");
    }

    private void besideCell() {
      isBesideCell = false;
      int end = out.length();
      while (end > 0 && out.charAt(end - 1) == ' ') {
        end--;
      }
      if (end == 0 || out.charAt(end - 1) == '\n') {
        return; // the first cell of its row
      }
      out.setLength(end);
      out.append(CELL);
    }

    private boolean endsWithSpace() {
      char last = out.charAt(out.length() - 1);
      return last == ' ' || last == '\n';
    }

    private void lineBreak(int lines) {
      if (out.length() == itemStart) {
        return;
      }
      isBesideCell = false;
      int length = out.length();
      while (length > 0 && out.charAt(length - 1) == ' ') {
        length--;
      }
      out.setLength(length);
      int present = 0;
      while (present < lines && present < length && out.charAt(length - 1 - present) == '\n') {
        present++;
      }
      if (length > 0) {
        out.append("\n".repeat(lines - present));
      }
    }
  }

  private static final class Styled {
    private final String element;
    private int depth = 1;

    Styled(String element) {
      this.element = element;
    }
  }

  private static Set<String> words(String words) {
    return Set.copyOf(Arrays.asList(words.split(" ", -1)));
  }
}
