package arashi.mime.text;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;

/**
 * Folds text for comparison: two spellings of a word that people take for the same become equal.
 * Search terms, phrases, sort keys and completion use this one fold.
 *
 * <p>The rule is equality at the primary level of the Unicode Collation Algorithm (UTS #10, table
 * of Unicode 13) with the search rules of CLDR; {@code FoldTable} lists what differs. The fold
 * drops what has no weight there (accents, soft hyphens, joiners, bidi marks, fillers), and writes
 * the variants of a letter or digit as one: case, width, final forms, mathematical letters,
 * katakana.
 *
 * <pre>
 *   Οδός, ΟΔΟΣ → οδοσ     ёлка → елка      Straße → strasse     co&shy;op → coop
 *   ﾃｽﾄ, テスト → てすと    أحمد → احمد       क़लम → कलम            H₂O, ١٢ → h2o, 12
 * </pre>
 *
 * <pre>
 *   text ─► without ignorable characters ─► composed (NFC) ─► table ─► once more, if marks met
 * </pre>
 *
 * The fold is idempotent and at most six times as long as the text. Pure; any thread.
 */
public final class Folding {
  private static final char SARA_E = '\u0e40';
  private static final char SARA_AE = '\u0e41';
  private static final char NIKHAHIT_THAI = '\u0e4d';
  private static final char NIKHAHIT_LAO = '\u0ecd';
  private static final char VOICED = '\u3099';
  private static final char SEMI_VOICED = '\u309a';
  private static final String UNVOICED_KANA = "うかきくけこさしすせそたちつてとはひふへほゝ";
  private static final String VOICED_KANA = "ゔがぎぐげござじずぜぞだぢづでどばびぶべぼゞ";
  private static final String H_KANA = "はひふへほ";
  private static final String SEMI_VOICED_KANA = "ぱぴぷぺぽ";

  private final StringBuilder out;
  private boolean uneven; // the result may not be composed

  private Folding(int chars) {
    this.out = new StringBuilder(chars + 16);
  }

  /** Returns the folded text; the same object if it is folded ASCII. */
  public static String fold(String text) {
    if (TextCleaner.isAscii(text)) {
      return text.toLowerCase(Locale.ROOT);
    }
    String in = TextCleaner.composed(withoutIgnorable(text));
    Folding folding = new Folding(in.length());
    folding.take(in);
    String folded = folding.out.toString();
    String even = folding.uneven ? Normalizer.normalize(folded, Normalizer.Form.NFC) : folded;
    return even.equals(folded) ? folded : fold(even);
  }

  /**
   * Returns the fold of a text with blanks in place of raised, lowered and enclosed digits and of
   * squared words; empty if it has none. {@link #fold} joins them to the word before, as in {@code
   * H₂O}; a footnote's number is none of its word's.
   */
  public static Optional<String> foldApart(String text) {
    StringBuilder apart = null;
    for (int at = 0; at < text.length(); at++) {
      if (FoldTable.isAttached(text.charAt(at))) {
        apart = apart == null ? new StringBuilder(text) : apart;
        apart.setCharAt(at, ' ');
      }
    }
    return Optional.ofNullable(apart).map(blanked -> fold(blanked.toString()));
  }

  private static String withoutIgnorable(String text) {
    StringBuilder kept = null;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      int chars = Character.charCount(c);
      boolean ignorable = c >= FoldTable.FIRST_IGNORABLE && FoldTable.isIgnorable(c);
      if (ignorable && kept == null) {
        kept = new StringBuilder(text.length()).append(text, 0, at);
      } else if (!ignorable && kept != null) {
        kept.append(text, at, at + chars);
      }
      at += chars;
    }
    return kept == null ? text : kept.toString();
  }

  private void take(String text) {
    for (int at = 0; at < text.length(); ) {
      char c = text.charAt(at);
      if (c < 0x80) {
        out.append(c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c);
        at++;
        continue;
      }
      int point = Character.isHighSurrogate(c) ? text.codePointAt(at) : c;
      String folded = FoldTable.of(point);
      if (folded == null) {
        add(point);
      } else if (folded.length() == 1) {
        add(folded.charAt(0));
      } else {
        uneven = true;
        for (int i = 0; i < folded.length(); i += Character.charCount(folded.codePointAt(i))) {
          add(folded.codePointAt(i));
        }
      }
      at += Character.charCount(point);
    }
  }

  /** Appends a folded character. Some depend on what precedes them. */
  private void add(int c) {
    switch (c) {
      case SARA_E -> addSaraE();
      case NIKHAHIT_THAI, NIKHAHIT_LAO -> addBeforeTones((char) c);
      case VOICED -> addVoice(VOICED, UNVOICED_KANA, VOICED_KANA);
      case SEMI_VOICED -> addVoice(SEMI_VOICED, H_KANA, SEMI_VOICED_KANA);
      default -> out.appendCodePoint(c);
    }
  }

  private char last() {
    return out.isEmpty() ? 0 : out.charAt(out.length() - 1);
  }

  /** Two SARA E look like one SARA AE, and are often typed for it. */
  private void addSaraE() {
    if (last() == SARA_E) {
      out.setCharAt(out.length() - 1, SARA_AE);
    } else {
      out.append(SARA_E);
    }
  }

  /** SARA AM is NIKHAHIT with SARA AA; a tone mark may stand before either or between them. */
  private void addBeforeTones(char nikhahit) {
    int at = out.length();
    while (at > 0 && isTone(out.charAt(at - 1))) {
      at--;
    }
    uneven |= at < out.length();
    out.insert(at, nikhahit);
  }

  private static boolean isTone(char c) {
    return (c >= '\u0e48' && c <= '\u0e4b') || (c >= '\u0ec8' && c <= '\u0ecb');
  }

  /** Composes what the normaliser cannot: the marks of halfwidth kana. */
  private void addVoice(char mark, String without, String with) {
    int kana = without.indexOf(last());
    if (kana >= 0) {
      out.setCharAt(out.length() - 1, with.charAt(kana));
    } else {
      out.append(mark);
      uneven = true;
    }
  }
}
