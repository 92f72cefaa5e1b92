package arashi.mime.view;

import java.lang.Character.UnicodeScript;
import java.net.IDN;
import java.util.EnumSet;
import java.util.Set;

/**
 * Decodes internationalized domains of addresses (IDNA, RFC 3490) and detects deceptive ones.
 * Thread-safe.
 */
public final class MailDomain {
  private static final int MAX_CHARS = 255;

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

  private MailDomain() {}

  /** Returns the address for display, with an ASCII-encoded domain decoded. */
  public static String shown(String address) {
    int sign = address.lastIndexOf('@');
    String domain = address.substring(sign + 1);
    boolean encoded = domain.regionMatches(true, 0, "xn--", 0, 4) || domain.contains(".xn--");
    if (!encoded || domain.length() > MAX_CHARS) {
      return address;
    }
    try {
      String letters = IDN.toUnicode(domain, IDN.ALLOW_UNASSIGNED);
      boolean plain = letters.codePoints().allMatch(MailDomain::isShown);
      return plain ? address.substring(0, sign + 1) + letters : address;
    } catch (IllegalArgumentException broken) {
      return address;
    }
  }

  private static boolean isShown(int c) {
    return Character.isLetterOrDigit(c) || c == '.' || c == '-' || isMark(c);
  }

  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  /** True if a label of the domain mixes scripts that no language combines. */
  public static boolean isMixed(String address) {
    String shown = shown(address);
    String domain = shown.substring(shown.lastIndexOf('@') + 1);
    if (domain.length() > MAX_CHARS) {
      return false;
    }
    for (String label : domain.split("\\.", -1)) {
      Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
      label.codePoints().mapToObj(UnicodeScript::of).forEach(scripts::add);
      scripts.remove(UnicodeScript.COMMON);
      scripts.remove(UnicodeScript.INHERITED);
      if (scripts.size() > 1 && TOGETHER.stream().noneMatch(one -> one.containsAll(scripts))) {
        return true;
      }
    }
    return false;
  }
}
