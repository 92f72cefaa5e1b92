package arashi.request.archive;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.MessagesPostContract;
import arashi.front.ServiceFixture;
import arashi.front.page.Flash;
import arashi.front.turn.BulkWork;
import arashi.request.refile.Refile;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages that go to the archive. */
@Tag("database")
class ArchiveHandlerTest extends MessagesPostContract {
  @AutoClose
  private static final ServiceFixture service =
      new ServiceFixture(
          front -> {
            BulkWork bulk = ServiceFixture.bulk(front);
            return List.of(new Archive(front, bulk), new Refile(front, bulk));
          });

  @Override
  protected ServiceFixture service() {
    return service;
  }

  @Override
  protected String action() {
    return "archive";
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

  @Test
  void movesRowsOfSeveralFoldersAndTakesThemBackToEach() {
    long archive = service.stored.folder(account, FolderRole.ARCHIVE);
    String places = "uid=" + inbox + ":" + uids.get(0) + "&uid=" + trash + ":" + trashUid;

    Flash flash = browser.flash(postFound(places));
    assertThat(flash.done()).hasToString("done.archived");
    assertThat(flash.count()).isEqualTo(2);
    assertThat(total(archive)).isEqualTo(2);

    browser.undo(flash);
    assertThat(total(archive)).isZero();
    assertThat(total(inbox)).isEqualTo(2);
    assertThat(total(trash)).isEqualTo(1);
  }

  @Test
  void leavesWhatIsInTheArchive() throws SQLException {
    long archive = service.stored.folder(account, FolderRole.ARCHIVE);
    long uid = service.stored.add(account, archive, mail("kept").build()).get(0);
    List<String> before = items();

    assertThat(browser.flash(post(archive, "uid=" + uid)).count()).isZero();
    assertThat(browser.flash(post(archive, "all=1")).count()).isZero();

    assertThat(items()).isEqualTo(before);
  }
}
