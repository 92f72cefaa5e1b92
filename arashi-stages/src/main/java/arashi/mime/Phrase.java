package arashi.mime;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Words that stand together in a mail, in this order, with nothing between them that is a letter or
 * a digit; without regard to case and accents. The index knows only that a mail has all of them.
 *
 * <p>Safe to share among threads.
 */
public final class Phrase {
  private static final String NO_WORD = "[^\\p{L}\\p{N}\\p{M}]";
  private static final String NOT_AFTER_WORD = "(?<![\\p{L}\\p{N}\\p{M}])";
  private static final String NOT_BEFORE_WORD = "(?![\\p{L}\\p{N}\\p{M}])";

  private final String prefix;
  private final Pattern words;

  private Phrase(String prefix, List<String> folded) {
    this.prefix = prefix;
    String first = folded.get(0);
    String last = folded.get(folded.size() - 1);
    this.words =
        Pattern.compile(
            (isSpaced(first.codePointAt(0)) ? NOT_AFTER_WORD : "")
                + folded.stream().map(Pattern::quote).collect(Collectors.joining(NO_WORD + "+"))
                + (isSpaced(last.codePointBefore(last.length())) ? NOT_BEFORE_WORD : ""));
  }

  /**
   * A phrase in a field.
   *
   * @param prefix that of the field's terms; {@code ""} for anywhere
   * @param text as typed
   * @return empty if it has no word
   */
  static Optional<Phrase> of(String prefix, String text) {
    List<String> folded =
        Arrays.stream(SortKeys.fold(text).split(NO_WORD + "+", -1))
            .filter(word -> !word.isEmpty())
            .toList();
    return folded.isEmpty() ? Optional.empty() : Optional.of(new Phrase(prefix, folded));
  }

  /** Whether its script sets words apart: Chinese, Japanese and Korean don't, or not always. */
  private static boolean isSpaced(int codePoint) {
    return switch (Character.UnicodeScript.of(codePoint)) {
      case HAN, HIRAGANA, KATAKANA, HANGUL -> false;
      default -> true;
    };
  }

  /** Whether the mail has it. */
  public boolean isIn(MailView view) {
    return texts(view).anyMatch(text -> words.matcher(SortKeys.fold(text)).find());
  }

  private Stream<String> texts(MailView view) {
    Envelope envelope = view.envelope();
    Stream<String> recipients =
        Stream.concat(envelope.to().stream(), envelope.cc().stream()).map(MailAddress::toString);
    Stream<String> authors = envelope.from().stream().map(MailAddress::toString);
    return switch (prefix) {
      case TermExtractor.FROM -> authors;
      case TermExtractor.TO -> recipients;
      case TermExtractor.SUBJECT -> Stream.of(envelope.subject());
      default ->
          Stream.of(
                  Stream.of(envelope.subject(), view.text()),
                  authors,
                  recipients,
                  envelope.replyTo().stream().map(MailAddress::toString),
                  view.parts().stream().map(PartInfo::name))
              .flatMap(each -> each);
    };
  }

  @Override
  public String toString() {
    return prefix + words;
  }
}
