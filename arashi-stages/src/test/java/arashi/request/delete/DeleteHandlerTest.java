package arashi.request.delete;

import static arashi.store.StoreFixture.mails;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.MessagesPostContract;
import arashi.front.ServiceFixture;
import arashi.front.page.Flash;
import arashi.front.turn.BulkWork;
import arashi.request.refile.Refile;
import arashi.store.mail.Folder;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.netio.http.HttpResponse;

/** Messages that are deleted, and what takes them back. */
@Tag("database")
class DeleteHandlerTest extends MessagesPostContract {
  @AutoClose
  private static final ServiceFixture service =
      new ServiceFixture(
          front -> {
            BulkWork bulk = ServiceFixture.bulk(front);
            return List.of(new Delete(front, bulk), new Refile(front, bulk));
          });

  @Override
  protected ServiceFixture service() {
    return service;
  }

  @Override
  protected String action() {
    return "delete";
  }

  @Override
  protected String fields() {
    return "";
  }

  private long total(long folder) {
    return service
        .stored
        .store
        .mail()
        .folders()
        .byId(account, folder)
        .map(Folder::total)
        .orElseThrow();
  }

  private String place(long folder, long uid) {
    return "uid=" + folder + ":" + uid;
  }

  @Test
  void movesToTrashAndTakesThatBack() throws SQLException {
    Flash flash = browser.flash(post(inbox, "uid=" + uids.get(0) + "&uid=" + uids.get(1)));

    assertThat(flash.done()).hasToString("done.deleted");
    assertThat(flash.count()).isEqualTo(2);
    assertThat(total(inbox)).isZero();
    assertThat(total(trash)).isEqualTo(3);

    browser.undo(flash);
    assertThat(total(inbox)).isEqualTo(2);
    assertThat(total(trash)).isEqualTo(1);
    service.stored.assertConsistent(account);
  }

  @Test
  void deletesForGoodInTrash() throws SQLException {
    Flash flash = browser.flash(post(trash, "uid=" + trashUid));

    assertThat(flash.done()).hasToString("done.deleted_for_ever");
    assertThat(flash.count()).isEqualTo(1);
    assertThat(flash.undo()).isEqualTo(Flash.Undo.NONE);
    assertThat(items()).hasSize(3);
    service.stored.assertConsistent(account);
  }

  @Test
  void movesRowsOfSeveralFoldersAndTakesThemBackToEach() throws SQLException {
    List<String> before = items();

    Flash flash = browser.flash(postFound(place(inbox, uids.get(0)) + "&" + place(sent, sentUid)));
    assertThat(flash.count()).isEqualTo(2);
    assertThat(total(trash)).isEqualTo(3);

    browser.undo(flash);
    assertThat(total(inbox)).isEqualTo(2);
    assertThat(total(sent)).isEqualTo(1);
    assertThat(items()).hasSameSizeAs(before);
    service.stored.assertConsistent(account);
  }

  /** The page does not show that such a row would be deleted for ever. */
  @Test
  void keepsWhatIsInTrashAmongRowsOfSeveralFolders() throws SQLException {
    String kept = item(trash, trashUid);

    Flash flash =
        browser.flash(postFound(place(trash, trashUid) + "&" + place(inbox, uids.get(0))));
    assertThat(flash.count()).isEqualTo(1);
    assertThat(items()).contains(kept);
    assertThat(total(inbox)).isEqualTo(1);

    assertThat(browser.flash(postFound(place(trash, trashUid))).count()).isZero();
    assertThat(items()).contains(kept);
  }

  @Test
  void goesOnToAnotherMessageIfTheFormSaysSo() {
    String next = "/mail/" + inbox + "/" + uids.get(1);

    HttpResponse answer =
        post(inbox, "uid=" + uids.get(0) + "&onward=" + next + "&back=/mail/" + sent);

    assertThat(answer.header("Location")).isEqualTo(next);
  }

  @Test
  void movesAllOfASmallFolderAtOnce() {
    Flash flash = browser.flash(post(inbox, "all=1"));

    assertThat(flash.done()).hasToString("done.deleted");
    assertThat(flash.count()).isEqualTo(2);
    assertThat(flash.undo()).isEqualTo(Flash.Undo.JOB);
    assertThat(total(inbox)).isZero();
    assertThat(total(sent)).isEqualTo(1);
  }

  @Test
  void emptiesTrashForGood() throws SQLException {
    Flash flash = browser.flash(post(trash, "all=1"));

    // the first step deletes the mail, the next finds that there is nothing more
    assertThat(flash.undo()).isEqualTo(Flash.Undo.PROGRESS);
    assertThat(items()).hasSize(3);
    assertThat(total(inbox)).isEqualTo(2);
  }

  @Test
  void leavesTheRestOfALargeFolderToAJob() {
    service.stored.add(account, inbox, mails("many", 9));

    Flash flash = browser.flash(post(inbox, "all=1"));

    assertThat(flash.done()).hasToString("done.job");
    assertThat(flash.undo()).isEqualTo(Flash.Undo.PROGRESS);
    assertThat(total(inbox)).isEqualTo(1);
    service.finishJobs();
    assertThat(total(inbox)).isZero();
  }

  @Test
  void refusesMoreJobsThanAnAccountMayHave() throws SQLException {
    service.stored.add(account, inbox, mails("many", 50));
    for (int job = 0; job < ServiceFixture.JOBS.ofAccount(); job++) {
      assertThat(browser.flash(post(inbox, "all=1")).undo()).isEqualTo(Flash.Undo.PROGRESS);
    }
    List<String> before = items();

    assertThat(browser.flash(post(inbox, "all=1")).done()).hasToString("done.too_many_jobs");

    assertThat(items()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"99", "x"})
  void emptiesNoFolderThatIsNotThere(String folder) throws SQLException {
    List<String> before = items();

    assertThat(browser.post("/mail/" + folder + "/delete", "all=1").status()).isEqualTo(404);

    assertThat(items()).isEqualTo(before);
  }
}
