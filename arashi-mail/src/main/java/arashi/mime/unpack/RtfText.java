package arashi.mime.unpack;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * Extracts the text of RTF as Outlook writes it: paragraphs, 8-bit characters and Unicode. Skips
 * destinations without text and content that {@code htmlrtf} duplicates. One pass; groups are
 * counted, not recursed into.
 */
public final class RtfText {
  private static final Set<String> SILENT =
      Set.of("fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "generator", "htmltag");

  private static final int MAX_GROUPS = 1_000;

  private final String in;
  private final StringBuilder out = new StringBuilder();

  /** Pending bytes in the code page, where a character may take two. */
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private final Deque<Boolean> silentOutside = new ArrayDeque<>();
  private Charset charset = Charset.forName("windows-1252");
  private boolean hasCodePage;
  private boolean silent;
  private boolean repeated;
  private int skip;
  private int at;

  private RtfText(String in) {
    this.in = in;
  }

  /**
   * Returns the text.
   *
   * @param rtf the RTF octets as characters (ISO 8859-1)
   */
  public static String of(String rtf) {
    RtfText text = new RtfText(rtf);
    while (text.at < rtf.length()) {
      text.step();
    }
    text.decode();
    return text.out.toString().strip();
  }

  private void step() {
    char c = in.charAt(at++);
    switch (c) {
      case '{' -> {
        if (silentOutside.size() < MAX_GROUPS) {
          silentOutside.push(silent);
        }
      }
      case '}' -> silent = !silentOutside.isEmpty() && silentOutside.pop();
      case '\\' -> control();
      case '\r', '\n', '\0' -> {
        // line breaks of the RTF source
      }
      default -> octet(c);
    }
  }

  private void control() {
    if (at >= in.length()) {
      return;
    }
    char c = in.charAt(at++);
    if (c == '\'' && at + 2 <= in.length()) {
      int high = Character.digit(in.charAt(at), 16);
      int low = Character.digit(in.charAt(at + 1), 16);
      at += 2;
      octet(high << 4 | low);
    } else if (c == '*') {
      silent = true;
    } else if (c == '~') {
      write(" ");
    } else if (c == '\\' || c == '{' || c == '}') {
      octet(c);
    } else if (Character.isLetter(c)) {
      at--;
      word();
    }
  }

  private void word() {
    int start = at;
    while (at < in.length() && Character.isLetter(in.charAt(at))) {
      at++;
    }
    String word = in.substring(start, at);
    int from = at;
    while (at < in.length() && at - from < 8 && isNumber(in.charAt(at), at == from)) {
      at++;
    }
    String number = in.substring(from, at);
    if (at < in.length() && in.charAt(at) == ' ') {
      at++;
    }
    switch (word) {
      case "par", "line", "row" -> write("\n");
      case "tab", "cell" -> write("\t");
      case "htmlrtf" -> repeated = !number.equals("0");
      case "u" -> unicode(number);
      case "ansicpg" -> {
        if (!hasCodePage) { // a look-up is expensive, and a text has one code page
          hasCodePage = true;
          decode();
          charset = codePage(number);
        }
      }
      default -> silent |= SILENT.contains(word);
    }
  }

  private static boolean isNumber(char c, boolean first) {
    return (c >= '0' && c <= '9') || (first && c == '-');
  }

  private static Charset codePage(String number) {
    for (String prefix : new String[] {"windows-", "ms", "ibm"}) {
      if (number.matches("[0-9]{3,5}") && Charset.isSupported(prefix + number)) {
        return Charset.forName(prefix + number);
      }
    }
    return Charset.forName("windows-1252");
  }

  private void unicode(String number) {
    if (number.matches("-?[0-9]+")) {
      write(String.valueOf((char) Integer.parseInt(number)));
      skip = 1; // the fallback character for readers without Unicode
    }
  }

  private void write(String text) {
    if (skip > 0) {
      skip--;
    } else if (!silent && !repeated) {
      decode();
      out.append(text);
    }
  }

  private void octet(int value) {
    if (skip > 0) {
      skip--;
    } else if (!silent && !repeated) {
      bytes.write(value);
    }
  }

  private void decode() {
    out.append(bytes.toString(charset));
    bytes.reset();
  }
}
