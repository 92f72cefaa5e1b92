package arashi.request.flag;

import static arashi.store.StoreFixture.mails;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.MessagesPostContract;
import arashi.front.ServiceFixture;
import arashi.front.page.Flash;
import arashi.store.mail.Flag;
import arashi.store.mail.Folder;
import arashi.store.mail.Item;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.netio.http.HttpResponse;

/** Marks as read, unread and with a star. */
@Tag("database")
class FlagHandlerTest extends MessagesPostContract {
  @AutoClose
  private static final ServiceFixture service =
      new ServiceFixture(front -> List.of(new FlagMessages(front, ServiceFixture.bulk(front))));

  @Override
  protected ServiceFixture service() {
    return service;
  }

  @Override
  protected String action() {
    return "flag";
  }

  @Override
  protected String fields() {
    return "set=seen";
  }

  private HttpResponse flag(String fields) {
    return browser.post("/mail/" + inbox + "/flag", fields);
  }

  private Set<Flag> flags(long folder, long uid) {
    return service
        .stored
        .store
        .mail()
        .items()
        .get(account, folder, uid)
        .map(Item::flags)
        .orElseThrow();
  }

  private long unread() {
    return service
        .stored
        .store
        .mail()
        .folders()
        .byId(account, inbox)
        .map(Folder::unread)
        .orElseThrow();
  }

  @Test
  void setsAndClears() {
    long uid = uids.get(0);

    flag("uid=" + uid + "&set=seen&set=flagged");
    assertThat(flags(inbox, uid)).containsExactlyInAnyOrder(Flag.SEEN, Flag.FLAGGED);
    assertThat(unread()).isEqualTo(1);

    flag("uid=" + uid + "&clear=seen");
    assertThat(flags(inbox, uid)).containsExactly(Flag.FLAGGED);
    assertThat(unread()).isEqualTo(2);

    flag("uid=" + uid + "&set=seen&clear=flagged");
    assertThat(flags(inbox, uid)).containsExactly(Flag.SEEN);
  }

  @Test
  void marksWithoutANotice() {
    HttpResponse answer = flag("uid=" + uids.get(0) + "&set=flagged");

    assertThat(browser.flash(answer)).as("the page itself shows it").isNull();
  }

  @Test
  void marksRowsOfSeveralFolders() {
    String places = "uid=" + inbox + ":" + uids.get(1) + "&uid=" + trash + ":" + trashUid;

    assertThat(postFound(places).status()).isEqualTo(303);

    assertThat(flags(inbox, uids.get(1))).containsExactly(Flag.SEEN);
    assertThat(flags(trash, trashUid)).containsExactly(Flag.SEEN);
    assertThat(flags(inbox, uids.get(0))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"set=answered", "set=SEEN", "set=", "clear=draft", "set=seen&clear=outgoing"})
  void setsNoFlagThatUsersDoNotSet(String fields) throws SQLException {
    List<String> before = items();

    assertThat(flag("uid=" + uids.get(0) + "&" + fields).status()).isEqualTo(400);

    assertThat(items()).isEqualTo(before);
  }

  @Test
  void changesNothingWithoutAFlag() throws SQLException {
    List<String> before = items();

    assertThat(flag("uid=" + uids.get(0)).status()).isEqualTo(303);

    assertThat(items()).isEqualTo(before);
  }

  @Test
  void marksASmallFolderAtOnceAndOffersUndo() {
    Flash flash = browser.flash(flag("all=1&set=seen"));

    assertThat(flash.done()).hasToString("done.marked");
    assertThat(flash.count()).isEqualTo(2);
    assertThat(flash.undo()).isEqualTo(Flash.Undo.JOB);
    assertThat(unread()).isZero();
    assertThat(flags(trash, trashUid)).isEmpty();
  }

  @Test
  void clearsAFlagOfAllOfALargeFolderStepByStep() {
    service.stored.add(account, inbox, mails("many", 9));
    flag("uid=" + uids.get(0) + "&uid=" + uids.get(1) + "&set=seen");

    Flash flash = browser.flash(flag("all=1&clear=seen"));

    assertThat(flash.undo()).isEqualTo(Flash.Undo.PROGRESS);
    service.finishJobs();
    assertThat(unread()).isEqualTo(11);
  }

  /** A job has one flag, which its undo sets the other way. */
  @ParameterizedTest
  @ValueSource(strings = {"", "&set=seen&set=flagged", "&set=seen&clear=flagged", "&set=answered"})
  void marksAllOfAFolderByOneFlagOnly(String fields) throws SQLException {
    List<String> before = items();

    assertThat(flag("all=1" + fields).status()).isEqualTo(400);

    assertThat(items()).isEqualTo(before);
  }
}
