package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

/** Search results in a browser: mails open beside them, and are acted on as in a folder. */
class SearchBrowserTest {
  private static final TestService service = TestService.shared();

  @TempDir private Path directory;
  private TestUser ada;

  @BeforeEach
  void add() {
    ada = service.user();
    List<Long> uids = ada.receives("Kettle one", "Kettle two", "Kettle three", "Teapot");
    ada.store()
        .mail()
        .items()
        .refile(
            ada.id(),
            ada.folder(FolderRole.INBOX).id(),
            uids.subList(0, 1),
            ada.folder(FolderRole.JUNK).id());
  }

  private Browser results(boolean scripts) {
    Browser browser = Browser.start(directory, scripts);
    browser.signIn(service, ada);
    browser.open(service.url() + "/search?q=kettle");
    return browser;
  }

  private static List<String> subjects(Browser browser) {
    return browser.texts("#list .rows .subject");
  }

  @Test
  void aMailOpensBesideTheResultsWhichKeepTheirPlace() {
    try (Browser browser = results(true)) {
      browser.row("Kettle two").click();
      browser.awaitText("#message h1", "Kettle two");
      assertThat(subjects(browser)).containsExactly("Kettle three", "Kettle two", "Kettle one");
      assertThat(browser.find("#list [aria-current=true] .subject").getText())
          .isEqualTo("Kettle two");

      browser.find("body").sendKeys("j");
      browser.awaitText("#message h1", "Kettle one");
      browser.driver().navigate().back();
      browser.awaitText("#message h1", "Kettle two");
      browser.driver().navigate().back();
      browser.awaitText("#message", "No message open");
      assertThat(subjects(browser)).hasSize(3);
    }
  }

  @Test
  void mailsOfSeveralFoldersGoAndComeBackTogether() {
    try (Browser browser = results(true)) {
      browser.find("#all").click();
      browser.find(".bulk button[formaction='/search/archive']").click();
      browser.awaitText(".notice", "3 messages archived.");
      assertThat(browser.texts("#list .rows .in")).containsOnly("Archive");
      browser.find("#undo").click();
      browser.awaitText(".notice", "3 messages restored.");
      assertThat(ada.counters(FolderRole.JUNK).total()).isEqualTo(1);
      assertThat(ada.counters(FolderRole.INBOX).total()).isEqualTo(3);
      assertThat(ada.counters(FolderRole.ARCHIVE).total()).isZero();
    }
  }

  @Test
  void whatIsInTrashAlreadyStaysThere() {
    ada.store()
        .mail()
        .items()
        .delete(ada.id(), ada.folder(FolderRole.INBOX).id(), List.of(2L)); // Kettle two
    try (Browser browser = results(true)) {
      browser.find("#all").click();
      browser.find(".bulk button[formaction='/search/delete']").click();
      browser.awaitText(".notice", "2 messages moved to Trash.");
      assertThat(ada.counters(FolderRole.TRASH).total()).isEqualTo(3);
    }
  }

  @Test
  void anOpenMailThatIsDeletedLeadsBackToTheResults() {
    try (Browser browser = results(true)) {
      browser.row("Kettle one").click();
      browser.awaitText("#message h1", "Kettle one");
      browser.find(".tools button[formaction$='/delete']").click();
      browser.awaitText(".notice", "Moved to Trash.");
      assertThat(browser.driver().getCurrentUrl()).contains("/search?q=kettle");
      assertThat(ada.counters(FolderRole.TRASH).total()).isEqualTo(1);
    }
  }

  @Test
  void theNextResultComesIfTheReaderHasSetSo() {
    try (Browser browser = results(true)) {
      browser.open(service.url() + "/account");
      browser.find("select[name=after] option[value=older]").click();
      browser.find("main form button.primary").click();
      browser.awaitText(".notice", "Saved.");
      browser.open(service.url() + "/search?q=kettle");
      browser.row("Kettle three").click();
      browser.awaitText("#message h1", "Kettle three");
      browser.find(".tools button[formaction$='/delete']").click();
      browser.awaitText("#message h1", "Kettle two");
      browser.awaitCount("#list .rows li", 3); // beside it, the deleted one in Trash
      assertThat(browser.find("#list [aria-current=true] .subject").getText())
          .isEqualTo("Kettle two");
      browser.find(".tools button[formaction$='/delete']").click();
      browser.awaitText("#message h1", "Kettle one");
      assertThat(ada.counters(FolderRole.TRASH).total()).isEqualTo(2);
    }
  }

  @Test
  void aMailThatIsOpenedAnewStandsBesideItsResults() {
    try (Browser browser = results(true)) {
      browser.row("Kettle two").click();
      browser.awaitText("#message h1", "Kettle two");
      browser.driver().navigate().refresh();
      browser.awaitText("#list .rows [aria-current=true]", "Kettle two");
      browser.find("#all");
      browser.row("Kettle one").click();
      browser.awaitText("#message h1", "Kettle one");
      assertThat(subjects(browser)).hasSize(3);
    }
  }

  @Test
  void itWorksWithoutScripts() {
    List<String> sorted = List.of("Kettle one", "Kettle three", "Kettle two");
    try (Browser browser = results(false)) {
      browser.find(".sorts a[href*='sort=subject']").click();
      Eventually.holds(() -> subjects(browser).equals(sorted));
      browser.row("Kettle two").click();
      assertThat(browser.find("#message h1").getText()).isEqualTo("Kettle two");
      browser.find(".tools .up").click(); // there alone, for no script has put it beside
      Eventually.holds(() -> subjects(browser).equals(sorted));
      browser.driver().findElements(By.cssSelector("#list .rows [name=uid]")).get(0).click();
      browser.find(".bulk button[value=flagged]").click();
      browser.awaitCount("#list .i-starred", 1);
    }
  }
}
