package arashi.mime.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.MimeLimits;
import arashi.mime.view.PartInfo;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Compares what goes into a mail with what comes out somewhere: each part is made of words that
 * occur once, and the mail is then damaged. A word must be shown, or be in a file that is offered,
 * decoded or as it was written.
 */
class NothingLostTest {
  private static final MailParser PARSER = new MailParser(MimeLimits.DEFAULT);
  private static final int ROUNDS = 3_000;

  /** A word, and its line in the mail. */
  private record Word(String plain, String written) {
    /** Its line as quoted-printable reads it, which takes padding for a soft line break. */
    String unpadded() {
      return written.replaceFirst("=+$", "");
    }
  }

  private final Random random = new Random(47);
  private final List<Word> words = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private int made;

  @Test
  void showsOrOffersEachWordOfDamagedMail() {
    for (int round = 0; round < ROUNDS; round++) {
      words.clear();
      lines.clear();
      lines.add("Subject: round " + round);
      lines.add("MIME-Version: 1.0");
      entity(0);
      damage();
      String raw = String.join(random.nextBoolean() ? "\r\n" : "\n", lines) + "\n";

      String out = out(raw.getBytes(ISO_8859_1));

      for (Word word : words) {
        boolean kept = lines.contains(word.written());
        assertThat(!kept || out.contains(word.plain()) || out.contains(word.unpadded()))
            .as("round %d loses %s of%n%s%nout:%n%s", round, word, raw, out)
            .isTrue();
      }
    }
  }

  /** All that a reader can see or save. */
  private static String out(byte[] raw) {
    ParsedMail mail = PARSER.parse(raw);
    StringBuilder out = new StringBuilder(mail.view().text()).append('\n');
    mail.view().html().ifPresent(out::append);
    for (PartInfo part : mail.view().parts()) {
      mail.part(part.n()).ifPresent(content -> out.append(new String(content, ISO_8859_1)));
      out.append('\n');
    }
    return out.toString();
  }

  private void entity(int depth) {
    if (depth < 3 && random.nextInt(3) > 0) {
      multipart(depth);
    } else {
      leaf();
    }
  }

  private void multipart(int depth) {
    String boundary = "b".repeat(1 + random.nextInt(3)) + depth;
    String type = random.nextInt(4) == 0 ? "related" : "mixed";
    lines.add("Content-Type: multipart/" + type + "; boundary=\"" + boundary + "\"");
    lines.add("");
    plain(random.nextInt(2));
    for (int part = 0; part < 1 + random.nextInt(3); part++) {
      lines.add("--" + boundary + " ".repeat(random.nextInt(2)));
      entity(depth + 1);
    }
    lines.add("--" + boundary + "--");
    plain(random.nextInt(2));
  }

  private void leaf() {
    boolean isText = random.nextBoolean();
    lines.add(isText ? "Content-Type: text/plain" : "Content-Type: image/png; name=p.png");
    switch (random.nextInt(4)) {
      case 0 -> {
        lines.add("Content-Transfer-Encoding: \"Base64\" (so)");
        lines.add("");
        blocks();
      }
      case 1 -> {
        lines.add("content-transfer-encoding: base64;");
        lines.add("");
        blocks();
        lines.add("____");
        plain(1 + random.nextInt(2));
      }
      case 2 -> {
        lines.add("Content-Transfer-Encoding: quoted-printable");
        lines.add("");
        quoted();
      }
      default -> {
        lines.add("");
        plain(1 + random.nextInt(3));
      }
    }
  }

  private String word() {
    return "word" + made++ + "end";
  }

  private void plain(int count) {
    for (int i = 0; i < count; i++) {
      String word = "the " + word() + ", as it is";
      words.add(new Word(word, word));
      lines.add(word);
    }
  }

  /** Base64 in blocks, each padded by itself. */
  private void blocks() {
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      String word = "this is the " + word() + " of the text" + ".".repeat(random.nextInt(3));
      String written = Base64.getEncoder().encodeToString(word.getBytes(ISO_8859_1));
      words.add(new Word(word, written));
      lines.add(written);
    }
  }

  private void quoted() {
    for (int i = 0; i < 1 + random.nextInt(3); i++) {
      String word = "a=b " + word() + " = " + i;
      String written = word.replace("=", random.nextBoolean() ? "=3D" : "=3d");
      words.add(new Word(word, written));
      lines.add(written);
    }
  }

  /** Removes, doubles or cuts lines, as transport and list software do. */
  private void damage() {
    for (int i = random.nextInt(3); i > 0 && lines.size() > 3; i--) {
      int at = 2 + random.nextInt(lines.size() - 2);
      switch (random.nextInt(5)) {
        case 0 -> removeDelimiter(at);
        case 1 -> lines.add(at, "");
        case 2 -> plain(2); // behind the end
        case 3 -> lines.subList(Math.max(at, lines.size() / 2 + 1), lines.size()).clear();
        default -> {
          if (lines.get(at).startsWith("--")) {
            lines.add(at, lines.get(at));
          }
        }
      }
    }
  }

  private void removeDelimiter(int from) {
    for (int at = from; at < lines.size(); at++) {
      if (lines.get(at).startsWith("--")) {
        lines.remove(at);
        return;
      }
    }
  }
}
