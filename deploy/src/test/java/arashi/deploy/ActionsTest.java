package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import java.util.List;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Delete, refile, flag, and the way back. */
@Tag("database")
class ActionsTest {
  private final TestService service = TestService.shared();
  private TestUser user;
  private Client client;
  private List<Long> uids;
  private String inbox;

  @BeforeEach
  void receiveThree() {
    user = service.user();
    uids = user.receives("One", "Two", "Three");
    client = service.signedIn(user);
    inbox = user.path(FolderRole.INBOX);
  }

  private List<String> subjects(FolderRole role) {
    return client.get(user.path(role)).subjects();
  }

  @Test
  void deletesToTrashAndTakesItBack() {
    Answer deleted =
        client.act(inbox + "/delete", field("uid", uids.get(0)), field("uid", uids.get(2)));
    Answer told = client.follow(deleted);

    assertThat(told.page().select(".notice").text()).contains("2 messages moved to Trash");
    assertThat(told.subjects()).containsExactly("Two");
    assertThat(subjects(FolderRole.TRASH)).containsExactly("Three", "One");
    assertThat(user.counters(FolderRole.INBOX)).isEqualTo(new TestUser.Counters(1, 1));
    assertThat(user.counters(FolderRole.TRASH)).isEqualTo(new TestUser.Counters(2, 2));

    Answer undone = client.follow(client.submit(told.page().selectFirst(".notice form")));

    assertThat(undone.subjects()).containsExactly("Three", "Two", "One");
    assertThat(undone.page().select(".notice").text()).contains("2 messages restored");
    assertThat(user.counters(FolderRole.INBOX)).isEqualTo(new TestUser.Counters(3, 3));
    assertThat(user.counters(FolderRole.TRASH)).isEqualTo(new TestUser.Counters(0, 0));
  }

  @Test
  void showsTheOutcomeOnlyOnce() {
    Answer deleted = client.act(inbox + "/delete", field("uid", uids.get(0)));

    assertThat(client.follow(deleted).page().select(".notice")).hasSize(1);
    assertThat(client.get(inbox).page().select(".notice")).isEmpty();
  }

  @Test
  void deletesForEverInTrash() {
    client.act(inbox + "/delete", field("uid", uids.get(0)));
    String trash = user.path(FolderRole.TRASH);
    String row = client.get(trash).rows().get(0);
    String uid = row.substring(row.lastIndexOf('/') + 1);

    Answer told = client.follow(client.act(trash + "/delete", field("uid", uid)));

    assertThat(told.page().select(".notice").text()).contains("Deleted for ever");
    assertThat(told.page().select(".notice form")).isEmpty();
    assertThat(client.get(row).status()).isEqualTo(404);
    assertThat(client.get(row + "/raw").status()).isEqualTo(404);
    assertThat(client.get("/search?q=subject:one").rows()).isEmpty();
    assertThat(user.counters(FolderRole.TRASH)).isEqualTo(new TestUser.Counters(0, 0));
  }

  @Test
  void refilesAndKeepsTheFlags() {
    client.act(
        inbox + "/flag", field("uid", uids.get(1)), field("set", "flagged"), field("set", "seen"));
    Folder projects = user.addFolder("Projects");

    Answer told =
        client.follow(
            client.act(inbox + "/refile", field("uid", uids.get(1)), field("to", projects.id())));

    assertThat(told.page().select(".notice").text()).contains("Moved.");
    assertThat(told.subjects()).containsExactly("Three", "One");
    Element row = client.get("/mail/" + projects.id()).page().selectFirst(".rows li");
    assertThat(row.select(".subject").text()).isEqualTo("Two");
    assertThat(row.select(".i-starred")).hasSize(1);
    assertThat(row.select("a.unread")).isEmpty();
    Folder after = user.store().mail().folders().byId(user.id(), projects.id()).orElseThrow();
    assertThat(after.total()).isEqualTo(1);
    assertThat(after.unread()).isZero();
    assertThat(user.counters(FolderRole.INBOX)).isEqualTo(new TestUser.Counters(2, 2));
  }

  @Test
  void marksAsReadAndUnreadAndWithAStar() {
    client.act(
        inbox + "/flag",
        field("uid", uids.get(0)),
        field("uid", uids.get(1)),
        field("set", "seen"));
    assertThat(user.counters(FolderRole.INBOX)).isEqualTo(new TestUser.Counters(3, 1));

    client.act(inbox + "/flag", field("uid", uids.get(0)), field("clear", "seen"));
    assertThat(user.counters(FolderRole.INBOX)).isEqualTo(new TestUser.Counters(3, 2));

    client.act(inbox + "/flag", field("uid", uids.get(0)), field("set", "flagged"));
    assertThat(client.get(inbox).page().select(".rows li:has(.i-starred) .subject").eachText())
        .containsExactly("One");
    client.act(inbox + "/flag", field("uid", uids.get(0)), field("clear", "flagged"));
    assertThat(client.get(inbox).page().select(".rows li:has(.i-starred)")).isEmpty();
  }

  @Test
  void readsAMessageByShowingIt() {
    client.get(user.path(uids.get(0)));

    assertThat(user.counters(FolderRole.INBOX)).isEqualTo(new TestUser.Counters(3, 2));
  }

  @Test
  void countsWhatWasAskedForTwiceOnce() {
    client.act(inbox + "/delete", field("uid", uids.get(0)), field("uid", uids.get(0)));
    client.act(inbox + "/delete", field("uid", uids.get(0)));

    assertThat(user.counters(FolderRole.INBOX)).isEqualTo(new TestUser.Counters(2, 2));
    assertThat(user.counters(FolderRole.TRASH)).isEqualTo(new TestUser.Counters(1, 1));
  }

  @Test
  void saysThatNothingWasSelected() {
    assertThat(client.follow(client.act(inbox + "/delete")).page().select(".notice").text())
        .contains("Nothing was changed");
    assertThat(
            client
                .follow(client.act(inbox + "/refile", field("uid", uids.get(0)), field("to", "")))
                .page()
                .select(".notice")
                .text())
        .contains("Nothing was changed");
    assertThat(user.counters(FolderRole.INBOX).total()).isEqualTo(3);
  }

  @Test
  void takesTheFormsOfItsOwnPages() {
    Element bulk = client.get(inbox).page().selectFirst("#list form");
    bulk.attr("action", bulk.selectFirst("button[formaction$=/delete]").attr("formaction"));

    Answer answer = client.submit(bulk, field("uid", uids.get(1)));

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location")).isEqualTo(inbox);
    assertThat(subjects(FolderRole.TRASH)).containsExactly("Two");
  }
}
