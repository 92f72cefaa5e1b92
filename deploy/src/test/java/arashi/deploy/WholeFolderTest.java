package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Operations on all mails of a folder, without scripts. */
@Tag("database")
class WholeFolderTest {
  /** Several steps, and a job runs on for long enough to be seen. */
  private static final int MANY = 60;

  private static TestService service;
  private TestUser user;
  private Client client;
  private int received;

  @BeforeAll
  static void start() {
    service =
        TestService.with(
            Map.of("mail.page-size", 10, "mail.jobs.step", 20, "mail.jobs.poll", "10 ms"));
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

  private void receives(int count) {
    String[] subjects = new String[count];
    Arrays.setAll(subjects, i -> "Mail " + received++);
    user.receives(subjects);
  }

  private Document inbox() {
    return client.get(user.path(FolderRole.INBOX)).page();
  }

  /** Posts the form of the list with this button, like a browser. */
  private Answer press(String action, Client.Field... fields) {
    return client.act(user.path(FolderRole.INBOX) + "/" + action, fields);
  }

  private Document jobs() {
    return client.get("/jobs").page();
  }

  private void untilNoneRuns() {
    Eventually.holds(() -> jobs().select(".job[data-job]").isEmpty());
  }

  @Test
  void aListOfSeveralPagesOffersAllOfItsFolder() {
    receives(10);
    assertThat(inbox().select("#whole")).isEmpty();
    receives(MANY);
    assertThat(inbox().select(".whole").text()).isEqualTo("All 70 in this folder");
  }

  @Test
  void movesAllAndBack() {
    receives(MANY);
    long archive = user.folder(FolderRole.ARCHIVE).id();
    press("refile", field("all", 1), field("to", archive), field("uid", 1));
    untilNoneRuns();
    assertThat(user.counters(FolderRole.INBOX).total()).isZero();
    assertThat(user.counters(FolderRole.ARCHIVE).total()).isEqualTo(MANY);
    assertThat(jobs().select(".job").text()).contains("Move messages", MANY + " messages changed");

    client.submit(jobs().select("form[action$=/undo]").first());
    untilNoneRuns();
    assertThat(user.counters(FolderRole.INBOX).total()).isEqualTo(MANY);
    assertThat(jobs().select("form[action$=/undo]")).isEmpty();
  }

  @Test
  void aPageShowsRunningAndFinishedJobs() {
    receives(MANY);
    press("delete", field("all", 1));
    Element notice = inbox().select(".notice").first();
    assertThat(notice.text()).startsWith("There are many messages");
    String job = notice.select("a").attr("href");
    untilNoneRuns();
    assertThat(client.get(job).page().select(".job")).hasSize(1);
    assertThat(user.counters(FolderRole.TRASH).total()).isEqualTo(MANY);

    receives(15);
    press("delete", field("all", 1));
    Element done = inbox().select(".notice").first();
    assertThat(done.select("p").text()).isEqualTo("15 messages moved to Trash.");
    client.submit(done.select("form").first());
    assertThat(inbox().select(".notice p").text()).isEqualTo("15 messages restored.");
    client.submit(done.select("form").first());
    assertThat(inbox().select(".notice p").text()).as("twice").startsWith("Nothing was changed");
    assertThat(user.counters(FolderRole.INBOX).total()).isEqualTo(15);
  }

  @Test
  void archivesAndMarksAll() {
    receives(MANY);
    press("flag", field("all", 1), field("set", "flagged"));
    untilNoneRuns();
    assertThat(inbox().select(".rows .i-starred")).hasSize(10);
    press("archive", field("all", 1));
    untilNoneRuns();
    assertThat(user.counters(FolderRole.ARCHIVE).total()).isEqualTo(MANY);
    assertThat(press("flag", field("all", 1)).status()).isEqualTo(400);
  }

  @Test
  void marksAllAsReadWithAButton() {
    receives(MANY);
    Element button = inbox().select("button[formaction$=/read-all]").first();
    client.act(button.attr("formaction"));
    untilNoneRuns();
    assertThat(user.counters(FolderRole.INBOX).unread()).isZero();
    assertThat(inbox().select("button[formaction$=/read-all]")).isEmpty();
  }

  @Test
  void emptiesTrashAndJunkAlone() {
    receives(MANY);
    assertThat(press("empty").status()).isEqualTo(400);
    press("delete", field("all", 1));
    untilNoneRuns();
    Document trash = client.get(user.path(FolderRole.TRASH)).page();
    client.act(trash.select("button[formaction$=/empty]").attr("formaction"));
    untilNoneRuns();
    assertThat(user.counters(FolderRole.TRASH).total()).isZero();
    assertThat(client.get("/deleted").page().select("[name=message]")).isNotEmpty();
    assertThat(client.get(user.path(FolderRole.JUNK)).page().select("[formaction$=/empty]"))
        .as("of an empty folder")
        .isEmpty();
  }

  @Test
  void jobsOfOthersCannotBeSeenOrChanged() {
    receives(MANY);
    press("delete", field("all", 1));
    untilNoneRuns();
    String job = jobs().select("form[action$=/undo]").attr("action");
    Client stranger = service.signedIn(service.user());
    assertThat(stranger.get(job.replace("/undo", "")).status()).isEqualTo(404);
    assertThat(stranger.act(job).status()).isEqualTo(404);
    assertThat(stranger.act(job.replace("undo", "cancel")).status()).isEqualTo(404);
    assertThat(stranger.get("/jobs").page().select(".job")).isEmpty();
    assertThat(client.post(job, List.of(field("csrf", "forged"))).status()).isEqualTo(403);
  }
}
