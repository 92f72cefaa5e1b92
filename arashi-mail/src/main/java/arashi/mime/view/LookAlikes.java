package arashi.mime.view;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells which domains may be shown in their own letters. The rule is conservative, after the ideas
 * of UTS #39 (5.1 restriction levels, 4 whole-script confusables): a label has one script, or
 * scripts that one language combines; the script is in common use; and some of its letters is not
 * like a Latin one. Below a top-level domain of the same script the last is not asked, because no
 * Latin name ends so. Pure functions.
 */
final class LookAlikes {
  /** Sets of scripts that one language combines (UTS 39, 5.2: highly restrictive). */
  private static final Set<Set<UnicodeScript>> TOGETHER =
      Set.of(
          EnumSet.of(
              UnicodeScript.LATIN,
              UnicodeScript.HAN,
              UnicodeScript.HIRAGANA,
              UnicodeScript.KATAKANA),
          EnumSet.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.BOPOMOFO),
          EnumSet.of(UnicodeScript.LATIN, UnicodeScript.HAN, UnicodeScript.HANGUL));

  /**
   * Letters that are like Latin letters, digits or signs, by script; other scripts are not shown.
   * Marks above and below a letter do not count.
   */
  private static final Map<UnicodeScript, String> LIKE_LATIN = new EnumMap<>(UnicodeScript.class);

  /** Latin letters of living languages; others, like the dotless i, look like a letter of ASCII. */
  private static final String LATIN = "ßæœøđðþłħŋŧə";

  static {
    LIKE_LATIN.put(UnicodeScript.CYRILLIC, "аысԁеԍһіюјӏорԗԛѕԝхуъьҽпгѵѡкєғҫԃցүҝ");
    LIKE_LATIN.put(UnicodeScript.GREEK, "αικνρυωηοτχγϲϳσς");
    LIKE_LATIN.put(UnicodeScript.ARMENIAN, "ագզէլհյոսւօցքրՙ");
    LIKE_LATIN.put(UnicodeScript.GEORGIAN, "იოყძხჽჿ");
    LIKE_LATIN.put(UnicodeScript.HEBREW, "וןסחיטװײ");
    LIKE_LATIN.put(UnicodeScript.ARABIC, "اهةەہوٱۀں");
    LIKE_LATIN.put(UnicodeScript.THAI, "ทนบพรหเแาๅ");
    LIKE_LATIN.put(UnicodeScript.DEVANAGARI, "ऽटठ");
    LIKE_LATIN.put(UnicodeScript.BENGALI, "ঽ");
    LIKE_LATIN.put(UnicodeScript.GURMUKHI, "ਠਸਮ");
    LIKE_LATIN.put(UnicodeScript.GUJARATI, "ટડઽ");
    LIKE_LATIN.put(UnicodeScript.TAMIL, "டபயரா");
    LIKE_LATIN.put(UnicodeScript.TELUGU, "ంఃఠ");
    LIKE_LATIN.put(UnicodeScript.KANNADA, "ಂಃಠ");
    LIKE_LATIN.put(UnicodeScript.MALAYALAM, "ടഠധനറര");
    LIKE_LATIN.put(UnicodeScript.SINHALA, "ටඨර");
    LIKE_LATIN.put(UnicodeScript.HAN, "丶丨丿一乙亅工口日〇〆");
    LIKE_LATIN.put(UnicodeScript.HIRAGANA, "くへしてりつ");
    LIKE_LATIN.put(UnicodeScript.KATAKANA, "ノニハトエロタヘカソンリ");
    LIKE_LATIN.put(UnicodeScript.BOPOMOFO, "ㄧㄒㄚㄩㄖㄇㄈㄙ");
    LIKE_LATIN.put(UnicodeScript.HANGUL, "");
  }

  private LookAlikes() {}

  /** True if the letters of a domain cannot be taken for those of another. */
  static boolean isPlain(String domain) {
    String[] labels = domain.split("\\.", -1);
    Set<UnicodeScript> top = scripts(labels[labels.length - 1]);
    for (String label : labels) {
      if (label.codePoints().anyMatch(c -> c >= 0x80) && !isPlain(label, top)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(String label, Set<UnicodeScript> top) {
    Set<UnicodeScript> scripts = scripts(label);
    return !scripts.isEmpty()
        && !isMixed(label)
        && label.codePoints().allMatch(LookAlikes::isUsual)
        && (scripts.equals(EnumSet.of(UnicodeScript.LATIN))
            || (top.equals(scripts) && !scripts.contains(UnicodeScript.LATIN))
            || label.codePoints().anyMatch(LookAlikes::isUnlikeLatin));
  }

  /** True if a label combines scripts that no language does. */
  static boolean isMixed(String label) {
    Set<UnicodeScript> scripts = scripts(label);
    return scripts.size() > 1 && TOGETHER.stream().noneMatch(one -> one.containsAll(scripts));
  }

  private static Set<UnicodeScript> scripts(String label) {
    Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
    label.codePoints().mapToObj(UnicodeScript::of).forEach(scripts::add);
    scripts.remove(UnicodeScript.COMMON);
    scripts.remove(UnicodeScript.INHERITED);
    return scripts;
  }

  private static boolean isUsual(int c) {
    if (c < 0x80) {
      return Character.isLetterOrDigit(c) || c == '-';
    }
    UnicodeScript script = UnicodeScript.of(c);
    if (Invisible.is(c) || script == UnicodeScript.INHERITED) {
      return false;
    }
    if (script == UnicodeScript.LATIN) {
      return isLiving(c);
    }
    boolean written = Character.isLetter(c) || Character.isDigit(c) || isMark(c);
    return written && (script == UnicodeScript.COMMON ? c == 'ー' : LIKE_LATIN.containsKey(script));
  }

  /** Letters with accents, of the blocks of European languages and of Vietnamese. */
  private static boolean isLiving(int c) {
    boolean block =
        c <= 0x17F || (c >= 0x1A0 && c <= 0x1B0) || (c >= 0x218 && c <= 0x21B) || c >= 0x1EA0;
    return LATIN.indexOf(c) >= 0 || (block && c <= 0x1EF9 && base(c) < 0x80);
  }

  private static int base(int c) {
    return Normalizer.normalize(Character.toString(c), Normalizer.Form.NFD).codePointAt(0);
  }

  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  private static boolean isUnlikeLatin(int c) {
    UnicodeScript script = UnicodeScript.of(c);
    boolean jamo = script == UnicodeScript.HANGUL && (c < 0xAC00 || c > 0xD7A3);
    return script != UnicodeScript.LATIN
        && Character.isLetter(c)
        && !jamo
        && script != UnicodeScript.COMMON
        && LIKE_LATIN.getOrDefault(script, "").indexOf(base(c)) < 0;
  }
}
