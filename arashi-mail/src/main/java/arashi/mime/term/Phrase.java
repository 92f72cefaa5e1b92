package arashi.mime.term;

import arashi.mime.address.Mailbox;
import arashi.mime.text.Folding;
import arashi.mime.text.TextCleaner;
import arashi.mime.view.Envelope;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Words that must be adjacent in a mail, in this order, with no letter or digit between them.
 * Ignores what {@link Folding} does. The index only knows that a mail contains all of the words.
 *
 * <p>Thread-safe.
 */
public final class Phrase {
  private static final String NO_WORD = "[^\\p{L}\\p{N}\\p{M}]";

  private final String prefix;
  private final List<String> words;
  private final boolean startsWord;
  private final boolean endsWord;

  private Phrase(String prefix, List<String> folded) {
    this.prefix = prefix;
    this.words = folded;
    String last = folded.get(folded.size() - 1);
    this.startsWord = isSpaced(folded.get(0).codePointAt(0));
    this.endsWord = isSpaced(last.codePointBefore(last.length()));
  }

  /**
   * Parses a phrase, empty without a word; {@code prefix} selects a field, {@code ""} all of them.
   */
  static Optional<Phrase> of(String prefix, String text) {
    List<String> folded =
        Arrays.stream(Folding.fold(text).split(NO_WORD + "+", -1))
            .filter(word -> !word.isEmpty())
            .toList();
    return folded.isEmpty() ? Optional.empty() : Optional.of(new Phrase(prefix, folded));
  }

  /** Whether the character's script always separates words; see {@link TermAnalyzer}. */
  private static boolean isSpaced(int codePoint) {
    return switch (Character.UnicodeScript.of(codePoint)) {
      case HAN, HIRAGANA, KATAKANA, HANGUL, THAI, LAO, KHMER, MYANMAR -> false;
      default -> true;
    };
  }

  /** Whether the mail contains the phrase. */
  public boolean isIn(MailView view) {
    return texts(view).anyMatch(this::isIn);
  }

  /**
   * Whether a stored mail contains all of the phrases; its HTML is ignored.
   *
   * @param display an {@linkplain MailView#encode encoded} view
   */
  public static boolean areIn(byte[] display, List<Phrase> phrases) {
    MailView view = MailView.decodeWithoutHtml(display);
    return phrases.stream().allMatch(phrase -> phrase.isIn(view));
  }

  /** Compares ASCII text, the common case, in place without a copy. */
  private boolean isIn(String text) {
    if (TextCleaner.isAscii(text)) {
      return isInFolded(text);
    }
    return isInFolded(Folding.fold(text))
        || Folding.foldApart(text).filter(this::isInFolded).isPresent();
  }

  /** True if the text, folded but for the case of ASCII letters, contains the phrase. */
  private boolean isInFolded(String folded) {
    char first = words.get(0).charAt(0);
    for (int at = 0; at < folded.length(); at++) {
      if (lower(folded.charAt(at)) == first && startsAt(folded, at) && matches(folded, at)) {
        return true;
      }
    }
    return false;
  }

  private boolean startsAt(String text, int at) {
    return !startsWord || at == 0 || !TermAnalyzer.isWord(text.codePointBefore(at));
  }

  private boolean matches(String text, int from) {
    int at = from;
    for (int n = 0; n < words.size(); n++) {
      int start = n == 0 ? at : behindGap(text, at);
      String word = words.get(n);
      if ((n > 0 && start == at) || !has(text, start, word)) {
        return false;
      }
      at = start + word.length();
    }
    return !endsWord || at == text.length() || !TermAnalyzer.isWord(text.codePointAt(at));
  }

  private static int behindGap(String text, int from) {
    int at = from;
    while (at < text.length() && !TermAnalyzer.isWord(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }

  private static boolean has(String text, int start, String word) {
    if (start + word.length() > text.length()) {
      return false;
    }
    for (int at = 0; at < word.length(); at++) {
      if (lower(text.charAt(start + at)) != word.charAt(at)) {
        return false;
      }
    }
    return true;
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
  }

  private Stream<String> texts(MailView view) {
    Envelope envelope = view.envelope();
    Stream<String> recipients =
        Stream.concat(envelope.to().stream(), envelope.cc().stream()).map(Mailbox::toString);
    Stream<String> authors = envelope.from().stream().map(Mailbox::toString);
    return switch (prefix) {
      case TermExtractor.FROM -> authors;
      case TermExtractor.TO -> recipients;
      case TermExtractor.SUBJECT -> Stream.of(envelope.subject());
      default ->
          Stream.of(
                  Stream.of(envelope.subject(), view.text(), view.facts().otherText()),
                  authors,
                  recipients,
                  envelope.replyTo().stream().map(Mailbox::toString),
                  view.parts().stream().map(PartInfo::name))
              .flatMap(each -> each);
    };
  }

  @Override
  public String toString() {
    return prefix + String.join(" ", words);
  }
}
