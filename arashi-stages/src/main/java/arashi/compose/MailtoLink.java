package arashi.compose;

import arashi.mime.text.TextCleaner;
import arashi.mime.view.Shown;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parser of {@code mailto:} links (RFC 6068). */
public final class MailtoLink {
  private static final String SCHEME = "mailto:";
  private static final int MAX_CHARS = 64 << 10;

  private String to = "";
  private String cc = "";
  private String bcc = "";
  private String subject = "";
  private String body = "";
  private String inReplyTo = "";

  private MailtoLink() {}

  /** True if the text starts like such a link. */
  public static boolean is(String text) {
    return text.stripLeading().regionMatches(true, 0, SCHEME, 0, SCHEME.length());
  }

  /**
   * Returns a draft with the link's recipients, subject, body, and {@code In-Reply-To}. All other
   * fields are ignored, so a link can't attach a file or set a sender. Never throws: the draft is
   * empty if the text is no link.
   */
  public static Draft parse(String url) {
    if (!is(url) || url.length() > MAX_CHARS) {
      return Draft.empty();
    }
    MailtoLink link = new MailtoLink();
    link.read(url.strip().substring(SCHEME.length()));
    return link.draft();
  }

  /** Distributes the fields of a link pasted into {@code to}; existing fields are kept. */
  public static Draft spread(Draft draft) {
    if (!is(draft.to()) || draft.to().length() > MAX_CHARS) {
      return draft;
    }
    Draft link = parse(draft.to());
    String subject = draft.subject().isBlank() ? link.subject() : draft.subject();
    String text = link.text().isEmpty() ? draft.text() : link.text() + "\n" + draft.text();
    return draft
        .withRecipients(link.to(), joined(draft.cc(), link.cc()), joined(draft.bcc(), link.bcc()))
        .withSubject(subject)
        .withText(text)
        .withOrigin(draft.origin().or(link::origin));
  }

  /** True if {@link #spread} filled in other fields than {@code to}, to be reviewed. */
  public static boolean fillsIn(Draft spread, Draft draft) {
    return !spread.withRecipients(draft.to(), spread.cc(), spread.bcc()).equals(draft);
  }

  private void read(String rest) {
    int fragment = rest.indexOf('#');
    String link = fragment < 0 ? rest : rest.substring(0, fragment);
    int query = link.indexOf('?');
    to = addresses(query < 0 ? link : link.substring(0, query));
    String fields = query < 0 ? "" : link.substring(query + 1);
    // some pages escape the ampersand for HTML in plain text too
    for (String field : fields.replace("&amp;", "&").split("&", -1)) {
      int sign = field.indexOf('=');
      if (sign > 0) {
        take(decoded(field.substring(0, sign)), field.substring(sign + 1));
      }
    }
  }

  private void take(String name, String value) {
    switch (name.toLowerCase(Locale.ROOT)) {
      case "to" -> to = joined(to, addresses(value));
      case "cc" -> cc = joined(cc, addresses(value));
      case "bcc" -> bcc = joined(bcc, addresses(value));
      case "subject" -> subject = TextCleaner.oneLine(decoded(value));
      case "body" -> body = joinedLines(body, TextCleaner.clean(decoded(value)));
      case "in-reply-to" -> inReplyTo = decoded(value).strip();
      default -> {
        // other fields would be the page's choice, not the writer's
      }
    }
  }

  private Draft draft() {
    String id = inReplyTo.replaceAll("^<|>$", "");
    Optional<Origin> origin =
        References.isId(id)
            ? Optional.of(new Origin(Origin.Kind.REPLY, 0, 0, id, List.of(id)))
            : Optional.empty();
    return Draft.empty()
        .withRecipients(to, cc, bcc)
        .withSubject(subject)
        .withText(body)
        .withOrigin(origin);
  }

  /** Splits at literal commas; commas within an address are percent-encoded. */
  private static String addresses(String encoded) {
    List<String> found = new ArrayList<>();
    for (String piece : encoded.split(",", -1)) {
      String address = Shown.offered("", TextCleaner.oneLine(decoded(piece))).address();
      if (!address.isEmpty()) {
        found.add(address);
      }
    }
    return String.join(", ", found);
  }

  private static String joined(String some, String more) {
    return some.isBlank() || more.isBlank() ? some + more : some + ", " + more;
  }

  private static String joinedLines(String some, String more) {
    return some.isEmpty() ? more : some + "\n" + more;
  }

  /** Percent-decodes UTF-8; a plus stays a plus. */
  private static String decoded(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int at = 0; at < text.length(); at++) {
      int high = hex(text, at + 1);
      int low = hex(text, at + 2);
      if (text.charAt(at) == '%' && high >= 0 && low >= 0) {
        bytes.write(high << 4 | low);
        at += 2;
      } else {
        int point = text.codePointAt(at);
        bytes.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
        at += Character.charCount(point) - 1;
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static int hex(String text, int at) {
    return at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
  }
}
