package arashi.compose;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts a mail line by line to octets below 128, so that any relay accepts it (RFC 2045, 6.7).
 * Parts with other octets become quoted-printable; the rest stays byte for byte.
 *
 * <pre>
 *   HEADER ── empty line ──► multipart: PREAMBLE ── boundary ──► HEADER of the next part
 *                        ├─► message/rfc822: HEADER
 *                        └─► LEAF ── boundary ──► HEADER, or after the last: PREAMBLE
 * </pre>
 *
 * <p>A part's header comes before its octets are known, so the mail is read twice: the first pass
 * records the parts to convert.
 */
final class SevenBitLines {
  private static final int MOST_DEPTH = 100;
  private static final int MOST_HEADER = 1 << 20;
  private static final int QUOTED_LINE = 76;
  private static final byte[] END = {'\r', '\n'};

  private static final Pattern BOUNDARY =
      Pattern.compile(
          "(?i);\\s*boundary\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.){1,200})\"|([^\\s;\"]+))");

  private static final String TYPE = "content-type:";
  private static final String ENCODING = "content-transfer-encoding:";

  private enum State {
    HEADER,
    /** Text between or around parts, which readers do not show. */
    PREAMBLE,
    LEAF
  }

  private final OutputStream out;

  /** Numbers of the parts with octets above 127. */
  private final BitSet foreign;

  private final Deque<String> boundaries = new ArrayDeque<>();
  private final List<String> header = new ArrayList<>();
  private State state = State.HEADER;
  private int headerChars;
  private int part;
  private boolean canBeQuoted;
  private boolean isQuoted;
  private boolean isPossible = true;
  private long size;

  /** The first pass, which writes nothing. */
  SevenBitLines() {
    this(OutputStream.nullOutputStream(), new BitSet());
  }

  private SevenBitLines(OutputStream out, BitSet foreign) {
    this.out = out;
    this.foreign = foreign;
  }

  /** The second pass over the same mail, which writes it. */
  SevenBitLines again(OutputStream to) {
    return new SevenBitLines(to, foreign);
  }

  /** True if some part has octets above 127. */
  boolean isForeign() {
    return !foreign.isEmpty();
  }

  /** False if octets above 127 are where no encoding applies, as in a header. */
  boolean isPossible() {
    return isPossible;
  }

  /** The number of bytes written. */
  long size() {
    return size;
  }

  /** Processes the next line, without its end. */
  void line(byte[] line, int length) throws IOException {
    String text = new String(line, 0, length, ISO_8859_1);
    if (state != State.HEADER && endsPart(text)) {
      write(text);
      return;
    }
    switch (state) {
      case HEADER -> header(text);
      case LEAF -> leaf(text);
      default -> {
        isPossible &= isAscii(text);
        write(text);
      }
    }
  }

  /** Ends the mail. */
  void finish() throws IOException {
    if (state == State.HEADER) {
      writeHeader("");
    }
  }

  // ---- the parts

  private boolean endsPart(String line) {
    if (!line.startsWith("--")) {
      return false;
    }
    String end = line.stripTrailing();
    for (String boundary : boundaries) {
      if (end.equals(boundary) || end.equals(boundary + "--")) {
        while (!boundaries.element().equals(boundary)) {
          boundaries.pop();
        }
        state = State.HEADER;
        if (end.length() > boundary.length()) {
          boundaries.pop();
          state = State.PREAMBLE;
        }
        return true;
      }
    }
    return false;
  }

  private void header(String line) throws IOException {
    if (!line.isEmpty()) {
      headerChars += line.length();
      isPossible &= isAscii(line) && headerChars <= MOST_HEADER;
      header.add(line);
      return;
    }
    part++;
    String type = field(TYPE).toLowerCase(Locale.ROOT);
    Matcher boundary = BOUNDARY.matcher(field(TYPE));
    String encoding = field(ENCODING).toLowerCase(Locale.ROOT);
    boolean isPlain = !encoding.equals("base64") && !encoding.equals("quoted-printable");
    if (type.startsWith("multipart/") && boundary.find() && boundaries.size() < MOST_DEPTH) {
      String name = boundary.group(1) == null ? boundary.group(2) : boundary.group(1);
      boundaries.push("--" + name.replaceAll("\\\\(.)", "$1").stripTrailing());
      state = State.PREAMBLE;
      writeHeader(encoding.isEmpty() || !isPlain ? "" : "7bit");
    } else if (type.startsWith("message/rfc822") && isPlain) {
      writeHeader(encoding.isEmpty() ? "" : "7bit"); // the next header is the inner mail's
    } else {
      state = State.LEAF;
      canBeQuoted = isPlain;
      isQuoted = isPlain && foreign.get(part);
      writeHeader(isQuoted ? "quoted-printable" : "");
    }
    write("");
  }

  private void leaf(String line) throws IOException {
    if (!isAscii(line)) {
      foreign.set(part);
      isPossible &= canBeQuoted; // otherwise its header declares an encoding
    }
    write(isQuoted ? quoted(line) : line);
  }

  // ---- output

  /** Returns the value of a header field, unfolded; empty if it is missing. */
  private String field(String name) {
    StringBuilder value = new StringBuilder();
    boolean isIn = false;
    for (String line : header) {
      boolean goesOn = line.startsWith(" ") || line.startsWith("\t");
      if (!goesOn && !value.isEmpty()) {
        break;
      }
      boolean begins = line.regionMatches(true, 0, name, 0, name.length());
      isIn = goesOn ? isIn : begins;
      if (isIn) {
        value.append(goesOn ? line : line.substring(name.length()));
      }
    }
    return value.toString().strip();
  }

  /** Writes the header, with another encoding unless that is empty. */
  private void writeHeader(String encoding) throws IOException {
    boolean isDropped = false;
    for (String line : header) {
      boolean goesOn = line.startsWith(" ") || line.startsWith("\t");
      isDropped =
          !encoding.isEmpty()
              && (goesOn ? isDropped : line.regionMatches(true, 0, ENCODING, 0, ENCODING.length()));
      if (!isDropped) {
        write(line);
      }
    }
    if (!encoding.isEmpty()) {
      write("Content-Transfer-Encoding: " + encoding);
    }
    header.clear();
    headerChars = 0;
  }

  private static boolean isAscii(String line) {
    return line.chars().allMatch(c -> c < 0x80);
  }

  /** Returns lines of at most 76 characters, with soft breaks. */
  private static String quoted(String line) {
    StringBuilder text = new StringBuilder(line.length() * 3 / 2);
    int column = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      boolean isLast = i + 1 == line.length();
      boolean isBlank = c == ' ' || c == '\t';
      boolean isPlain = isBlank ? !isLast : c > ' ' && c < 0x7f && c != '=';
      String piece = isPlain ? String.valueOf(c) : String.format(Locale.ROOT, "=%02X", (int) c);
      if (column + piece.length() > QUOTED_LINE - (isLast ? 0 : 1)) {
        text.append("=\r\n");
        column = 0;
      }
      text.append(piece);
      column += piece.length();
    }
    return text.toString();
  }

  private void write(String line) throws IOException {
    out.write(line.getBytes(ISO_8859_1));
    out.write(END);
    size += line.length() + END.length;
  }
}
