package arashi.compose;

import arashi.mime.view.Envelope;
import arashi.mime.view.MailAddress;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The text of a mail within the text of another. */
final class Quotation {
  /** Recipients that the head of a forwarded text tells. */
  private static final int MAX_RECIPIENTS = 50;

  private static final Pattern PLACE = Pattern.compile("\\{([01])}");

  private final Original original;
  private final AnswerStyle style;

  Quotation(Original original, AnswerStyle style) {
    this.original = original;
    this.style = style;
  }

  /** Who wrote when, and marked lines; empty if there is no text. */
  String quoted() {
    String text =
        style
            .selection()
            .filter(selection -> !selection.isBlank())
            .orElseGet(() -> Signature.removed(original.text()));
    String lines = text.stripTrailing().replaceFirst("^\n+", "");
    if (lines.isEmpty()) {
      return "";
    }
    String marked = lines.lines().map(Quotation::marked).collect(Collectors.joining("\n"));
    String attribution = attribution();
    return attribution.isEmpty() ? marked : attribution + "\n" + marked;
  }

  /** One more mark (RFC 3676, 4.5); deeper ones stand without blanks between. */
  private static String marked(String line) {
    if (line.isEmpty()) {
      return ">";
    }
    return (line.startsWith(">") ? ">" : "> ") + line;
  }

  private String attribution() {
    String author = envelope().author().label();
    Optional<String> date = envelope().date().map(this::written);
    if (author.isEmpty()) {
      return "";
    }
    String words = date.isPresent() ? style.words().wrote() : style.words().wroteUndated();
    return PLACE
        .matcher(words)
        .replaceAll(
            place ->
                Matcher.quoteReplacement(place.group(1).equals("0") ? date.orElse("") : author));
  }

  /** The whole text below a head that tells where it is from. */
  String forwarded() {
    AnswerWords words = style.words();
    StringBuilder text = new StringBuilder(words.forwarded()).append('\n');
    field(text, words.from(), joined(envelope().from()));
    field(text, words.date(), envelope().date().map(this::written).orElse(""));
    field(text, words.subject(), envelope().subject());
    field(text, words.to(), joined(envelope().to()));
    field(text, words.cc(), joined(envelope().cc()));
    return text.append('\n').append(original.text().stripTrailing()).append('\n').toString();
  }

  private Envelope envelope() {
    return original.fields().envelope();
  }

  private String written(Instant date) {
    return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.LONG, FormatStyle.SHORT)
        .withLocale(style.words().locale())
        .format(date.atZone(style.zone()))
        .replace('\u202f', ' '); // of newer platforms, and hardly in any font
  }

  private static void field(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append(name).append(": ").append(value).append('\n');
    }
  }

  private static String joined(List<MailAddress> addresses) {
    String shown =
        addresses.stream()
            .filter(address -> !address.address().isEmpty())
            .limit(MAX_RECIPIENTS)
            .map(address -> new Mailbox(address.name(), address.address()).toString())
            .collect(Collectors.joining(", "));
    return addresses.size() > MAX_RECIPIENTS ? shown + ", …" : shown;
  }
}
