package arashi.mime.header;

import arashi.mime.address.Mailbox;
import arashi.mime.address.QuotedString;
import arashi.mime.text.TextCleaner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writer of header fields (RFC 5322, 2.2). Output is printable ASCII, except for internationalized
 * addresses (RFC 6532). Lines fold at blanks to 78 chars, and never exceed 998. All text passes
 * {@link TextCleaner#oneLine} or {@link TextCleaner#name}, so no line break in it starts a field.
 */
public final class HeaderWriter {
  private static final int LINE = 78;
  private static final int MAX_LINE = 998;

  /** Longer words must be encoded. */
  private static final int MAX_PLAIN_WORD = 900;

  private static final int PARAMETER_PIECE = 50;

  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final Pattern PRINTABLE = Pattern.compile("[ -~]*");
  private static final Pattern ATOMS =
      Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]++( [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]++)*+");

  private final StringBuilder out = new StringBuilder();

  /** The fields without the end of the header, for a place above other fields. */
  public byte[] fieldBytes() {
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The fields and the empty line that ends the header. */
  public byte[] bytes() {
    return (out + "\r\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Writes a field of words without line breaks, folding between them. Avoids folding after a
   * backslash, because some readers take it for an escape of the line break.
   */
  public void field(String name, List<String> words) {
    int column = name.length() + 1;
    out.append(name).append(':');
    String before = "\\";
    for (String word : words) {
      int width = before.endsWith("\\") ? MAX_LINE : LINE;
      boolean fold = column + 1 + word.length() > width;
      out.append(fold ? "\r\n " : " ").append(word);
      column = fold ? 1 + word.length() : column + 1 + word.length();
      before = word;
    }
    out.append("\r\n");
  }

  /** Writes a field of one word. */
  public void field(String name, String word) {
    field(name, List.of(word));
  }

  /** Writes free text, unless it is empty. */
  public void text(String name, String text) {
    String line = TextCleaner.oneLine(text);
    if (!line.isEmpty()) {
      field(name, words(line, LINE - name.length() - 2));
    }
  }

  /**
   * Keeps words readable where possible. Encodes everything from the first to the last word that
   * needs it, because readers drop blanks between encoded words.
   */
  private static List<String> words(String line, int room) {
    List<String> words = Arrays.asList(line.split(" ", -1));
    int from = 0;
    while (from < words.size() && isPlain(words.get(from))) {
      from++;
    }
    int to = words.size();
    while (to > from && isPlain(words.get(to - 1))) {
      to--;
    }
    List<String> out = new ArrayList<>(words.subList(0, from));
    if (from < to) {
      int used = out.stream().mapToInt(word -> word.length() + 1).sum();
      out.addAll(EncodedWords.encode(String.join(" ", words.subList(from, to)), room - used));
    }
    out.addAll(words.subList(to, words.size()));
    return out;
  }

  private static boolean isPlain(String word) {
    return word.length() <= MAX_PLAIN_WORD
        && PRINTABLE.matcher(word).matches()
        && !word.contains("=?");
  }

  /** Writes recipients or senders, unless there are none. */
  public void addresses(String name, List<Mailbox> mailboxes) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < mailboxes.size(); i++) {
      Mailbox mailbox = mailboxes.get(i);
      String comma = i + 1 < mailboxes.size() ? "," : "";
      String shown = TextCleaner.oneLine(mailbox.name());
      if (shown.isEmpty()) {
        words.add(mailbox.address() + comma);
      } else {
        words.addAll(phrase(shown));
        words.add("<" + mailbox.address() + ">" + comma);
      }
    }
    if (!words.isEmpty()) {
      field(name, words);
    }
  }

  private static List<String> phrase(String name) {
    if (!isPlain(name)) {
      return EncodedWords.encode(name, LINE - 12);
    }
    String plain = ATOMS.matcher(name).matches() ? name : QuotedString.of(name);
    return Arrays.asList(plain.split(" ", -1));
  }

  /** Writes message ids, unless there are none. */
  public void ids(String name, List<String> ids) {
    if (!ids.isEmpty()) {
      field(name, ids.stream().map(id -> "<" + id + ">").collect(Collectors.toList()));
    }
  }

  /** Writes {@code value; parameter="text"}, by RFC 2231 if the text is not ASCII. */
  public void parameter(String name, String value, String parameter, String text) {
    String line = TextCleaner.name(text);
    List<String> words = new ArrayList<>();
    words.add(line.isEmpty() ? value : value + ";");
    if (isPlain(line) && !line.isEmpty()) {
      words.add(parameter + "=" + QuotedString.of(line));
    } else if (!line.isEmpty()) {
      words.addAll(extended(parameter, line));
    }
    field(name, words);
  }

  /** Splits between characters, because some readers decode each piece by itself. */
  private static List<String> extended(String parameter, String text) {
    List<String> pieces = new ArrayList<>();
    StringBuilder piece = new StringBuilder("utf-8''");
    for (int at = 0; at < text.length(); ) {
      String character = Character.toString(text.codePointAt(at));
      String escaped = escaped(character);
      if (piece.length() + escaped.length() > PARAMETER_PIECE) {
        pieces.add(piece.toString());
        piece.setLength(0);
      }
      piece.append(escaped);
      at += character.length();
    }
    pieces.add(piece.toString());
    if (pieces.size() == 1) {
      return List.of(parameter + "*=" + pieces.get(0));
    }
    List<String> words = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      String end = i + 1 < pieces.size() ? ";" : "";
      words.add(parameter + "*" + i + "*=" + pieces.get(i) + end);
    }
    return words;
  }

  private static String escaped(String character) {
    StringBuilder out = new StringBuilder();
    for (byte octet : character.getBytes(StandardCharsets.UTF_8)) {
      boolean plain = octet > 0 && (Character.isLetterOrDigit(octet) || "._-".indexOf(octet) >= 0);
      out.append(plain ? String.valueOf((char) octet) : "%" + HEX.toHexDigits(octet));
    }
    return out.toString();
  }
}
