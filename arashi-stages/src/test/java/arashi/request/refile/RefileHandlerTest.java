package arashi.request.refile;

import static arashi.store.StoreFixture.mails;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.MessagesPostContract;
import arashi.front.ServiceFixture;
import arashi.front.page.Flash;
import arashi.store.account.NameTakenException;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.netio.http.HttpResponse;

/** Messages that go to another folder, and what takes them back. */
@Tag("database")
class RefileHandlerTest extends MessagesPostContract {
  @AutoClose
  private static final ServiceFixture service =
      new ServiceFixture(front -> List.of(new Refile(front, ServiceFixture.bulk(front))));

  private long archive;

  @BeforeEach
  void findArchive() {
    archive = service.stored.folder(account, FolderRole.ARCHIVE);
  }

  @Override
  protected ServiceFixture service() {
    return service;
  }

  @Override
  protected String action() {
    return "refile";
  }

  @Override
  protected String fields() {
    return "to=" + archive;
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

  private static String place(long folder, long uid) {
    return "uid=" + folder + ":" + uid;
  }

  private static String place(long folder, long uid, long to) {
    return place(folder, uid) + ":" + to;
  }

  private HttpResponse refile(long folder, String fields) {
    return browser.post("/mail/" + folder + "/refile", fields);
  }

  private HttpResponse refileFound(String fields) {
    return browser.post("/search/refile", fields);
  }

  @Test
  void movesToTheFolderAndTakesThatBack() throws SQLException {
    Flash flash = browser.flash(post(inbox, "uid=" + uids.get(0) + "&uid=" + uids.get(1)));

    assertThat(flash.done()).hasToString("done.refiled");
    assertThat(flash.count()).isEqualTo(2);
    assertThat(total(archive)).isEqualTo(2);

    Flash undone = browser.flash(browser.undo(flash));
    assertThat(undone.done()).hasToString("done.restored");
    assertThat(total(archive)).isZero();
    assertThat(total(inbox)).isEqualTo(2);
    service.stored.assertConsistent(account);
  }

  @Test
  void takesOutOfTrash() {
    Flash flash = browser.flash(refile(trash, "uid=" + trashUid + "&to=" + inbox));

    assertThat(flash.count()).isEqualTo(1);
    assertThat(total(inbox)).isEqualTo(3);
  }

  @Test
  void movesRowsOfSeveralFoldersAndTakesThemBackToEach() throws SQLException {
    Flash flash = browser.flash(postFound(place(inbox, uids.get(0)) + "&" + place(sent, sentUid)));
    assertThat(flash.count()).isEqualTo(2);
    assertThat(total(archive)).isEqualTo(2);

    browser.undo(flash);
    assertThat(total(archive)).isZero();
    assertThat(total(inbox)).isEqualTo(2);
    assertThat(total(sent)).isEqualTo(1);
    service.stored.assertConsistent(account);
  }

  /** Each message says where it goes, before what the form says for all. */
  @Test
  void movesMessagesOfOneFolderToSeveral() {
    String apart =
        place(inbox, uids.get(0), sent) + "&" + place(inbox, uids.get(1)) + "&to=" + archive;

    Flash flash = browser.flash(refileFound(apart));

    assertThat(flash.count()).isEqualTo(2);
    assertThat(flash.undo()).as("they are in several").isEqualTo(Flash.Undo.NONE);
    assertThat(total(sent)).isEqualTo(2);
    assertThat(total(archive)).isEqualTo(1);
  }

  @Test
  void changesNothingIntoTheFolderWhereMessagesAre() throws SQLException {
    List<String> before = items();

    refile(inbox, "uid=" + uids.get(0) + "&to=" + inbox);
    assertThat(browser.flash(refile(inbox, "all=1&to=" + inbox)).count()).isZero();

    assertThat(items()).isEqualTo(before);
  }

  /** The button was pressed before the menu: the page comes back as it was. */
  @ParameterizedTest
  @ValueSource(strings = {"", "&to=", "&to=0"})
  void movesNothingIfNoFolderIsChosen(String to) throws SQLException {
    List<String> before = items();
    String addresses = "&back=/mail/" + sent + "&onward=/mail/" + trash;

    HttpResponse one = refile(inbox, "uid=" + uids.get(0) + to + addresses);
    HttpResponse found = refileFound(place(inbox, uids.get(0)) + to + addresses);
    HttpResponse all = refile(inbox, "all=1" + to + addresses);

    for (HttpResponse answer : List.of(one, found, all)) {
      assertThat(browser.flash(answer).count()).isZero();
      assertThat(answer.header("Location")).isEqualTo("/mail/" + sent);
    }
    assertThat(items()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"x, 400", "-1, 400", "1.5, 400", "99999999999999999999, 400", "99, 404"})
  void refusesAnInvalidFolder(String to, int status) throws SQLException {
    List<String> before = items();

    assertThat(refile(inbox, "uid=" + uids.get(0) + "&to=" + to).status()).isEqualTo(status);
    assertThat(refile(inbox, "all=1&to=" + to).status()).isEqualTo(status);
    assertThat(refileFound(place(inbox, uids.get(0)) + ":" + to).status()).isEqualTo(status);

    assertThat(items()).isEqualTo(before);
  }

  @Test
  void movesNothingIfOneOfSeveralDestinationsIsNotThere() throws SQLException {
    List<String> before = items();

    HttpResponse answer =
        refileFound(place(inbox, uids.get(0), archive) + "&" + place(inbox, uids.get(1), 99));

    assertThat(answer.status()).isEqualTo(404);
    assertThat(items()).isEqualTo(before);
  }

  @Test
  void movesNothingIntoAFolderOfAnotherAccount() throws SQLException, NameTakenException {
    long other = service.stored.account();
    long hers = service.stored.store.mail().folders().create(other, 0, "hers").id();
    List<String> before = items();

    assertThat(refile(inbox, "uid=" + uids.get(0) + "&to=" + hers).status()).isEqualTo(404);
    assertThat(refile(inbox, "all=1&to=" + hers).status()).isEqualTo(404);

    assertThat(items()).isEqualTo(before);
    assertThat(service.stored.count("item", other)).isZero();
  }

  @Test
  void movesAllOfALargeFolderStepByStep() {
    service.stored.add(account, inbox, mails("many", 9));

    Flash flash = browser.flash(post(inbox, "all=1&uid=" + uids.get(0)));

    assertThat(flash.undo()).isEqualTo(Flash.Undo.PROGRESS);
    assertThat(total(archive)).isEqualTo(10);
    service.finishJobs();
    assertThat(total(archive)).isEqualTo(11);
    assertThat(total(inbox)).isZero();
  }
}
