package arashi.mime.parse;

import arashi.mime.address.AddressList;
import arashi.mime.address.Mailbox;
import arashi.mime.text.CharsetRescue;
import arashi.mime.text.TextCleaner;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Decodes header bytes to Unicode: raw 8-bit text in any charset, and encoded words (RFC 2047).
 * Tolerates words that are in quoted strings, not separated, not padded or in unknown charsets,
 * words that contain spaces, and characters split over two words.
 */
public final class HeaderText {
  private static final Pattern NO_DIGIT = Pattern.compile("[^A-Za-z0-9+/=_-]");

  private HeaderText() {}

  /** Decodes a field body to a single line. */
  static String decode(byte[] body, String charsetHint) {
    return TextCleaner.oneLine(decodeText(unfolded(body, charsetHint)));
  }

  /** Unfolds a field body and leaves encoded words as they are. */
  static String unfolded(byte[] body, String charsetHint) {
    String text = TextCleaner.clean(CharsetRescue.decodeUndeclared(body, charsetHint));
    return text.indexOf('\n') < 0
        ? text
        : text.replace("\n ", " ").replace("\n\t", "\t").replace('\n', ' ');
  }

  /** Decodes encoded words in plain text. */
  public static String decodeText(String text) {
    return decodeText(text, new CharsetRescue.Guesses());
  }

  /** Shares the charset guesses among all words of the text. */
  static String decodeText(String text, CharsetRescue.Guesses guesses) {
    return text.contains("=?") ? new EncodedWordDecoder(text, false, guesses).decode() : text;
  }

  /**
   * Decodes encoded words in an address list. Outside quotes and comments they become quoted
   * strings, so that a decoded comma or angle bracket does not change the structure.
   */
  static String decodePhrases(String text) {
    return text.contains("=?")
        ? new EncodedWordDecoder(text, true, new CharsetRescue.Guesses()).decode()
        : text;
  }

  /** Decodes and parses the mailboxes of an unfolded field body, at most {@code limit}. */
  static List<Mailbox> mailboxes(String body, int limit) {
    return AddressList.received(decodePhrases(body), limit, body.contains("=?"));
  }

  /** Decodes one text in one pass. */
  private static final class EncodedWordDecoder {
    private final String text;
    private final boolean quote;
    private final StringBuilder out;

    /** Bytes of adjacent words in one charset; a character may be split over two words. */
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

    /** Characters of base64 that begin a quantum, which the next word may complete. */
    private String quantum = "";

    private final CharsetRescue.Guesses guesses;
    private String charset = "";
    private boolean withinQuotes;

    /** Depth of comments, where quotes are text (RFC 5322, 3.2.2). */
    private int comments;

    EncodedWordDecoder(String text, boolean quote, CharsetRescue.Guesses guesses) {
      this.guesses = guesses;
      this.text = text;
      this.quote = quote;
      this.out = new StringBuilder(text.length());
    }

    String decode() {
      int lastEnd = text.lastIndexOf("?=");
      int lastSpace = text.lastIndexOf(' ');
      int copied = 0;
      int at = 0;
      while ((at = text.indexOf("=?", at)) >= 0) {
        Word word = Word.at(text, at, lastEnd, lastSpace);
        if (word == null) {
          at += 2;
          continue;
        }
        boolean adjacent = copied > 0 && text.substring(copied, at).isBlank();
        if (!(adjacent && word.charset.equalsIgnoreCase(charset))) {
          flush();
        }
        // white space between two encoded words is not text (RFC 2047, 6.2)
        if (!adjacent) {
          append(copied, at);
        }
        charset = word.charset;
        take(word);
        at = word.end;
        copied = at;
      }
      flush();
      append(copied, text.length());
      return out.toString();
    }

    private void take(Word word) {
      if (word.base64) {
        String digits = quantum + NO_DIGIT.matcher(word.text).replaceAll("");
        int whole = digits.indexOf('=') < 0 ? digits.length() / 4 * 4 : digits.length();
        pending.writeBytes(Base64Stream.decode(digits.substring(0, whole)));
        quantum = digits.substring(whole);
      } else {
        endQuantum();
        pending.writeBytes(Word.quotedBytes(word.text));
      }
    }

    private void endQuantum() {
      pending.writeBytes(Base64Stream.decode(quantum));
      quantum = "";
    }

    private void append(int from, int to) {
      out.append(text, from, to);
      for (int i = from; quote && i < to; i++) {
        char c = text.charAt(i);
        if (c == '\\') {
          i++;
        } else if (c == '"' && comments == 0) {
          withinQuotes = !withinQuotes;
        } else if (c == '(' && !withinQuotes) {
          comments++;
        } else if (c == ')' && !withinQuotes && comments > 0) {
          comments--;
        }
      }
    }

    private void flush() {
      endQuantum();
      if (pending.size() == 0) {
        return;
      }
      String decoded = CharsetRescue.decode(pending.toByteArray(), charset, false, guesses).text();
      pending.reset();
      if (quote && comments > 0) {
        out.append(decoded.replaceAll("[()\\\\]", "\\\\$0"));
      } else if (quote) {
        String escaped = decoded.replace("\\", "\\\\").replace("\"", "\\\"");
        out.append(withinQuotes ? escaped : '"' + escaped + '"');
      } else {
        out.append(decoded);
      }
    }
  }

  /**
   * An encoded word {@code =?charset?encoding?text?=}; {@code end} is the offset after its last
   * character.
   */
  private record Word(String charset, boolean base64, String text, int end) {

    private static final int MAX_CHARSET = 60;

    static Word at(String in, int start, int lastEnd, int lastSpace) {
      int charsetEnd = in.indexOf('?', start + 2);
      if (charsetEnd < 0 || charsetEnd - start > MAX_CHARSET || charsetEnd + 2 >= in.length()) {
        return null;
      }
      String charset = in.substring(start + 2, charsetEnd);
      char encoding = Character.toLowerCase(in.charAt(charsetEnd + 1));
      if ((encoding != 'q' && encoding != 'b') || in.charAt(charsetEnd + 2) != '?') {
        return null;
      }
      int textStart = charsetEnd + 3;
      if (textStart > lastEnd) {
        // truncated word: decode the remaining text only if it is unambiguous
        boolean solid = lastSpace < textStart && textStart < in.length();
        return solid
            ? new Word(charset, encoding == 'b', in.substring(textStart), in.length())
            : null;
      }
      int textEnd = in.indexOf("?=", textStart);
      return new Word(charset, encoding == 'b', in.substring(textStart, textEnd), textEnd + 2);
    }

    static byte[] quotedBytes(String text) {
      ByteArrayOutputStream out = new ByteArrayOutputStream(text.length());
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '_') {
          out.write(' ');
        } else if (c == '=' && i + 2 < text.length() && isHex(text, i + 1)) {
          out.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
          i += 2;
        } else if (c < 0x80) {
          out.write(c);
        } else {
          out.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
        }
      }
      return out.toByteArray();
    }

    private static boolean isHex(String text, int at) {
      return Character.digit(text.charAt(at), 16) >= 0
          && Character.digit(text.charAt(at + 1), 16) >= 0;
    }
  }
}
