package arashi.mime.parse;

import arashi.mime.address.Mailbox;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.text.TextCleaner;
import arashi.mime.view.Envelope;
import arashi.mime.view.ListFields;
import arashi.mime.view.MailProblem.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the header fields of one entity into an {@link Envelope}. */
final class EnvelopeReader {
  private static final int MAX_SUBJECT = 2_000;
  private static final int MAX_ID = 1_000;

  private static final int MAX_BARE = 250;
  private static final int CHARS_PER_STEP = 16;

  /** Fields that record the delivery address, most reliable first. */
  private static final List<String> DELIVERED_TO =
      List.of("x-original-to", "delivered-to", "envelope-to", "x-envelope-to", "x-delivered-to");

  private static final Pattern RECEIVED_FOR =
      Pattern.compile("(?i)\\bfor\\s{1,9}<?([^\\s<>;]{1,250}@[^\\s<>;@]{1,250})");

  private static final String RESENT = "resent-";
  private static final List<String> RESENT_TO = List.of("resent-to", "resent-cc");
  private static final List<String> RESENT_FROM = List.of("resent-from");

  private final MimePart part;
  private final MimeLimits limits;
  private static final Pattern BRACKETED = Pattern.compile("<([^<>\\s]{1,900})>");

  private final Problems problems;
  private final String charsetHint;
  private final WorkBudget budget;

  /** Decodes raw 8-bit header text that is not UTF-8 with {@code charsetHint}. */
  EnvelopeReader(
      MimePart part, MimeLimits limits, Problems problems, String charsetHint, WorkBudget budget) {
    this.part = part;
    this.limits = limits;
    this.problems = problems;
    this.charsetHint = charsetHint;
    this.budget = budget;
  }

  Envelope read() {
    List<Mailbox> from = addresses("from");
    List<String> ids = ids("message-id", 1);
    return new Envelope(
        from.isEmpty() ? addresses("sender") : from,
        addresses("reply-to"),
        addresses("to"),
        addresses("cc"),
        addresses("bcc"),
        subject(),
        date(),
        ids.isEmpty() ? "" : ids.get(0),
        ids("in-reply-to", limits.maxReferences()),
        ids("references", limits.maxReferences()));
  }

  AnswerFields answerFields() {
    return new AnswerFields(
        read(),
        bracketedId(),
        addresses("mail-reply-to"),
        addresses("mail-followup-to"),
        deliveredTo(),
        latestResent(RESENT_FROM),
        latestResent(RESENT_TO),
        listFields());
  }

  /**
   * Returns addresses of the topmost block of resent fields, which trace fields may precede. A name
   * that repeats begins the block of an earlier sender (RFC 5322, 3.6.6).
   */
  private List<Mailbox> latestResent(List<String> names) {
    List<Mailbox> found = new ArrayList<>();
    Set<String> block = new HashSet<>();
    for (var header : part.headers) {
      String name = header.name.toLowerCase(Locale.ROOT);
      if (name.startsWith(RESENT) ? !block.add(name) : !block.isEmpty()) {
        break;
      }
      if (names.contains(name)) {
        String text = HeaderText.unfolded(header.body, charsetHint);
        found.addAll(HeaderText.mailboxes(text, limits.maxAddresses()));
      }
    }
    return found;
  }

  private String bracketedId() {
    Matcher id = BRACKETED.matcher(part.headerText("message-id").strip());
    return id.matches() ? id.group(1) : "";
  }

  ListFields listFields() {
    return new ListFields(text("list-post"), text("list-id"), text("list-unsubscribe"));
  }

  /** Returns to whom the writer of this copy sent it on: no trace field is above. */
  List<Mailbox> resentTo() {
    boolean begins =
        !part.headers.isEmpty()
            && part.headers.get(0).name.regionMatches(true, 0, RESENT, 0, RESENT.length());
    return begins ? latestResent(RESENT_TO) : List.of();
  }

