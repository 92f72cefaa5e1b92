package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** Mails and folders are dragged to folders with the mouse. */
class DragBrowserTest {
  private static final TestService service = TestService.shared();

  @TempDir private Path directory;
  private TestUser ada;

  @BeforeEach
  void add() {
    ada = service.user();
    ada.receives("First", "Second", "Third");
  }

  private Browser inbox() {
    Browser browser = Browser.start(directory, true);
    browser.signIn(service, ada);
    browser.open(service.url() + ada.path(FolderRole.INBOX));
    return browser;
  }

  private static void drag(Browser browser, WebElement what, String folder) {
    WebElement to = browser.find("#folders a[href='" + folder + "']");
    new Actions(browser.driver())
        .clickAndHold(what)
        .moveByOffset(8, 8)
        .moveToElement(to)
        .moveByOffset(2, 2)
        .release()
        .perform();
  }

  @Test
  void aMailGoesToTheFolderThatItIsDroppedOn() {
    try (Browser browser = inbox()) {
      drag(browser, browser.row("Second"), ada.path(FolderRole.ARCHIVE));
      browser.awaitText(".notice", "Moved.");
      assertThat(browser.texts("#list .rows .subject")).containsExactly("Third", "First");
      assertThat(ada.counters(FolderRole.ARCHIVE).total()).isEqualTo(1);
      browser.find("#undo").click();
      browser.awaitText(".notice", "Restored.");
    }
  }

  @Test
  void allThatIsTickedGoesAlong() {
    try (Browser browser = inbox()) {
      for (String subject : List.of("First", "Second")) {
        WebElement row = browser.row(subject);
        browser
            .driver()
            .executeScript("arguments[0].closest('li').querySelector('input').click()", row);
      }
      drag(browser, browser.row("Second"), ada.path(FolderRole.ARCHIVE));
      browser.awaitText(".notice", "2 messages moved.");
      assertThat(ada.counters(FolderRole.ARCHIVE).total()).isEqualTo(2);
      drag(browser, browser.row("Third"), ada.path(FolderRole.INBOX));
      assertThat(ada.counters(FolderRole.INBOX).total()).as("where it is already").isEqualTo(1);
    }
  }

  @Test
  void aFolderGoesIntoAnotherButNotASpecialOne() {
    Folder lists = ada.addFolder("Lists");
    Folder linux = ada.addFolder("Linux");
    try (Browser browser = inbox()) {
      drag(
          browser,
          browser.find("#folders a[href='/mail/" + linux.id() + "']"),
          "/mail/" + lists.id());
      browser.awaitText(".notice", "Moved.");
      assertThat(ada.store().mail().folders().byId(ada.id(), linux.id()).orElseThrow().parent())
          .isEqualTo(lists.id());
      drag(
          browser,
          browser.find("#folders a[href='" + ada.path(FolderRole.SENT) + "']"),
          "/mail/" + lists.id());
      assertThat(ada.folder(FolderRole.SENT).parent()).isEqualTo(Folder.TOP);
    }
  }
}
