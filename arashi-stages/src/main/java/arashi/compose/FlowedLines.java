package arashi.compose;

/**
 * Text as {@code format=flowed} (RFC 3676): long lines break after a blank, and readers rejoin them
 * to their width. Lines that start like a quotation count as quotation.
 */
final class FlowedLines {
  private static final int WIDTH = 72;
  private static final int LEAST_WIDTH = 20;
  private static final String SIGNATURE = "-- ";

  private final StringBuilder out;
  private String marks = "";

  private FlowedLines(int length) {
    this.out = new StringBuilder(length + length / 16);
  }

  /** Returns lines that end with CRLF; empty if the text is blank. */
  static String of(String text) {
    String body = text.stripTrailing();
    FlowedLines lines = new FlowedLines(body.length());
    if (!body.isEmpty()) {
      for (String line : (endsInSignature(text, body) ? body + " " : body).split("\n", -1)) {
        lines.line(line);
      }
    }
    return lines.out.toString();
  }

  /** Detects an empty signature at the end, whose separator must keep its blank. */
  private static boolean endsInSignature(String text, String body) {
    return (body.equals("--") || body.endsWith("\n--")) && text.startsWith(" ", body.length());
  }

  private void line(String line) {
    int depth = 0;
    while (depth < line.length() && line.charAt(depth) == '>') {
      depth++;
    }
    marks = line.substring(0, depth);
    String content = line.substring(depth);
    if (depth > 0 && content.startsWith(" ")) {
      content = content.substring(1);
    }
    if (content.equals(SIGNATURE)) {
      write(content);
      return;
    }
    content = withoutBlanksAtTheEnd(content);
    int width = Math.max(LEAST_WIDTH, WIDTH - depth);
    int from = 0;
    for (int to = nextBreak(content, from, width); to > 0; to = nextBreak(content, from, width)) {
      write(content.substring(from, to));
      from = to;
    }
    write(content.substring(from));
  }

  /** Returns the index after the blank where the line from {@code from} breaks; 0 if it doesn't. */
  private static int nextBreak(String content, int from, int width) {
    if (content.length() - from <= width) {
      return 0;
    }
    int first = from;
    while (content.charAt(first) == ' ') {
      first++; // terminates: no blank at the end
    }
    int blank = content.lastIndexOf(' ', from + width - 1);
    if (blank <= first) {
      blank = content.indexOf(' ', Math.max(first, from + width - 1));
    }
    while (blank > 0 && content.substring(from, blank + 1).equals(SIGNATURE)) {
      blank = content.indexOf(' ', blank + 1);
    }
    return blank < 0 ? 0 : blank + 1;
  }

  /** Writes a line, space-stuffed where its start would be misread. */
  private void write(String content) {
    boolean stuffed =
        marks.isEmpty()
            ? content.startsWith(" ") || content.startsWith(">") || content.startsWith("From ")
            : !content.isEmpty();
    out.append(marks).append(stuffed ? " " : "").append(content).append("\r\n");
  }

  private static String withoutBlanksAtTheEnd(String content) {
    int end = content.length();
    while (end > 0 && (content.charAt(end - 1) == ' ' || content.charAt(end - 1) == '\t')) {
      end--;
    }
    return content.substring(0, end);
  }
}
