package arashi.compose;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.address.AddressList;
import arashi.mime.address.Mailbox;
import arashi.mime.parse.ParsedMail;
import arashi.mime.text.TextCleaner;
import arashi.mime.view.PartInfo;
import com.code_intelligence.jazzer.junit.FuzzTest;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.junit.jupiter.api.Test;

/** Round trip: other parsers read back the written fields. */
class OutgoingMailPropertyTest {
  private static final String[] PIECES = {
    "a",
    "word",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\t",
    "ä",
    "日本",
    "😀",
    "e\u0301",
    "\u202e",
    "=?",
    "?=",
    "=?utf-8?q?x?=",
    "\"",
    "\\",
    "<",
    ">",
    "> ",
    ">>",
    ",",
    ";",
    ":",
    "@",
    ".",
    "\n.\n",
    "-- ",
    "\n-- \n",
    "From ",
    "\nFrom ",
    "--=_",
    "\u0000",
    "\u0007",
    "\ud83d",
    "\u2028",
    "=",
    "%41",
    "'",
    "Re: ",
    "Bcc: e@evil.example",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
  };

  private static String typed(Random random, int most) {
    StringBuilder text = new StringBuilder();
    for (int n = random.nextInt(most); n > 0; n--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  @Test
  void whatIsWrittenIsRead() throws Exception {
    Random random = new Random(20260309);
    for (int run = 0; run < 1_500; run++) {
      Writing writing = new Writing();
      List<Mailbox> to = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(4); i++) {
        to.add(new Mailbox(TextCleaner.oneLine(typed(random, 12)), "b" + i + "@far.example"));
      }
      List<Attached> files = new ArrayList<>();
      List<byte[]> contents = new ArrayList<>();
      for (int i = 0; i < random.nextInt(3); i++) {
        byte[] content = new byte[random.nextInt(500)];
        random.nextBytes(content);
        contents.add(content);
        files.add(writing.file("f" + typed(random, 10), "image/png", content));
      }
      Draft draft =
          Draft.empty()
              .withRecipients(AddressList.format(to), "", "")
              .withSubject(typed(random, 25))
              .withText(typed(random, random.nextInt(20) == 0 ? 2_000 : 80))
              .withAttachments(files);
      check(writing, draft, to, contents);
    }
  }

  private static void check(Writing writing, Draft draft, List<Mailbox> to, List<byte[]> contents)
      throws Exception {
    byte[] mail = writing.bytes(draft);
    OutgoingMailTest.assertLegal(mail);
    assertThat(writing.build(draft).size()).isEqualTo(mail.length);
    ParsedMail ours = Writing.PARSER.parse(mail);
    assertThat(ours.problems()).isEmpty();
    assertThat(ours.envelope().to()).hasSize(to.size());
    for (int i = 0; i < to.size(); i++) {
      String name =
          to.get(i).name().contains("=?")
              ? ours.envelope().to().get(i).name()
              : shown(to.get(i).name());
      assertThat(ours.envelope().to().get(i)).isEqualTo(new Mailbox(name, to.get(i).address()));
    }
    assertThat(ours.envelope().subject()).isEqualTo(TextCleaner.oneLine(draft.subject()));
    assertThat(normalised(ours.view().text())).isEqualTo(normalised(draft.text()));
    List<PartInfo> files = ours.view().attachments();
    assertThat(files).hasSize(contents.size());
    for (int i = 0; i < contents.size(); i++) {
      assertThat(ours.part(files.get(i).n())).contains(contents.get(i));
    }

    MimeMessage angus = new MimeMessage(null, new ByteArrayInputStream(mail));
    assertThat(angus.getAllRecipients()).hasSize(to.size());
    var mime4j = new DefaultMessageBuilder().parseMessage(new ByteArrayInputStream(mail));
    assertThat(mime4j.getTo().flatten())
        .extracting(m -> m.getAddress())
        .containsExactlyElementsOf(to.stream().map(Mailbox::address).toList());
    String subject = TextCleaner.oneLine(draft.subject());
    assertThat(Optional.ofNullable(mime4j.getSubject()).orElse("")).isEqualTo(subject);
    assertThat(Optional.ofNullable(angus.getSubject()).orElse("")).isEqualTo(subject);
  }

  /** Our reader strips single quotes from a name, and decodes encoded words in quotes too. */
  private static String shown(String name) {
    boolean quoted = name.length() > 1 && name.startsWith("'") && name.endsWith("'");
    return quoted ? name.substring(1, name.length() - 1) : name;
  }

  /** Strips trailing blanks and blanks after marks, which are syntax in flowed text. */
  private static String normalised(String text) {
    StringBuilder out = new StringBuilder();
    for (String line : TextCleaner.clean(text).stripTrailing().split("\n", -1)) {
      int depth = 0;
      while (depth < line.length() && line.charAt(depth) == '>') {
        depth++;
      }
      String content = line.substring(depth);
      if (depth > 0 && content.startsWith(" ")) {
        content = content.substring(1);
      }
      out.append(line, 0, depth)
          .append('|')
          .append(content.replaceAll("[ \t]+\\z", ""))
          .append('\n');
    }
    return out.toString().stripTrailing();
  }

  @FuzzTest
  void writesAnyTypedText(byte[] raw) throws IOException {
    String typed = new String(raw, StandardCharsets.UTF_8);
    Writing writing = new Writing();
    Draft draft =
        new Draft(
            typed,
            typed,
            typed,
            typed,
            typed,
            typed,
            List.of(new Attached(writing.keep(raw), typed, typed, raw.length, Optional.of(typed))),
            Optional.of(new Origin(Origin.Kind.REPLY, 1, 2, typed, List.of(typed))));
    assertThat(Draft.decode(draft.encode()).subject().length()).isEqualTo(draft.subject().length());
    MailtoLink.parse(typed);
    MailtoLink.spread(draft);
    try {
      writing.build(draft);
    } catch (BadDraft expected) {
      assertThat(expected.field()).isNotNull();
    }
    try {
      byte[] mail = writing.bytes(draft.withRecipients("bo@far.example", "", ""));
      OutgoingMailTest.assertLegal(mail);
    } catch (BadDraft e) {
      throw new AssertionError(e);
    }
    Draft answer = writing.answer(AnswerKind.REPLY_ALL, raw);
    assertThat(AddressList.parse(answer.to()).mailboxes())
        .hasSizeLessThanOrEqualTo(AddressList.MAX_MAILBOXES);
  }
}
