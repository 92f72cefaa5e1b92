package arashi.mime.text;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;

/**
 * The folded form of each character, from the character data of the runtime, Lucene's table of
 * Latin letters, and the exceptions below. A page of 256 characters is computed when the first of
 * them is folded; pages without a folded character share one array, so the table stays below a
 * megabyte.
 *
 * <p>Kept, although the Unicode Collation Algorithm gives it no primary weight, because it tells
 * words apart that are never written without it: the voicing of kana, tone marks of Thai and Lao,
 * anusvara and other signs of Indic scripts. Folded, although it has a primary weight of its own:
 * Latin letters in Lucene's table ({@code þ → th}, {@code ŋ → n}), which keyboards of other
 * languages lack, and the Arabic forms of CLDR's search rules. The letter {@code й} is kept: it is
 * the one Cyrillic letter with a mark that the algorithm does not decompose. Pure; any thread.
 */
final class FoldTable {
  /** Maximum length of a folded character; one that would become longer, a sentence, is kept. */
  static final int MAX_CHARS = 6;

  /** Least ignorable character. */
  static final int FIRST_IGNORABLE = 0xad;

  private static final int PAGE_BITS = 8;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final String[] UNCHANGED = new String[PAGE];
  private static final AtomicReferenceArray<String[]> PAGES =
      new AtomicReferenceArray<>((Character.MAX_CODE_POINT >> PAGE_BITS) + 1);

  /** Default_Ignorable_Code_Point, as pairs of first and last. */
  private static final int[] IGNORABLE = {
    0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f, 0x200b,
    0x200f, 0x202a, 0x202e, 0x2060, 0x206f, 0x3164, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xfeff, 0xffa0,
    0xffa0, 0xfff0, 0xfff8, 0x1bca0, 0x1bca3, 0x1d173, 0x1d17a, 0xe0000, 0xe0fff
  };

  /** Signs that the algorithm sorts as accents, without those of general use. */
  private static final String NUKTAS = "\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc";

  private static final Map<Integer, String> EXCEPTIONS = exceptions();

  private static final String INITIAL_JAMO = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
  private static final String FINAL_JAMO = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";

  private static final String SMALL_KANA = "ぁぃぅぇぉっゃゅょゎゕゖ";
  private static final String LARGE_KANA = "あいうえおつやゆよわかけ";

  /** U+31F0 to U+31FF, small letters of Ainu. */
  private static final String AINU_KANA = "くしすとぬはひふへほむらりるれろ";

  private FoldTable() {}

  private static Map<Integer, String> exceptions() {
    Map<Integer, String> map = new HashMap<>();
    put(map, "йЙ", "й");
    put(map, "ς", "σ");
    put(map, "ŀĿ", "l·");
    // apostrophes, also as letters and after letters; quotation marks; hyphens
    put(map, "\u2018\u2019\u201a\u201b\u2032\u2035\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf", "'");
    put(map, "\u055a\u05f3\ua78b\ua78c", "'");
    put(map, "\u201c\u201d\u201e\u201f\u2033\u05f4", "\"");
    put(map, "\u2010\u2011\u2212\ufe63", "-");
    // marks of trade, which follow a word
    put(map, "\u2122\u2120\u00ae\u00a9", " ");
    // Arabic: tatweel; forms of alef, yeh, kaf, heh; separators of numbers
    put(map, "\u0640\u07fa", "");
    put(map, "\u0671\u0672\u0673\u0675", "\u0627");
    put(map, "\u0649\u06cc", "\u064a");
    put(map, "\u06a9", "\u0643");
    put(map, "\u0629\u06c0\u06c1\u06c2\u06c3", "\u0647");
    put(map, "\u066b", ".");
    put(map, "\u066c", ",");
    // Hebrew: final letters, and the pairs of Yiddish
    put(map, "\u05da", "\u05db");
    put(map, "\u05dd", "\u05de");
    put(map, "\u05df", "\u05e0");
    put(map, "\u05e3", "\u05e4");
    put(map, "\u05e5", "\u05e6");
    put(map, "\u05f0", "\u05d5\u05d5");
    put(map, "\u05f1", "\u05d5\u05d9");
    put(map, "\u05f2", "\u05d9\u05d9");
    // Hangul: clusters that are both initial and final
    put(map, "\u111a", "ㅀ");
    put(map, "\u1121", "ㅄ");
    // Indic: candrabindu as anusvara, khanda ta, chillus: older text has a letter with virama
    put(map, "\u0901", "\u0902");
    put(map, "\u09ce", "\u09a4\u09cd");
    String chillus = "\u0d7a\u0d7b\u0d7c\u0d7d\u0d7e\u0d7f";
    String bases = "\u0d23\u0d28\u0d30\u0d32\u0d33\u0d15";
    for (int at = 0; at < chillus.length(); at++) {
      put(map, chillus.substring(at, at + 1), bases.charAt(at) + "\u0d4d");
    }
    return map;
  }

