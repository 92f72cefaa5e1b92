package arashi.compose;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.Corpus;
import arashi.mime.address.AddressList;
import arashi.mime.parse.ParsedMail;
import arashi.mime.text.TextCleaner;
import arashi.mime.view.MailProblem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers and forwards a sample of real mails, because all of them take minutes. */
class AnswerCorpusTest {
  private final Map<AnswerKind, Integer> made = new EnumMap<>(AnswerKind.class);

  @Test
  void everyMailIsAnsweredAndForwarded() throws Exception {
    List<Path> all = Corpus.files(Corpus.require("mail"));
    List<Path> mails = Corpus.everyNth("mail", all, Corpus.isWhole() ? 7 : 20);
    for (Path file : mails) {
      byte[] raw = Files.readAllBytes(file);
      for (AnswerKind kind : EnumSet.complementOf(EnumSet.of(AnswerKind.REDIRECT))) {
        answer(kind, raw, file); // a redirected mail stays unchanged
      }
    }
    assertThat(made.values()).hasSizeGreaterThan(1).allMatch(count -> count == mails.size());
  }

  private void answer(AnswerKind kind, byte[] raw, Path file) throws Exception {
    Writing writing = new Writing();
    Draft draft = writing.answer(kind, raw);
    assertThat(Draft.decode(draft.encode())).isEqualTo(draft);
    AddressList to = AddressList.parse(draft.to());
    assertThat(to.mailboxes())
        .as("%s of %s", kind, file)
        .noneMatch(m -> m.address().isBlank() || m.address().startsWith("@"));
    // the corrections that a writer would make
    Draft corrected =
        to.wrong().isEmpty()
                && AddressList.parse(draft.cc()).wrong().isEmpty()
                && !to.mailboxes().isEmpty()
            ? draft
            : draft.withRecipients("tove@far.example", "", "");
    byte[] mail = writing.bytes(corrected);
    OutgoingMailTest.assertLegal(mail);
    ParsedMail read = Writing.PARSER.parse(mail);
    boolean holdsMail =
        corrected.attachments().stream().anyMatch(a -> a.type().startsWith("message/"));
    assertThat(read.problems())
        .as("%s of %s", kind, file)
        // defects inside an attached mail remain
        .filteredOn(problem -> !holdsMail || problem.detail().equals("part 0"))
        .filteredOn(problem -> problem.kind() != MailProblem.Kind.TEXT_TRUNCATED)
        .isEmpty();
    assertThat(read.envelope().subject())
        .as("%s of %s", kind, file)
        .isEqualTo(TextCleaner.cut(corrected.subject(), 2_000));
    assertThat(new String(mail, StandardCharsets.ISO_8859_1)).doesNotContain("????????");
    made.merge(kind, 1, Integer::sum);
  }
}
