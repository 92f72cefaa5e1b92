package arashi.compose;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Signatures in the text of a draft, below a line of two dashes and a space. */
final class Signature {
  private static final String SEPARATOR = "-- \n";

  /** The line above a forwarded mail; the text below it is someone else's. */
  private static final Pattern FORWARDED = Pattern.compile("(?m)^-{8} .* -{8}$");

  /** Longer text below a separator is likely no signature. */
  private static final int MAX_LINES = 12;

  /** A line that begins something else, such as an earlier mail. */
  private static final Pattern RULE = Pattern.compile("\\s*(?:>|[-_=*]{4}).*");

  private Signature() {}

  /** Returns {@code text}, an empty line to write on, and the signature, if any. */
  static String below(String text, Identity identity) {
    String block = block(identity);
    return block.isEmpty() ? text : text + "\n\n" + block;
  }

  /** Replaces the signature of {@code old}, unless it was edited or deleted. */
  static String exchange(String text, Identity old, Identity identity) {
    String before = block(old);
    String after = block(identity);
    if (before.equals(after)) {
      return text;
    }
    if (before.isEmpty()) {
      return inserted(text, after);
    }
    int start = find(text, before);
    if (start < 0) {
      return text;
    }
    int end = start + before.length();
    if (!after.isEmpty()) {
      return text.substring(0, start) + after + text.substring(end);
    }
    // removes the space above the signature too
    int from = start;
    for (int i = 0; i < 2 && from > 0 && text.charAt(from - 1) == '\n'; i++) {
      from--;
    }
    return text.substring(0, from) + text.substring(end);
  }

  /**
   * Removes the signature at the end of a received text: a few lines in a row. Text after an empty
   * line, or after a line like those above earlier mails, is more than a signature, and all stays.
   */
  static String removed(String text) {
    int start = text.startsWith(SEPARATOR) ? 0 : text.lastIndexOf("\n" + SEPARATOR) + 1;
    boolean found = start > 0 || text.startsWith(SEPARATOR);
    if (!found) {
      return text;
    }
    String signature = text.substring(start + SEPARATOR.length());
    List<String> lines = signature.strip().lines().limit(MAX_LINES + 1L).toList();
    boolean alone =
        lines.size() <= MAX_LINES
            && lines.stream().noneMatch(line -> line.isBlank() || RULE.matcher(line).matches());
    return alone ? text.substring(0, start).stripTrailing() : text;
  }

  private static String block(Identity identity) {
    String signature = identity.signature().replace("\r\n", "\n").stripTrailing();
    return signature.isEmpty() ? "" : SEPARATOR + signature;
  }

  /** Returns the first match of the block in whole, unquoted lines, or -1. */
  private static int find(String text, String block) {
    int own = forwarded(text);
    for (int at = text.indexOf(block); at >= 0 && at < own; at = text.indexOf(block, at + 1)) {
      int end = at + block.length();
      boolean starts = at == 0 || text.charAt(at - 1) == '\n';
      if (starts && (end == text.length() || text.charAt(end) == '\n')) {
        return at;
      }
    }
    return -1;
  }

  private static int forwarded(String text) {
    Matcher line = FORWARDED.matcher(text);
    return line.find() ? line.start() : text.length();
  }

  /**
   * Inserts the block above a forwarded mail, or above a final quotation with its attribution line;
   * else at the end.
   */
  private static String inserted(String text, String block) {
    int own = forwarded(text);
    if (own < text.length()) {
      return above(text, own, block);
    }
    String[] lines = text.split("\n", -1);
    int quotation = lines.length;
    while (quotation > 0
        && (lines[quotation - 1].startsWith(">") || lines[quotation - 1].isBlank())) {
      quotation--;
    }
    boolean quotes = quotation < lines.length && lines[quotation].startsWith(">");
    if (!quotes || quotation == 0) {
      return text + "\n\n" + block;
    }
    int at = 0;
    for (int i = 0; i < quotation - 1; i++) {
      at += lines[i].length() + 1;
    }
    return above(text, at, block);
  }

  private static String above(String text, int at, String block) {
    int end = at;
    while (end > 0 && text.charAt(end - 1) == '\n') {
      end--;
    }
    return text.substring(0, end) + "\n\n" + block + "\n\n" + text.substring(at);
  }
}