  private static void put(Map<Integer, String> map, String from, String to) {
    from.chars().forEach(c -> map.put(c, to));
  }

  /** Returns the folded form of a character; null if it stays as it is. */
  static String of(int c) {
    String[] page = PAGES.get(c >> PAGE_BITS);
    if (page == null) {
      page = page(c >> PAGE_BITS);
      PAGES.set(c >> PAGE_BITS, page); // threads may compute the same page at once
    }
    return page[c & (PAGE - 1)];
  }

  private static String[] page(int number) {
    String[] page = new String[PAGE];
    boolean changed = false;
    for (int at = 0; at < PAGE; at++) {
      int c = (number << PAGE_BITS) + at;
      String folded = Character.getType(c) == Character.SURROGATE ? null : folded(c);
      if (folded != null && folded.length() <= MAX_CHARS && !isOnly(folded, c)) {
        page[at] = folded;
        changed = true;
      }
    }
    return changed ? page : UNCHANGED;
  }

  private static boolean isOnly(String text, int c) {
    return text.equals(Character.toString(c));
  }

  /** True for characters that are not seen and have no weight. */
  static boolean isIgnorable(int c) {
    for (int at = 0; at < IGNORABLE.length && c >= IGNORABLE[at]; at += 2) {
      if (c <= IGNORABLE[at + 1]) {
        return true;
      }
    }
    return false;
  }

  /**
   * True for raised, lowered, circled and parenthesised digits and for squared words, which follow
   * a word without being part of it.
   */
  static boolean isAttached(char c) {
    return c >= '\u00b2'
        && (c == '\u00b2'
            || c == '\u00b3'
            || c == '\u00b9'
            || (c >= '\u2070' && c <= '\u2089' && c != '\u2071' && c != '\u207f')
            || (c >= '\u2460' && c <= '\u249b')
            || (c >= '\u24ea' && c <= '\u24ff')
            || (c >= '\u2776' && c <= '\u2793')
            || (c >= '\u3200' && c <= '\u33ff'));
  }

