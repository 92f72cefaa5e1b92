package arashi.mime.view;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * Characters that nobody sees: zero-width characters, controls of direction, fillers, and all that
 * Unicode calls default-ignorable (UAX #44). In names and addresses they only deceive, except where
 * writing needs them: joiners within the scripts that use them and within emoji, and variation
 * selectors of emoji (UAX #31, 2.3; UTS #51). Pure functions.
 */
public final class Invisible {
  private static final int JOINER = 0x200D;
  private static final int NON_JOINER = 0x200C;
  private static final int FIRST_SELECTOR = 0xFE0E;
  private static final int LAST_SELECTOR = 0xFE0F;
  private static final int MAX_MARKS = 8;

  private static final Set<UnicodeScript> JOINED =
      EnumSet.of(
          UnicodeScript.ARABIC,
          UnicodeScript.SYRIAC,
          UnicodeScript.MONGOLIAN,
          UnicodeScript.DEVANAGARI,
          UnicodeScript.BENGALI,
          UnicodeScript.GURMUKHI,
          UnicodeScript.GUJARATI,
          UnicodeScript.ORIYA,
          UnicodeScript.TAMIL,
          UnicodeScript.TELUGU,
          UnicodeScript.KANNADA,
          UnicodeScript.MALAYALAM,
          UnicodeScript.SINHALA,
          UnicodeScript.KHMER);

  private Invisible() {}

  /** True if a character is not seen, wherever it stands. */
  public static boolean is(int c) {
    int type = Character.getType(c);
    return type == Character.FORMAT
        || type == Character.CONTROL
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.PRIVATE_USE
        || isFiller(c)
        || isIgnorable(c);
  }

  /** Letters and symbols that are blank. */
  private static boolean isFiller(int c) {
    return c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0 || c == 0x2800;
  }

  /** Marks and unassigned characters that are default-ignorable. */
  private static boolean isIgnorable(int c) {
    return c == 0x034F
        || (c >= 0x17B4 && c <= 0x17B5)
        || (c >= 0x180B && c <= 0x180F)
        || (c >= 0x2060 && c <= 0x206F)
        || (c >= 0xFE00 && c <= 0xFE0F)
        || (c >= 0xFFF0 && c <= 0xFFF8)
        || (c >= 0xE0000 && c <= 0xE0FFF);
  }

  /** Returns the text with a visible mark, like {@code [U+200B]}, for what is invisible. */
  static String marked(String text) {
    return replaced(text, true);
  }

  /** Returns the text without what is invisible. */
  public static String removed(String text) {
    return replaced(text, false);
  }

  private static String replaced(String text, boolean marked) {
    if (text.codePoints().noneMatch(Invisible::is)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int last = -1;
    int marks = 0;
    for (int at = 0, c; at < text.length(); at += Character.charCount(c)) {
      c = text.codePointAt(at);
      if (!is(c) || isNeeded(text, at, c)) {
        out.appendCodePoint(c);
        last = -1;
      } else if (marked && c != last && marks < MAX_MARKS) { // a run of the same has one mark
        out.append(mark(c));
        last = c;
        marks++;
      }
    }
    return out.toString();
  }

  /** Returns the mark of a character. */
  static String mark(int c) {
    return String.format(Locale.ROOT, "[U+%04X]", c);
  }

  private static boolean isNeeded(String text, int at, int c) {
    if (at == 0) {
      return false;
    }
    int before = text.codePointBefore(at);
    int next = at + Character.charCount(c);
    int after = next < text.length() ? text.codePointAt(next) : -1;
    if (c >= FIRST_SELECTOR && c <= LAST_SELECTOR) {
      return isSymbol(before) || (before < 0x80 && after == 0x20E3); // key caps
    }
    boolean emoji = c == JOINER && (isSymbol(before) || before == LAST_SELECTOR) && isSymbol(after);
    return emoji || ((c == JOINER || c == NON_JOINER) && isJoined(before) && isJoined(after, c));
  }

  /** Emoji are symbols; their skin tones are modifiers. */
  private static boolean isSymbol(int c) {
    int type = c < 0x80 ? Character.UNASSIGNED : Character.getType(c);
    return type == Character.OTHER_SYMBOL
        || type == Character.MATH_SYMBOL
        || type == Character.MODIFIER_SYMBOL
        || (type == Character.UNASSIGNED && c >= 0x1F000 && c <= 0x1FAFF);
  }

  private static boolean isJoined(int c) {
    return c >= 0 && !is(c) && JOINED.contains(UnicodeScript.of(c));
  }

  /** A joiner may end a word of the scripts that shape letters by it. */
  private static boolean isJoined(int after, int joiner) {
    return isJoined(after) || (joiner == JOINER && (after == -1 || after == ' '));
  }
}
