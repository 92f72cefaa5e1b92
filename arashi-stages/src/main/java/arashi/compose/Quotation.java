package arashi.compose;

import arashi.mime.address.Mailbox;
import arashi.mime.view.Envelope;
import arashi.mime.view.Shown;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Quotes or forwards the text of a mail. */
final class Quotation {
  /** Maximum of recipients in the head of a forwarded text. */
  private static final int MAX_RECIPIENTS = 50;

  private static final DateTimeFormatter OFFSET = DateTimeFormatter.ofPattern("xx");

  private static final Pattern PLACE = Pattern.compile("\\{([01])}");

  private final Original original;
  private final AnswerStyle style;

  Quotation(Original original, AnswerStyle style) {
    this.original = original;
    this.style = style;
  }

  /** Returns the attribution line and quoted lines; empty if there is no text. */
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

  /** Adds a quotation mark (RFC 3676, 4.5); nested marks have no blanks between them. */
  private static String marked(String line) {
    if (line.isEmpty()) {
      return ">";
    }
    return (line.startsWith(">") ? ">" : "> ") + line;
  }

  private String attribution() {
    String author = Shown.label(envelope().author());
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

  /** Returns the whole text below a head with the original's fields. */
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

  /** Writes the date with its offset, because the reader may be in another zone. */
  private String written(Instant date) {
    ZonedDateTime local = date.atZone(style.zone());
    String written =
        DateTimeFormatter.ofLocalizedDateTime(FormatStyle.LONG, FormatStyle.SHORT)
            .withLocale(style.words().locale())
            .format(local)
            .replace('\u202f', ' '); // written by newer platforms, missing in most fonts
    return written + ' ' + OFFSET.format(local);
  }

  private static void field(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append(name).append(": ").append(value).append('\n');
    }
  }

  private static String joined(List<Mailbox> addresses) {
    String shown =
        addresses.stream()
            .filter(address -> !address.address().isEmpty())
            .limit(MAX_RECIPIENTS)
            .map(address -> new Mailbox(Shown.text(address.name()), Shown.text(address.address())))
            .map(Mailbox::typed)
            .collect(Collectors.joining(", "));
    return addresses.size() > MAX_RECIPIENTS ? shown + ", …" : shown;
  }
}