  private static String folded(int c) {
    String exception = EXCEPTIONS.get(c);
    if (exception != null) {
      return exception;
    }
    if (isIgnorable(c)) {
      return "";
    }
    if (c >= 0xff01 && c <= 0xff5e) {
      return Character.toString(c - 0xfee0).toLowerCase(Locale.ROOT);
    }
    if ((c >= 0x1f150 && c <= 0x1f169) || (c >= 0x1f170 && c <= 0x1f189)) {
      return Character.toString('a' + (c - 0x1f150) % 0x20); // white on black
    }
    if ((c >= 0xac00 && c <= 0xd7a3) || (c >= 0x3131 && c <= 0x318e)) {
      return null; // syllables and jamo of Hangul, which NFKD takes apart
    }
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> isAccent(c) ? "" : null;
      case Character.DECIMAL_DIGIT_NUMBER -> Integer.toString(Character.digit(c, 10));
      case Character.OTHER_NUMBER -> words(latin(c, Normalizer.Form.NFKC));
      case Character.OTHER_SYMBOL -> isSquared(c) ? words(latin(c, Normalizer.Form.NFKC)) : null;
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER,
          Character.LETTER_NUMBER ->
          letter(c);
      default ->
          c >= 0xff61 && c <= 0xff65
              ? Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKC)
              : null;
    };
  }

  /** Circled and squared letters, radicals, and the squares of East Asian typesetting. */
  private static boolean isSquared(int c) {
    return (c >= 0x24b6 && c <= 0x24e9)
        || (c >= 0x2e80 && c <= 0x2fdf)
        || (c >= 0x3200 && c <= 0x33ff)
        || (c >= 0x1f110 && c <= 0x1f149);
  }

  private static boolean isAccent(int c) {
    if (c == 0x3099 || c == 0x309a) {
      return false;
    }
    return NUKTAS.indexOf(c) >= 0
        || switch (Character.UnicodeScript.of(c)) {
          case INHERITED, ARABIC, HEBREW, SYRIAC, CYRILLIC, GREEK, LATIN, COPTIC, NKO -> true;
          default -> false;
        };
  }

  private static String composed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  /** Folds a letter by folding what it consists of. */
  private static String letter(int c) {
    int lower = Character.toLowerCase(Character.toUpperCase(c)); // also unites lower-case variants
    if (lower != c) {
      return foldedOrSame(lower);
    }
    String parts = latin(c, Normalizer.Form.NFKD);
    if (isOnly(parts, c)) {
      return kana(jamo(c));
    }
    StringBuilder letters = new StringBuilder();
    parts.codePoints().forEach(part -> letters.append(foldedOrSame(part)));
    return composed(letters.toString().strip());
  }

  private static String foldedOrSame(int c) {
    String folded = folded(c);
    return folded == null ? Character.toString(c) : folded;
  }

  /** Decomposes; Latin letters without a decomposition become those of ASCII. */
  private static String latin(int c, Normalizer.Form form) {
    if (c <= 0xffff) {
      char[] one = {(char) c};
      char[] ascii = new char[4];
      int length = ASCIIFoldingFilter.foldToASCII(one, 0, ascii, 0, 1);
      if (ascii[0] != one[0]) {
        return new String(ascii, 0, length).toLowerCase(Locale.ROOT);
      }
    }
    return Normalizer.normalize(Character.toString(c), form);
  }

  /**
   * Returns the letters and digits of a number or a square; null if more is in it than brackets.
   */
  private static String words(String parts) {
    StringBuilder letters = new StringBuilder();
    for (int part : parts.codePoints().toArray()) {
      if (Character.isLetterOrDigit(part)
          || Character.getType(part) == Character.NON_SPACING_MARK) {
        letters.append(foldedOrSame(part));
      } else if ("().".indexOf(part) < 0) {
        return null;
      }
    }
    return letters.isEmpty() ? null : composed(letters.toString());
  }

  /** Writes jamo, which stand alone here, as a Korean keyboard does. */
  private static int jamo(int c) {
    if (c >= 0x1100 && c < 0x1100 + INITIAL_JAMO.length()) {
      return INITIAL_JAMO.charAt(c - 0x1100);
    }
    if (c >= 0x1161 && c <= 0x1175) {
      return 'ㅏ' + c - 0x1161;
    }
    if (c >= 0x11a8 && c < 0x11a8 + FINAL_JAMO.length()) {
      return FINAL_JAMO.charAt(c - 0x11a8);
    }
    return c;
  }

  /** Writes katakana as hiragana, and small letters as large ones. */
  private static String kana(int c) {
    if (c >= 0x31f0 && c <= 0x31ff) {
      return AINU_KANA.substring(c - 0x31f0, c - 0x31f0 + 1);
    }
    boolean katakana = (c >= 'ァ' && c <= 'ヶ') || c == 'ヽ' || c == 'ヾ';
    int hiragana = katakana ? c - 0x60 : c;
    int small = SMALL_KANA.indexOf(hiragana);
    return small >= 0 ? LARGE_KANA.substring(small, small + 1) : Character.toString(hiragana);
  }
}
