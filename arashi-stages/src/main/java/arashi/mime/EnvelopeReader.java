package arashi.mime;

import arashi.mime.MailProblem.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Header fields of one entity to an {@link Envelope}. */
final class EnvelopeReader {
  private static final int MAX_SUBJECT = 2_000;
  private static final int MAX_ID = 1_000;

  /** An id in angle brackets, or without; bounded, so that no text makes the search quadratic. */
  private static final Pattern ID =
      Pattern.compile("<([^<>]{1,1000}+)>|([^\\s<>,;\"()@]{1,250}+@[^\\s<>,;\"()@]{1,250}+)");

  private final MimePart part;
  private final MimeLimits limits;
  private final Problems problems;
  private final String charsetHint;

  /** {@code charsetHint}: what raw 8-bit header text is taken for when it is not UTF-8. */
  EnvelopeReader(MimePart part, MimeLimits limits, Problems problems, String charsetHint) {
    this.part = part;
    this.limits = limits;
    this.problems = problems;
    this.charsetHint = charsetHint;
  }

  Envelope read() {
    List<MailAddress> from = addresses("from");
    List<String> ids = ids("message-id", 1);
    return new Envelope(
        from.isEmpty() ? addresses("sender") : from,
        addresses("reply-to"),
        addresses("to"),
        addresses("cc"),
        subject(),
        date(),
        ids.isEmpty() ? "" : ids.get(0),
        ids("in-reply-to", limits.maxReferences()),
        ids("references", limits.maxReferences()));
  }

  /** When the last server took the mail: the date behind the last semicolon of the top field. */
  Optional<Instant> received() {
    String top = part.headerText("received");
    return MailDate.parse(top.substring(top.lastIndexOf(';') + 1));
  }

  List<HeaderLine> lines() {
    List<HeaderLine> lines = new ArrayList<>(part.headers.size());
    for (var header : part.headers) {
      lines.add(new HeaderLine(header.name, HeaderText.decode(header.body, charsetHint)));
    }
    return lines;
  }

  private String subject() {
    byte[] body = part.header("subject");
    return body == null ? "" : TextCleaner.cut(HeaderText.decode(body, charsetHint), MAX_SUBJECT);
  }

  private Optional<Instant> date() {
    String text = part.headerText("date").strip();
    Optional<Instant> date = MailDate.parse(text);
    if (date.isEmpty() && !text.isEmpty()) {
      problems.add(Kind.BROKEN_DATE, "part " + part.n);
    }
    return date;
  }

  /** All fields of that name together: some mails repeat To. */
  private List<MailAddress> addresses(String name) {
    List<MailAddress> found = new ArrayList<>();
    for (var header : part.headers) {
      if (header.name.equalsIgnoreCase(name) && found.size() < limits.maxAddresses()) {
        String body = HeaderText.unfolded(header.body, charsetHint);
        found.addAll(AddressParser.parse(body, limits.maxAddresses() - found.size()));
      }
    }
    return found;
  }

  /** Of too many ids the first, which is the root of the thread, and the last are kept. */
  private List<String> ids(String name, int limit) {
    Set<String> found = new LinkedHashSet<>();
    String body = part.headerText(name);
    Matcher matcher = ID.matcher(body);
    while (matcher.find()) {
      String id = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
      String cleaned = TextCleaner.cut(TextCleaner.oneLine(id).replace(" ", ""), MAX_ID);
      if (!cleaned.isEmpty()) {
        found.add(cleaned);
      }
    }
    if (found.isEmpty() && name.equals("message-id") && !body.isBlank()) {
      found.add(TextCleaner.cut(TextCleaner.oneLine(body), MAX_ID));
    }
    List<String> ids = new ArrayList<>(found);
    if (ids.size() > limit) {
      ids.subList(1, ids.size() - limit + 1).clear();
    }
    return ids;
  }
}
