package arashi.mime.text;

import java.util.Locale;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;

/**
 * The fold of stored text that is not made anew yet: lower case, and Latin letters without accents.
 * Look-ups use it beside {@link Folding}. Pure; any thread.
 */
public final class EarlierFolding {
  private EarlierFolding() {}

  /** Returns the text as it was folded earlier. */
  public static String fold(String text) {
    if (TextCleaner.isAscii(text)) {
      return text.toLowerCase(Locale.ROOT);
    }
    String in = TextCleaner.composed(text);
    StringBuilder out = new StringBuilder(in.length() + 16);
    char[] beyondAscii = new char[2];
    char[] folded = new char[4 * beyondAscii.length];
    for (int at = 0; at < in.length(); ) {
      int point = Character.toLowerCase(in.codePointAt(at));
      int length = Character.toChars(point, beyondAscii, 0);
      out.append(folded, 0, ASCIIFoldingFilter.foldToASCII(beyondAscii, 0, folded, 0, length));
      at += Character.charCount(in.codePointAt(at));
    }
    return out.toString();
  }
}
