package arashi.mime.unpack;

import arashi.mime.text.CharsetRescue;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Extracts files from text: uuencode (POSIX, also with base64) and yEnc 1.3. One linear pass: a
 * line that begins a file ends the previous file. Text that only resembles the start of a file
 * stays text.
 */
public final class EncodedFiles {
  private static final int MAX_HEAD = 400;

  private static final Pattern UU = Pattern.compile("begin(-base64)? [0-7]{3,4} (\\S.*)");

  private static final Pattern YENC = Pattern.compile("=ybegin .{0,120}?\\bname=(.*)");

  private final byte[] in;
  private final int maxFiles;
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private final List<UnpackedFile> files = new ArrayList<>();

  private EncodedFiles(byte[] in, int maxFiles) {
    this.in = in;
    this.maxFiles = maxFiles;
  }

  /**
   * A text and its files.
   *
   * @param text the text without the files; the same array if there are none
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on once; never compared
  public record Found(byte[] text, List<UnpackedFile> files) {}

  /** True if a line could begin a file. */
  public static boolean mayBeIn(byte[] in, int length) {
    for (int at = 0; at < length; at = next(in, at)) {
      if (startsWith(in, at, "begin") || startsWith(in, at, "=ybegin ")) {
        return true;
      }
    }
    return false;
  }

  /** Extracts at most {@code maxFiles} files from a text. */
  public static Found in(byte[] in, int maxFiles) {
    if (!mayBeIn(in, in.length)) {
      return new Found(in, List.of());
    }
    EncodedFiles files = new EncodedFiles(in, maxFiles);
    files.scan();
    return files.files.isEmpty()
        ? new Found(in, List.of())
        : new Found(files.text.toByteArray(), files.files);
  }

  /** Decodes one file as a transfer encoding; returns the same bytes if there is no file. */
  public static byte[] decode(byte[] in) {
    List<UnpackedFile> files = in(in, 1).files();
    return files.isEmpty() ? in : files.get(0).content();
  }

  private void scan() {
    for (int at = 0; at < in.length; ) {
      int behind = files.size() < maxFiles ? behindFile(at) : at;
      if (behind == at) {
        behind = next(in, at);
        text.write(in, at, behind - at);
      }
      at = behind;
    }
  }

  private int behindFile(int at) {
    if (startsWith(in, at, "begin")) {
      Matcher head = UU.matcher(line(at).stripTrailing());
      return !head.matches() ? at : head.group(1) != null ? base64(at, head) : uu(at, head);
    }
    if (startsWith(in, at, "=ybegin ")) {
      Matcher head = YENC.matcher(line(at).stripTrailing());
      return head.matches() ? yenc(at, head) : at;
    }
    return at;
  }

  private int uu(int start, Matcher head) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = next(in, start);
    int lines = 0;
    while (at < in.length) {
      int end = trimmedEnd(at);
      if (end - at == 3 && startsWith(in, at, "end")) {
        return lines == 0 ? start : found(head.group(2), out, next(in, at));
      }
      boolean last = end == at || in[at] == '`' || in[at] == ' ';
      if (!last && !uuLine(at, end, out)) {
        return start;
      }
      lines++;
      at = next(in, at);
    }
    // truncated: a partial file is better than unreadable text
    return out.size() == 0 ? start : found(head.group(2), out, at);
  }

  /** Trailing spaces, which stand for zeros, get lost in transit. */
  private boolean uuLine(int at, int end, ByteArrayOutputStream out) {
    int count = in[at] - ' ';
    int chars = (count + 2) / 3 * 4;
    // some programs append a checksum
    if (count < 1 || count > 45 || end - at - 1 > chars + 1) {
      return false;
    }
    for (int i = at; i < end; i++) {
      if (in[i] < ' ' || in[i] > '`') {
        return false;
      }
    }
    for (int group = 0, left = count; left > 0; group++, left -= 3) {
      int bits = 0;
      for (int i = 0; i < 4; i++) {
        int from = at + 1 + group * 4 + i;
        bits = bits << 6 | (from < end ? in[from] - ' ' & 0x3f : 0);
      }
      for (int i = 0; i < Math.min(3, left); i++) {
        out.write(bits >> (16 - 8 * i));
      }
    }
    return true;
  }

  private int base64(int start, Matcher head) {
    int at = next(in, start);
    int from = at;
    while (at < in.length && !startsWith(in, at, "====")) {
      if (startsWith(in, at, "begin-base64 ")) {
        return start; // otherwise each such line would be searched to the end
      }
      at = next(in, at);
    }
    if (at >= in.length) {
      return start;
    }
    String encoded = new String(in, from, at - from, StandardCharsets.ISO_8859_1);
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.writeBytes(Base64.getMimeDecoder().decode(encoded));
      return found(head.group(2), out, next(in, at));
    } catch (IllegalArgumentException notBase64) {
      return start;
    }
  }

  private int yenc(int start, Matcher head) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = next(in, start);
    while (at < in.length && !startsWith(in, at, "=yend")) {
      int next = next(in, at);
      if (!startsWith(in, at, "=ypart ")) {
        yencLine(at, next, out);
      }
      at = next;
    }
    return out.size() == 0 ? start : found(head.group(1), out, next(in, at));
  }

  private void yencLine(int from, int to, ByteArrayOutputStream out) {
    for (int i = from; i < to; i++) {
      int c = in[i];
      if (c == '=' && i + 1 < to) {
        out.write(in[++i] - 64 - 42);
      } else if (c != '\r' && c != '\n') {
        out.write(c - 42);
      }
    }
  }

  private int found(String name, ByteArrayOutputStream content, int behind) {
    byte[] raw = name.getBytes(StandardCharsets.ISO_8859_1);
    String decoded = CharsetRescue.decodeUndeclared(raw, "");
    files.add(new UnpackedFile(decoded, "", "", content.toByteArray()));
    return behind;
  }

  private String line(int at) {
    int end = Math.min(trimmedEnd(at), at + MAX_HEAD);
    return new String(in, at, end - at, StandardCharsets.ISO_8859_1);
  }

  private int trimmedEnd(int at) {
    int end = next(in, at);
    while (end > at && (in[end - 1] == '\n' || in[end - 1] == '\r')) {
      end--;
    }
    return end;
  }

  private static int next(byte[] in, int from) {
    int at = from;
    while (at < in.length && in[at] != '\n') {
      at++;
    }
    return Math.min(at + 1, in.length);
  }

  private static boolean startsWith(byte[] in, int at, String what) {
    for (int i = 0; i < what.length(); i++) {
      if (at + i >= in.length || in[at + i] != what.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
