package benchmarks.corpus;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Generates mail like a mailing list's: about 7 KB and 165 distinct terms each, two of three a
 * reply that quotes, one of five with an HTML alternative, one of twelve with an attachment. The
 * same seed makes the same mail.
 */
public final class MailGenerator {
  private static final int VOCABULARY = 40_000;
  private static final int PEOPLE = 400;
  private static final int OPEN_THREADS = 40;
  private static final int ATTACHMENT_BYTES = 32_000;
  private static final Instant LAST = Instant.parse("2026-10-31T12:00:00Z");
  private static final Duration BETWEEN = Duration.ofMinutes(17);
  private static final DateTimeFormatter RFC5322 =
      DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Vocabulary vocabulary = new Vocabulary(VOCABULARY, 1);
  private final Random random;
  private final long seed;
  private final List<Mail> open = new ArrayList<>();

  public MailGenerator(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
  }

  /** Writes an mbox (mboxrd) of {@code mails} mails, oldest first. */
  public void write(int mails, Writer mbox) throws IOException {
    for (int i = 0; i < mails; i++) {
      Instant date = LAST.minus(BETWEEN.multipliedBy(mails - i));
      String raw = render(next(i), date);
      mbox.write("From bench@example.org Sat Jan  1 00:00:00 2000\n");
      mbox.write(raw.replaceAll("(?m)^(>*From )", ">$1"));
      mbox.write("\n\n");
    }
  }

  private record Mail(String id, String from, String subject, String references, String text) {}

  private Mail next(int number) {
    boolean reply = !open.isEmpty() && random.nextInt(3) > 0;
    Mail parent = reply ? open.get(random.nextInt(open.size())) : null;
    String name = vocabulary.word(1000 + zipf(PEOPLE));
    String family = vocabulary.word(2000 + zipf(PEOPLE));
    String from = capital(name) + " " + capital(family) + " <" + name + "@" + family + ".example>";
    Mail mail =
        new Mail(
            "<" + number + "." + seed + "@bench.example>",
            from,
            parent == null ? capital(words(3 + random.nextInt(5))) : parent.subject,
            parent == null ? "" : (parent.references + " " + parent.id).strip(),
            text(parent));
    if (open.size() < OPEN_THREADS) {
      open.add(mail);
    } else {
      open.set(random.nextInt(OPEN_THREADS), mail);
    }
    return mail;
  }

  /** A rank below {@code bound}, by Zipf's law. */
  private int zipf(int bound) {
    return (int) (Math.pow(bound, random.nextDouble()) - 1);
  }

  private String text(Mail parent) {
    StringBuilder text = new StringBuilder("Hi,\n\n");
    if (parent != null) {
      text.append(parent.from.replaceAll(" <.*", "")).append(" wrote:\n");
      Stream<String> quoted = parent.text.lines().limit(12 + random.nextInt(14));
      text.append(quoted.map(line -> "> " + line + "\n").collect(joining())).append('\n');
    }
    int paragraphs = 1 + random.nextInt(4);
    for (int i = 0; i < paragraphs; i++) {
      paragraph(text, 30 + random.nextInt(50));
    }
    return text.append("Regards\n-- \n").append(words(8)).append('\n').toString();
  }

  private void paragraph(StringBuilder text, int words) {
    int column = 0;
    for (int i = 0; i < words; i++) {
      String word = vocabulary.draw(random);
      text.append(i == 0 ? capital(word) : word);
      column += word.length() + 1;
      boolean ends = i == words - 1;
      text.append(ends ? ".\n\n" : column > 66 ? "\n" : " ");
      column = column > 66 ? 0 : column;
    }
  }

  private String words(int count) {
    return Stream.generate(() -> vocabulary.draw(random)).limit(count).collect(joining(" "));
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private String render(Mail mail, Instant date) {
    StringBuilder raw = new StringBuilder(8_192);
    received(raw, date);
    boolean reply = !mail.references.isEmpty();
    raw.append("From: ").append(mail.from).append("\nTo: list@bench.example\nSubject: ");
    raw.append(reply ? "Re: " : "").append(mail.subject);
    raw.append("\nDate: ").append(RFC5322.format(date));
    raw.append("\nMessage-ID: ").append(mail.id).append('\n');
    if (reply) {
      String[] references = mail.references.split(" ");
      raw.append("In-Reply-To: ").append(references[references.length - 1]);
      raw.append("\nReferences: ").append(String.join("\n ", references)).append('\n');
    }
    raw.append("List-Id: <list.bench.example>\nPrecedence: list\nMIME-Version: 1.0\n");
    boolean html = random.nextInt(5) == 0;
    boolean attachment = random.nextInt(12) == 0;
    if (attachment) {
      raw.append("Content-Type: multipart/mixed; boundary=\"mixed\"\n\n--mixed\n");
    }
    body(raw, mail.text, html);
    if (attachment) {
      attach(raw);
    }
    return raw.toString();
  }

  private void received(StringBuilder raw, Instant date) {
    for (int hop = 3; hop > 0; hop--) {
      String id = Long.toString(random.nextLong() >>> 1, 36);
      raw.append("Received: from relay").append(hop).append(".bench.example (relay").append(hop);
      raw.append(".bench.example [192.0.2.").append(1 + random.nextInt(250)).append("])\n");
      raw.append("\tby mx.bench.example (Postfix) with ESMTPS id ").append(id);
      raw.append("\n\tfor <list@bench.example>; ").append(RFC5322.format(date)).append('\n');
    }
    String signature = Base64.getEncoder().encodeToString(bytes(192));
    raw.append("DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=bench.example; s=s1;");
    raw.append("\n\tb=").append(signature.replaceAll("(.{60})", "$1\n\t ")).append('\n');
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private void body(StringBuilder raw, String text, boolean html) {
    String plain = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n";
    if (!html) {
      raw.append(plain).append(text);
      return;
    }
    raw.append("Content-Type: multipart/alternative; boundary=\"alternative\"\n\n--alternative\n");
    raw.append(plain).append(text);
    raw.append("\n--alternative\nContent-Type: text/html; charset=utf-8\n\n");
    raw.append("<html><head><style>p { margin: 0 0 1em }</style></head><body>\n");
    for (String block : text.split("\n\n", -1)) {
      String quoted = block.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "<br>\n");
      raw.append(
          block.startsWith(">")
              ? "<blockquote style=\"color:#555\">" + quoted + "</blockquote>\n"
              : "<p style=\"font-family:sans-serif\">" + quoted + "</p>\n");
    }
    raw.append("<p><a href=\"https://bench.example/").append(random.nextInt(10_000));
    raw.append(
        "\">More</a> <img src=\"https://bench.example/p.gif\" width=\"1\" height=\"1\"></p>");
    raw.append("\n</body></html>\n--alternative--\n");
  }

  private void attach(StringBuilder raw) {
    byte[] content = bytes(ATTACHMENT_BYTES / 2 + random.nextInt(ATTACHMENT_BYTES));
    raw.append("\n--mixed\nContent-Type: application/pdf; name=\"report.pdf\"\n");
    raw.append("Content-Disposition: attachment; filename=\"report.pdf\"\n");
    raw.append("Content-Transfer-Encoding: base64\n\n");
    raw.append(Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(content));
    raw.append("\n--mixed--\n");
  }
}
