package arashi.mime.parse;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parses mails attached to mails. */
class AttachedMailTest {
  private static final MailParser PARSER = new MailParser(MimeLimits.DEFAULT);

  private static final String LETTER =
      """
      From: Ida <ida@example.org>
      Subject: The letter
      Content-Type: multipart/mixed; boundary=in

      --in
      Content-Type: text/html

      <p>Of the <b>letter</b></p>
      --in
      Content-Type: image/png; name=map.png

      picture
      --in--
      """;

  private static String enclosing(String subject, String encoding, String... mails) {
    StringBuilder mail = new StringBuilder("Subject: " + subject + "\nContent-Type: ");
    String boundary = "of-" + subject.replace(' ', '-');
    mail.append("multipart/mixed; boundary=").append(boundary).append("\n\n--").append(boundary);
    mail.append("\nContent-Type: text/plain\n\nSee the attached\n");
    for (String one : mails) {
      mail.append("--").append(boundary).append("\nContent-Type: message/rfc822\n");
      mail.append("Content-Transfer-Encoding: ").append(encoding).append("\n\n").append(one);
      mail.append('\n');
    }
    return mail.append("--").append(boundary).append("--\n").toString();
  }

  private static byte[] bytes(String mail) {
    return mail.getBytes(StandardCharsets.UTF_8);
  }

  private static List<PartInfo> mails(MailView view) {
    return view.parts().stream().filter(PARSER::isAttachedMail).toList();
  }

  private static MailView attached(byte[] raw, PartInfo part) {
    return PARSER.attached(raw, part.n(), WorkBudget.unlimited()).orElseThrow().view();
  }

  @Test
  void isReadAsAMailOfItsOwn() {
    byte[] raw = bytes(enclosing("Outer", "8bit", LETTER));
    MailView letter = attached(raw, mails(PARSER.parse(raw).view()).get(0));
    assertThat(letter.envelope().subject()).isEqualTo("The letter");
    assertThat(letter.envelope().from().get(0).address()).isEqualTo("ida@example.org");
    assertThat(letter.html().orElseThrow()).contains("<b>letter</b>");
    assertThat(letter.attachments()).extracting(PartInfo::name).containsExactly("map.png");
  }

  /** Links to its parts are therefore those of the whole mail, at any depth and position. */
  @ParameterizedTest
  @ValueSource(strings = {"7bit", "8bit", "base64"})
  void itsPartsHaveTheirNumbersInTheWholeMail(String encoding) {
    String second = enclosing("Second", "8bit", LETTER, enclosing("Deep", "8bit", LETTER, LETTER));
    String[] mails = {LETTER, second, "Subject: plain\n\nOnly text\n", second};
    if (encoding.equals("base64")) {
      for (int i = 0; i < mails.length; i++) {
        mails[i] = Base64.getMimeEncoder().encodeToString(bytes(mails[i]));
      }
    }
    byte[] raw = bytes(enclosing("Outer", encoding, mails));
    MailView whole = PARSER.parse(raw).view();
    List<PartInfo> found = mails(whole);
    assertThat(found).hasSizeGreaterThanOrEqualTo(4);
    for (PartInfo mail : found) {
      MailView view = attached(raw, mail);
      assertThat(whole.parts().stream().map(PartInfo::n).toList())
          .as(view.envelope().subject())
          .containsAll(view.parts().stream().map(PartInfo::n).toList());
      for (PartInfo part : view.parts()) {
        PartInfo same = whole.parts().stream().filter(p -> p.n() == part.n()).findFirst().get();
        assertThat(same.contentType()).isEqualTo(part.contentType());
        assertThat(same.size()).isEqualTo(part.size());
        assertThat(PARSER.part(raw, part.n()).orElseThrow()).hasSize((int) part.size());
      }
    }
    List<Integer> all = whole.parts().stream().map(PartInfo::n).toList();
    Map<Integer, byte[]> together = PARSER.parts(raw, Set.copyOf(all));
    assertThat(together).containsOnlyKeys(all);
    together.forEach((n, content) -> assertThat(PARSER.part(raw, n)).contains(content));
  }

  @Test
  void aMailMayBeNothingButAnother() {
    byte[] raw = bytes("Subject: Outer\nContent-Type: message/rfc822\n\n" + LETTER);
    PartInfo part = mails(PARSER.parse(raw).view()).get(0);
    assertThat(part.n()).isZero();
    assertThat(attached(raw, part).envelope().subject()).isEqualTo("The letter");
    assertThat(attached(raw, part).attachments()).extracting(PartInfo::n).containsExactly(3);
  }

  @Test
  void aPartThatIsNoMailIsNone() {
    byte[] raw = bytes(enclosing("Outer", "8bit", LETTER));
    for (PartInfo part : PARSER.parse(raw).view().parts()) {
      assertThat(PARSER.attached(raw, part.n(), WorkBudget.unlimited()).isPresent())
          .as(part.toString())
          .isEqualTo(PARSER.isAttachedMail(part));
    }
    for (int n : new int[] {-1, 99, 1_002_000, Integer.MAX_VALUE}) {
      assertThat(PARSER.attached(raw, n, WorkBudget.unlimited())).isEmpty();
    }
  }

  /** The walk of the whole mail ends there, so its parts would take the numbers of others. */
  @Test
  void aMailThatIsTooDeepIsNotOpened() {
    MailParser shallow =
        new MailParser(
            new MimeLimits(5, 500, 500, 64 << 10, 256 << 10, 512 << 10, 1 << 20, 500, 100));
    String mail = LETTER;
    for (int i = 0; i < 5; i++) {
      mail = enclosing("Level " + i, "8bit", mail);
    }
    byte[] raw = bytes(mail);
    List<PartInfo> mails =
        shallow.parse(raw).view().parts().stream()
            .filter(part -> part.contentType().equals("message/rfc822"))
            .toList();
    assertThat(mails).hasSize(3);
    assertThat(mails).map(shallow::isAttachedMail).containsExactly(true, true, false);
    PartInfo closed = mails.get(2);
    assertThat(shallow.attached(raw, closed.n(), WorkBudget.unlimited())).isEmpty();
  }
}
