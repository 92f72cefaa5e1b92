package arashi.mime.parse;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Decodes base64 (RFC 2045, 6.8; RFC 4648, 5) line by line, and separates it from text: list
 * software adds footers behind it, and some programs only declare it.
 *
 * <pre>
 *  input                                    output
 *  padding before the end                   ends a quantum; the next one follows
 *  no padding, or an incomplete quantum     its whole octets
 *  - and _                                  as + and /
 *  blanks, single foreign characters        nothing
 *  a line of words, or behind the end of    text, from there on; a long line of base64 continues
 *    the data whatever is not base64          the data
 * </pre>
 *
 * <p>The data ends where a quantum was padded, where a line is shorter than the first, and at an
 * empty line. Text in a text part is passed on in its place; otherwise it is {@link #rest}.
 */
final class Base64Stream extends DecodedStream {
  /** Longest run of input that is taken for text because its octets are not. */
  private static final int DOUBTFUL = 64;

  /** A line this long, of the alphabet alone, is data whatever stands before it. */
  private static final int SURE_LINE = 40;

  /** A line is text if more than one of this many characters is foreign to the alphabet. */
  private static final int NOISE = 8;

  /** A single word shorter than this may stand behind the data. */
  private static final int LONGEST_WORD = 16;

  private static final byte FOREIGN = -1;
  private static final byte BLANK = -2;
  private static final byte PAD = -3;
  private static final byte[] VALUES = values();

  private boolean passesText;
  private final ByteArrayOutputStream rest = new ByteArrayOutputStream(0);
  private final Output line = new Output();

  /** The first input, until it is certain that it is base64; then null. */
  private ByteArrayOutputStream first = new ByteArrayOutputStream(DOUBTFUL);

  private int bits;
  private int digits;
  private int firstLength;
  private boolean padded;
  private boolean urlSafe;
  private boolean dataEnded;
  private boolean inText;

  /**
   * Creates the decoder.
   *
   * @param passesText whether text is part of the content
   */
  Base64Stream(InputStream in, boolean passesText) {
    super(in);
    this.passesText = passesText;
  }

  private static byte[] values() {
    byte[] values = new byte[256];
    Arrays.fill(values, FOREIGN);
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < alphabet.length(); i++) {
      values[alphabet.charAt(i)] = (byte) i;
    }
    values['-'] = values['+'];
    values['_'] = values['/'];
    for (char blank : " \t\r\n\0".toCharArray()) {
      values[blank] = BLANK;
    }
    values['='] = PAD;
    return values;
  }

  /** Decodes a text without lines, such as an encoded word; other characters do not count. */
  static byte[] decode(String text) {
    Base64Stream stream = new Base64Stream(InputStream.nullInputStream(), false);
    Output out = new Output();
    for (int i = 0; i < text.length(); i++) {
      int value = text.charAt(i) < VALUES.length ? VALUES[text.charAt(i)] : FOREIGN;
      if (value >= 0) {
        stream.digit(value, out);
      } else if (value == PAD) {
        stream.endQuantum(out);
      }
    }
    stream.endQuantum(out);
    return Arrays.copyOf(out.bytes(), out.size());
  }

  @Override
  boolean holds() {
    return first != null;
  }

  @Override
  byte[] rest() {
    return rest.toByteArray();
  }

  @Override
  void take(byte[] from, int length, Output out) {
    int start = 0;
    for (int i = 0; i < length; i++) {
      if (from[i] == '\n') {
        if (line.size() == 0) {
          line(from, start, i + 1, out);
        } else {
          line.write(from, start, i + 1 - start);
          flushLine(out);
        }
        start = i + 1;
      }
    }
    line.write(from, start, length - start);
    if (line.size() > MAX_REST) {
      flushLine(out); // a body without lines
    }
  }

  private void flushLine(Output out) {
    line(line.bytes(), 0, line.size(), out);
    line.reset();
  }

  @Override
  void end(Output out) {
    if (line.size() > 0) {
      flushLine(out);
    }
    endQuantum(out);
    first = null;
  }

  private void line(byte[] in, int from, int to, Output out) {
    Form form = Form.of(in, from, to);
    if (inText ? !form.isSure() : isText(form)) {
      text(in, from, to, out);
      return;
    }
    inText = false;
    if (first != null) {
      first.write(in, from, to - from);
    }
    if (form.isEmpty()) {
      dataEnded |= firstLength > 0;
      return;
    }
    damaged |= form.foreign > 0;
    urlSafe |= form.rules > 0;
    dataEnded = form.letters + form.pads < firstLength;
    firstLength = firstLength == 0 ? form.letters + form.pads : firstLength;
    boolean escaped = false;
    int i = from;
    for (; digits == 0 && i + 4 <= to; i += 4) { // whole quanta
      int quantum = quantum(in, i);
      if (quantum < 0) {
        break;
      }
      out.write(quantum >> 16);
      out.write(quantum >> 8);
      out.write(quantum);
    }
    for (; i < to; i++) {
      int value = VALUES[in[i] & 0xff];
      if (value >= 0) {
        digit(value, out);
      } else if (value == PAD) {
        dataEnded = true;
        padded = true;
        boolean hex = i + 2 < to && in[i + 1] == '3' && (in[i + 2] | 0x20) == 'd';
        if (hex && (digits > 0 || escaped)) { // padding that was escaped by quoted-printable
          i += 2;
          escaped = true;
        }
        endQuantum(out);
      }
    }
    if (first != null && first.size() > DOUBTFUL) {
      first = null;
    }
  }

  /** Returns 24 bits, or a negative number if a character is not of the alphabet. */
  private static int quantum(byte[] in, int at) {
    int a = VALUES[in[at] & 0xff];
    int b = VALUES[in[at + 1] & 0xff];
    int c = VALUES[in[at + 2] & 0xff];
    int d = VALUES[in[at + 3] & 0xff];
    return (a | b | c | d) < 0 ? -1 : a << 18 | b << 12 | c << 6 | d;
  }

  private boolean isText(Form form) {
    if (form.isEmpty()) {
      return false;
    }
    if (form.isRule() || (form.startsLikeBoundary && (dataEnded || !urlSafe))) {
      return true;
    }
    if (form.foreign + form.blanks == 0) {
      boolean incomplete = digits == 0 && (form.letters + form.pads) % 4 != 0;
      return dataEnded && incomplete && form.letters > 0 && form.letters < LONGEST_WORD;
    }
    boolean grouped = form.foreign == 0 && form.isGrouped;
    boolean noise = (form.foreign + form.blanks) * NOISE <= form.length();
    return dataEnded ? form.foreign > 0 || !grouped : !grouped && !noise;
  }

  private void text(byte[] in, int from, int to, Output out) {
    boolean onlyText = first != null && (first.size() == 0 || (!padded && isBinary(out)));
    passesText |= onlyText; // then it is the content, also of a file
    if (onlyText && first.size() > 0) { // what stood before only looked like base64
      out.reset();
      digits = 0;
      keep(first.toByteArray(), 0, first.size(), out);
    }
    first = null;
    damaged = true;
    if (passesText && !inText && !onlyText) {
      endQuantum(out);
      if (out.last() != '\n') {
        out.write('\n');
      }
    }
    inText = true;
    keep(in, from, to, out);
  }

  private void keep(byte[] in, int from, int to, Output out) {
    if (passesText) {
      out.write(in, from, to - from);
    } else {
      rest.write(in, from, Math.max(0, Math.min(to - from, MAX_REST - rest.size())));
    }
  }

  /** Whether the octets decoded so far are no text: not UTF-8, or with control characters. */
  private static boolean isBinary(Output out) {
    String text = new String(out.bytes(), 0, out.size(), StandardCharsets.UTF_8);
    return text.chars().anyMatch(c -> c == 0xfffd || (c < ' ' && "\r\n\t".indexOf(c) < 0));
  }

  private void digit(int value, Output out) {
    bits = bits << 6 | value;
    if (++digits == 4) {
      out.write(bits >> 16);
      out.write(bits >> 8);
      out.write(bits);
      digits = 0;
      bits = 0;
    }
  }

  /** Writes the whole octets of an incomplete quantum. */
  private void endQuantum(Output out) {
    if (digits == 1) {
      damaged = true;
    } else if (digits == 2) {
      out.write(bits >> 4);
    } else if (digits == 3) {
      out.write(bits >> 10);
      out.write(bits >> 2);
    }
    digits = 0;
    bits = 0;
  }

  /** What a line consists of; blanks around it do not count. */
  private static final class Form {
    private int letters;
    private int pads;
    private int foreign;
    private int blanks;
    private int rules;
    private boolean isGrouped = true;
    private boolean startsLikeBoundary;
    private boolean upper;
    private boolean lower;

    static Form of(byte[] in, int from, int to) {
      Form form = new Form();
      int start = from;
      int end = to;
      while (start < end && VALUES[in[start] & 0xff] == BLANK) {
        start++;
      }
      while (end > start && VALUES[in[end - 1] & 0xff] == BLANK) {
        end--;
      }
      form.startsLikeBoundary = end - start > 1 && in[start] == '-' && in[start + 1] == '-';
      int group = 0;
      for (int i = start; i < end; i++) {
        int value = VALUES[in[i] & 0xff];
        switch (value) {
          case BLANK -> {
            form.blanks++;
            form.isGrouped &= group % 4 == 0;
            group = 0;
          }
          case PAD -> form.pads++;
          case FOREIGN -> form.foreign++;
          default -> {
            form.letters++;
            group++;
            form.upper |= value < 26;
            form.lower |= value >= 26 && value < 52;
            form.rules += in[i] == '-' || in[i] == '_' ? 1 : 0;
          }
        }
      }
      return form;
    }

    int length() {
      return letters + pads + foreign + blanks;
    }

    boolean isEmpty() {
      return length() == 0;
    }

    /** A line of {@code ____}, or the {@code --} above a signature. */
    boolean isRule() {
      return rules > 1 && rules == letters;
    }

    boolean isSure() {
      return letters >= SURE_LINE && foreign + blanks == 0 && upper && lower;
    }
  }
}
