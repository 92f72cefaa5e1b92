package arashi.mime.html;

import arashi.mime.html.HtmlSanitizer.Passing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.owasp.html.HtmlStreamEventReceiver;

/**
 * Replaces elements that cannot be shown by what a reader needs of them, for the page and for plain
 * text alike: form controls by their text, frames and players by their fallback or a link. Content
 * that browsers never show vanishes. For one document on one thread.
 */
final class ElementMapping extends Passing {
  /** Elements whose content is never shown. */
  private static final Set<String> SKIPPED =
      words(
          "annotation annotation-xml clippath datalist defs desc iframe mask metadata script style"
              + " symbol template title");

  /** Elements that browsers replace by something of their own. */
  private static final Set<String> PLAYERS = words("audio video object meter progress");

  /** Elements that stand apart from their neighbours, though on the same line. */
  private static final Set<String> APART = words("button select text textarea");

  private static final Set<String> BUTTONS = words("submit reset button");
  private static final Set<String> SILENT = words("hidden password file color range image");
  private static final Pattern WEB = Pattern.compile("(?i)(?:https?:)?//[^\\s<>\"]{1,2000}");
  private static final Pattern INVISIBLE = Pattern.compile("(?i)none|hidden");
  private static final Pattern DOT = Pattern.compile("\\s{0,9}[01](?:px)?\\s{0,9}");
  private static final String BETWEEN_OPTIONS = " / ";

  private static final int MAX_ATTRIBUTES = 100;

  private String skipped = "";
  private int depth;
  private boolean isFirstOption = true;

  /** The innermost player without fallback so far, and what is shown if it stays so. */
  private String player = "";

  private String address = "";
  private String value = "";

  ElementMapping(HtmlStreamEventReceiver out) {
    super(out);
  }

  @Override
  public void openTag(String element, List<String> list) {
    if (!skipped.isEmpty()) {
      depth += element.equals(skipped) ? 1 : 0;
      return;
    }
    List<String> attributes = firstOfEachName(list);
    switch (element) {
      case "details" -> {
        if (!attributes.contains("open")) { // nothing of a mail is folded away
          attributes.add("open");
          attributes.add("");
        }
        super.openTag(element, attributes);
      }
      case "image" -> super.openTag("img", attributes);
      case "embed" -> frame(attributes);
      case "input" -> input(attributes);
      case "option" -> {
        super.text(isFirstOption ? "" : BETWEEN_OPTIONS);
        isFirstOption = false;
      }
      case "optgroup" -> {
        super.text((isFirstOption ? "" : BETWEEN_OPTIONS) + value(attributes, "label") + ": ");
        isFirstOption = true;
      }
      case "source" -> {
        if (!player.isEmpty() && address.isEmpty()) {
          address = value(attributes, "src");
        }
      }
      default -> open(element, attributes);
    }
  }

  private void open(String element, List<String> attributes) {
    if (SKIPPED.contains(element)) {
      skipped = element;
      depth = 1;
      if (element.equals("iframe")) {
        frame(attributes);
      }
      return;
    }
    if (element.equals("img")) {
      player = "";
    }
    if (PLAYERS.contains(element)) {
      play(element, attributes);
    }
    if (APART.contains(element)) {
      super.text(" ");
      isFirstOption = true;
    }
    super.openTag(element, attributes);
    poster(element, attributes);
  }

  /**
   * Copies the list, which the lexer reuses, without further attributes of the same name, as in
   * browsers, and without those beyond a limit.
   */
  private static List<String> firstOfEachName(List<String> attributes) {
    List<String> kept = new ArrayList<>();
    Set<String> names = new HashSet<>();
    Iterator<String> pair = attributes.iterator(); // a linked list
    while (pair.hasNext() && names.size() < MAX_ATTRIBUTES) {
      String name = pair.next();
      String value = pair.next();
      if (names.add(name)) {
        kept.add(name);
        kept.add(value);
      }
    }
    return kept;
  }

  private void play(String element, List<String> attributes) {
    player = element;
    address = value(attributes, element.equals("object") ? "data" : "src");
    String most = value(attributes, "max");
    value = value(attributes, "value") + (most.isEmpty() ? "" : " / " + most);
  }

  private void poster(String element, List<String> attributes) {
    String poster = value(attributes, "poster");
    if (element.equals("video") && !poster.isEmpty()) {
      super.openTag("img", new ArrayList<>(List.of("src", poster)));
    }
  }

  @Override
  public void closeTag(String element) {
    if (!skipped.isEmpty()) {
      depth -= element.equals(skipped) ? 1 : 0;
      skipped = depth == 0 ? "" : skipped;
      return;
    }
    if (element.equals(player)) {
      endPlayer();
    }
    if (element.equals("br")) {
      super.openTag("br", new ArrayList<>()); // as in browsers
      return;
    }
    super.closeTag(element);
    if (APART.contains(element)) {
      super.text(" ");
    }
  }

  private void endPlayer() {
    if (player.equals("meter") || player.equals("progress")) {
      super.text(value);
    } else {
      link(address);
    }
    player = "";
  }

  @Override
  public void text(String text) {
    if (!skipped.isEmpty()) {
      return;
    }
    if (!text.isBlank()) {
      player = "";
    }
    super.text(text);
  }

  /** Links to the content of a frame that was meant to be seen. */
  private void frame(List<String> attributes) {
    boolean invisible =
        INVISIBLE.matcher(value(attributes, "style")).find()
            || DOT.matcher(value(attributes, "width")).matches()
            || DOT.matcher(value(attributes, "height")).matches();
    if (!invisible) {
      link(value(attributes, "src"));
    }
  }

  private void link(String url) {
    String target = url.strip();
    if (WEB.matcher(target).matches()) {
      super.text(" ");
      super.openTag("a", new ArrayList<>(List.of("href", target)));
      super.text(target);
      super.closeTag("a");
      super.text(" ");
    }
  }

  private void input(List<String> attributes) {
    String type = value(attributes, "type").strip().toLowerCase(Locale.ROOT);
    boolean checked = attributes.contains("checked");
    switch (type) {
      case "checkbox" -> super.text(checked ? " ☑ " : " ☐ ");
      case "radio" -> super.text(checked ? " ◉ " : " ○ ");
      default -> {
        if (type.equals("image")) {
          super.openTag("img", attributes);
        } else if (!SILENT.contains(type)) {
          control(BUTTONS.contains(type) ? "button" : "input", attributes);
        }
      }
    }
  }

  private void control(String element, List<String> attributes) {
    String said = value(attributes, "value");
    String shown = said.isEmpty() ? value(attributes, "placeholder") : said;
    if (!shown.isEmpty()) {
      super.text(" ");
      super.openTag(element, attributes);
      super.text(shown);
      super.closeTag(element);
      super.text(" ");
    }
  }

  private static String value(List<String> attributes, String name) {
    for (int at = 0; at + 1 < attributes.size(); at += 2) {
      if (attributes.get(at).equals(name)) {
        return attributes.get(at + 1);
      }
    }
    return "";
  }

  private static Set<String> words(String words) {
    return Set.copyOf(Arrays.asList(words.split(" ", -1)));
  }
}
