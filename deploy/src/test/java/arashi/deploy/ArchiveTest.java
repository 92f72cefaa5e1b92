package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import java.util.List;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** To the archive, and the way back. */
class ArchiveTest {
  private final TestService service = TestService.shared();
  private TestUser user;
  private Client client;
  private List<Long> uids;
  private String inbox;

  @BeforeEach
  void receiveTwo() {
    user = service.user();
    uids = user.receives("One", "Two");
    client = service.signedIn(user);
    inbox = user.path(FolderRole.INBOX);
  }

  private List<String> subjects(FolderRole role) {
    return client.get(user.path(role)).subjects();
  }

  private Answer press(Element form, Client.Field... more) {
    form.attr("action", form.selectFirst("button[formaction$=/archive]").attr("formaction"));
    return client.follow(client.submit(form, more));
  }

  @Test
  void movesWhatIsSelectedInAListAndTakesItBack() {
    Answer told =
        press(
            client.get(inbox).page().selectFirst("#list form"),
            field("uid", uids.get(0)),
            field("uid", uids.get(1)));

    assertThat(told.page().select(".notice").text()).contains("2 messages archived");
    assertThat(told.subjects()).isEmpty();
    assertThat(subjects(FolderRole.ARCHIVE)).containsExactly("Two", "One");
    assertThat(user.counters(FolderRole.ARCHIVE)).isEqualTo(new TestUser.Counters(2, 2));

    Answer undone = client.follow(client.submit(told.page().selectFirst(".notice form")));

    assertThat(undone.subjects()).containsExactly("Two", "One");
    assertThat(user.counters(FolderRole.ARCHIVE)).isEqualTo(new TestUser.Counters(0, 0));
  }

  @Test
  void movesTheOpenMessage() {
    Answer told = press(client.get(user.path(uids.get(0))).page().selectFirst("form.tools"));

    assertThat(told.page().select(".notice").text()).contains("Archived.");
    assertThat(told.subjects()).containsExactly("Two");
    assertThat(subjects(FolderRole.ARCHIVE)).containsExactly("One");
  }

  @Test
  void isNotOfferedInTheArchiveAndChangesNothingThere() {
    client.act(inbox + "/archive", field("uid", uids.get(0)));
    String archive = user.path(FolderRole.ARCHIVE);
    Answer list = client.get(archive);
    assertThat(list.page().select("button[formaction$=/archive]")).isEmpty();
    String uid = list.rows().get(0).substring(list.rows().get(0).lastIndexOf('/') + 1);

    Answer told = client.follow(client.act(archive + "/archive", field("uid", uid)));

    assertThat(told.page().select(".notice").text()).contains("Nothing was changed");
    assertThat(told.subjects()).containsExactly("One");
  }

  @Test
  void saysThatNothingWasSelected() {
    assertThat(client.follow(client.act(inbox + "/archive")).page().select(".notice").text())
        .contains("Nothing was changed");
  }

  @Test
  void leavesTheMailOfOthersAlone() {
    TestUser other = service.user();
    long uid = other.receives(Mails.plain(1, "Eve <eve@example.org>", "Hers", "3"));
    // folders are numbered in each account, so a folder of another's is one that this one lacks
    Folder hers = other.addFolder("Hers");

    assertThat(client.act("/mail/" + hers.id() + "/archive", field("uid", uid)).status())
        .isEqualTo(404);
    assertThat(other.counters(FolderRole.INBOX).total()).isEqualTo(1);
  }

  @Test
  void isAKeyThatThePageHelpsWith() {
    assertThat(client.get(inbox).page().select("#help div:has(kbd:containsOwn(e)) dd").text())
        .isEqualTo("archive");
    assertThat(client.get(inbox, "Accept-Language", "de").page().select("#help dd").eachText())
        .contains("archivieren");
  }
}