  private String text(String name) {
    byte[] body = part.header(name);
    return body == null ? "" : HeaderText.decode(body, charsetHint);
  }

  /**
   * Collects delivery addresses, lowest field first. Servers prepend fields, so the lowest field of
   * a name comes from the first server. That server knew the address before its expansion to a
   * mailbox.
   */
  private List<Mailbox> deliveredTo() {
    List<Mailbox> found = new ArrayList<>();
    for (String name : DELIVERED_TO) {
      List<Mailbox> upwards = addresses(name);
      Collections.reverse(upwards);
      found.addAll(upwards);
    }
    for (var header : part.headers) {
      if (header.name.equalsIgnoreCase("received") && found.size() < limits.maxAddresses()) {
        budget.spend(1 + header.body.length / CHARS_PER_STEP);
        Matcher recipient = RECEIVED_FOR.matcher(HeaderText.unfolded(header.body, charsetHint));
        if (recipient.find()) {
          found.add(new Mailbox("", recipient.group(1)));
        }
      }
    }
    return found;
  }

  /**
   * Returns the date after the last semicolon of the top field: when the last server accepted the
   * mail.
   */
  Optional<Instant> received() {
    String top = part.headerText("received");
    return MailDate.parse(top.substring(top.lastIndexOf(';') + 1));
  }

  List<HeaderLine> lines() {
    List<HeaderLine> lines = new ArrayList<>(part.headers.size());
    for (var header : part.headers) {
      budget.spend(1 + header.body.length / CHARS_PER_STEP);
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

  /** Combines all fields of that name, because some mails repeat To. */
  private List<Mailbox> addresses(String name) {
    List<Mailbox> found = new ArrayList<>();
    for (var header : part.headers) {
      if (header.name.equalsIgnoreCase(name) && found.size() < limits.maxAddresses()) {
        budget.spend(1 + header.body.length / CHARS_PER_STEP);
        String body = HeaderText.unfolded(header.body, charsetHint);
        found.addAll(HeaderText.mailboxes(body, limits.maxAddresses() - found.size()));
      }
    }
    return found;
  }

  /** Caps the ids: keeps the first, which is the root of the thread, and the last ones. */
  private List<String> ids(String name, int limit) {
    Set<String> found = new LinkedHashSet<>();
    String body = part.headerText(name);
    budget.spend(1 + body.length() / CHARS_PER_STEP);
    for (String id : idsIn(body)) {
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

  /** Finds ids in angle brackets, and words that contain {@code @}, in one pass. */
  private static List<String> idsIn(String body) {
    List<String> ids = new ArrayList<>();
    for (int at = 0; at < body.length(); ) {
      char c = body.charAt(at);
      int end = at + 1;
      if (c == '<') {
        while (end < body.length() && body.charAt(end) != '<' && body.charAt(end) != '>') {
          end++;
        }
        boolean closed = end < body.length() && body.charAt(end) == '>';
        if (closed && end - at - 1 <= MAX_ID && end > at + 1) {
          ids.add(body.substring(at + 1, end));
          at = end + 1;
        } else {
          at++;
        }
        continue;
      }
      while (!endsWord(c) && end < body.length() && !endsWord(body.charAt(end))) {
        end++;
      }
      addBare(body, at, end, ids);
      at = end;
    }
    return ids;
  }

  private static void addBare(String body, int from, int to, List<String> ids) {
    int sign = sign(body, from, to);
    if (sign > from && sign < to) {
      int second = sign(body, sign + 1, to);
      int end = Math.min(second, sign + 1 + MAX_BARE);
      if (end > sign + 1) {
        ids.add(body.substring(Math.max(from, sign - MAX_BARE), end));
      }
    }
  }

  private static int sign(String body, int from, int to) {
    int at = from;
    while (at < to && body.charAt(at) != '@') {
      at++;
    }
    return at;
  }

  private static boolean endsWord(char c) {
    return c <= ' ' || "<>,;\"()".indexOf(c) >= 0;
  }
}
