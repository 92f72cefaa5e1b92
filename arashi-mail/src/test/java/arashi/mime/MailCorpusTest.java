package arashi.mime;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.html.HtmlSafety;
import arashi.mime.html.HtmlSanitizer;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.parse.MailParser;
import arashi.mime.parse.ParsedMail;
import arashi.mime.term.TermExtractor;
import arashi.mime.view.MailProblem;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import arashi.mime.view.SortKeys;
import arashi.mime.view.ThreadKey;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MailCorpusTest {
  private static final MailParser PARSER = new MailParser(MimeLimits.DEFAULT);
  private static final TermExtractor TERMS = new TermExtractor(TermLimits.DEFAULT);

  @Test
  void readsEveryMailThatWasEverSent() throws IOException {
    Map<MailProblem.Kind, Integer> problems = new EnumMap<>(MailProblem.Kind.class);
    List<Path> mails = Corpus.sample("mail", 7);
    for (Path file : mails) {
      byte[] raw = Files.readAllBytes(file);
      ParsedMail mail = check(raw);
      mail.problems().stream()
          .map(MailProblem::kind)
          .distinct()
          .forEach(kind -> problems.merge(kind, 1, Integer::sum));
      assertThat(shows(raw, mail)).as("shows something of %s", file).isTrue();
      if (mail.problems().stream().noneMatch(p -> p.kind() == MailProblem.Kind.CHARSET_LOSSY)
          && !contains(raw, new byte[] {(byte) 0xef, (byte) 0xbf, (byte) 0xbd})) {
        assertThat(mail.view().text().replace("&#65533;", ""))
            .as("%s", file)
            .doesNotContain("\uFFFD");
      }
    }
    assertThat(mails).hasSizeGreaterThan(Corpus.isWhole() ? 6_900 : 900);
    assertThat(problems).doesNotContainKey(MailProblem.Kind.UNREADABLE);
    assertThat(problems.getOrDefault(MailProblem.Kind.CHARSET_LOSSY, 0)).isLessThan(20);
    assertThat(problems.getOrDefault(MailProblem.Kind.BROKEN_DATE, 0)).isLessThan(20);
  }

  @FuzzTest
  void readsWhateverComes(byte[] raw) {
    check(raw);
  }

  private static ParsedMail check(byte[] raw) {
    ParsedMail mail = PARSER.parse(raw);
    MailView view = mail.view();
    assertThat(MailView.decode(view.encode())).isEqualTo(view);
    Set<String> terms = TERMS.terms(view);
    assertThat(terms).hasSizeLessThanOrEqualTo(TermLimits.DEFAULT.maxTerms());
    assertClean(view.text());
    assertClean(view.envelope().subject());
    assertClean(view.html().orElse(""));
    assertThat(mail.preview()).hasSizeLessThanOrEqualTo(140).doesNotContain("\n");
    view.html()
        .ifPresent(
            html ->
                HtmlSafety.assertSafe(HtmlSanitizer.sanitize(html, id -> Optional.empty()).html()));
    for (PartInfo part : view.parts()) {
      assertThat(mail.part(part.n())).isPresent();
      assertThat(part.name()).doesNotContain("/", "\n");
    }
    assertThat(SortKeys.from(view.envelope())).hasSizeLessThanOrEqualTo(SortKeys.MAX_BYTES);
    assertThat(SortKeys.subject(view.envelope())).hasSizeLessThanOrEqualTo(SortKeys.MAX_BYTES);
    assertThat(ThreadKey.of(view.envelope(), raw)).isEqualTo(ThreadKey.of(mail.envelope(), raw));
    return mail;
  }

  private static boolean shows(byte[] raw, ParsedMail mail) {
    return !PARSER.headers(raw, WorkBudget.unlimited()).isEmpty() || !mail.view().text().isBlank();
  }

  private static void assertClean(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      assertThat(c >= 0x20 || c == '\t' || c == '\n').isTrue();
      if (Character.isHighSurrogate(c)) {
        assertThat(Character.isLowSurrogate(text.charAt(++i))).isTrue();
      } else {
        assertThat(Character.isLowSurrogate(c)).isFalse();
      }
    }
  }

  private static boolean contains(byte[] raw, byte[] what) {
    return new String(raw, java.nio.charset.StandardCharsets.ISO_8859_1)
        .contains(new String(what, java.nio.charset.StandardCharsets.ISO_8859_1));
  }
}
