package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.store.mail.FolderRole;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Clock;

/** Mail that is cheap to send and dear to show: a bounded page, and a note with the original. */
class DearMailTest {
  private static final int LARGEST_PAGE = 6 << 20;

  /** One of its own: what the mails cost must not lower the admission of other tests. */
  private static TestService service;

  private TestUser user;
  private Client client;

  @BeforeAll
  static void start() {
    service = TestService.with(Map.of());
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void signIn() {
    user = service.user();
    client = service.signedIn(user);
  }

  private static byte[] html(String body) {
    String head = "From: Ada <ada@example.org>\nSubject: Dear\nContent-Type: text/html\n\n";
    return (head + body).getBytes(StandardCharsets.UTF_8);
  }

  /** The page, once the service has time for it: a slow machine refuses some. */
  private Answer served(String path) {
    AtomicReference<Answer> answer = new AtomicReference<>();
    Eventually.holds(
        () -> {
          answer.set(client.get(path));
          return answer.get().status() != 503;
        });
    return answer.get();
  }

  private static void assertNote(Answer page, String note) {
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.page().select("article .hint").text()).contains(note);
    assertThat(page.page().select("article .hint a[href$=/raw]")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<col><i>", "<b><i><a>", "<i><html>", "<html><a href=http://x/>", "<p>x"})
  void aPageOfNestedTagsIsBounded(String unit) {
    long uid = user.receives(html(unit.repeat(690_000 / unit.length()) + "x"));
    assertThat(served(user.path(uid)).status()).isEqualTo(200);
    assertThat(served(user.path(uid) + "?headers=full").status()).isEqualTo(200);
    Answer body = served(user.path(uid) + "/body");
    assertThat(body.status()).isEqualTo(200);
    assertThat(body.text().length()).isLessThan(LARGEST_PAGE);
  }

  @Test
  void saysThatHtmlIsNotShownWhole() {
    long uid = user.receives(html("<table><tr>" + "<td>cell</td>".repeat(70_000) + "</table>"));
    assertNote(served(user.path(uid)), "too complex to be shown whole");
    assertThat(served(user.path(uid) + "/body").text()).contains("<td>cell</td>");
  }

  @Test
  void showsTheSourceOfAMailThatIsTooDearToRead() {
    AtomicLong looks = new AtomicLong();
    Intake intake =
        new Intake(
            new MailParser(MimeLimits.DEFAULT),
            new TermExtractor(TermLimits.DEFAULT),
            Clock.system(),
            new WorkBudget.Limit(Duration.ofNanos(1), looks::getAndIncrement));
    byte[] raw = html("<p><b>x".repeat(20_000));
    Intake.Taken taken = intake.take(raw, Optional.empty(), MailFlags.NONE);
    assertThat(taken.asSource()).isTrue();
    long inbox = user.folder(FolderRole.INBOX).id();
    long uid =
        service
            .store()
            .mail()
            .mailWriter()
            .add(user.id(), inbox, List.of(taken.mail()))
            .get(0)
            .uid();
    String list = served(user.path(FolderRole.INBOX)).text();
    assertThat(list).contains("Dear", "Ada");
    String path = user.path(uid);
    Answer page = served(path);
    assertNote(page, "too complex to be read");
    assertThat(page.page().select("article .text").text()).contains("<p><b>x<p><b>x");
    assertThat(served(path + "/raw").bytes()).isEqualTo(raw);
  }
}
