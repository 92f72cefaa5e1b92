package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A list is where it was, and so is the focus, after mails were changed in it. */
class KeptPlaceBrowserTest {
  private static final TestService service = TestService.shared();
  private static final String SCROLLED =
      "return document.querySelector('#list').scrollTop + window.scrollY";
  private static final String FOCUSED =
      "return document.activeElement.querySelector('.subject')?.textContent";

  @TempDir private Path directory;
  private TestUser ada;

  @BeforeEach
  void add() {
    ada = service.user();
    String[] subjects = new String[45];
    Arrays.setAll(subjects, n -> "Mail " + n);
    ada.receives(subjects);
  }

  @ParameterizedTest
  @CsvSource({
    "1200, /delete, Mail 23",
    "1200, /archive, Mail 23",
    "1200, /flag, Mail 24",
    "360, /delete, Mail 23"
  })
  void staysWhereItWas(int width, String action, String focused) {
    try (Browser browser = Browser.start(directory, true)) {
      browser.signIn(service, ada);
      browser
          .driver()
          .executeCdpCommand(
              "Emulation.setDeviceMetricsOverride",
              Map.of("width", width, "height", 740, "deviceScaleFactor", 1, "mobile", width < 700));
      browser.open(service.url() + ada.path(FolderRole.INBOX));
      browser.row("Mail 24");
      browser
          .driver()
          .executeScript(
              "const row = document.querySelectorAll('#list .rows li')[20];"
                  + "row.querySelector('input').click();"
                  + "row.scrollIntoView({block: 'center', behavior: 'instant'});");
      long before = ((Number) browser.driver().executeScript(SCROLLED)).longValue();
      assertThat(before).isPositive();
      browser.driver().executeScript("window.isOld = true");
      browser.find(".bulk button[formaction$='" + action + "']").click();
      Eventually.holds(
          () ->
              Boolean.TRUE.equals(
                  browser
                      .driver()
                      .executeScript(
                          "return !window.isOld && document.readyState === 'complete'")));
      assertThat(browser.driver().executeScript(FOCUSED)).isEqualTo(focused);
      long after = ((Number) browser.driver().executeScript(SCROLLED)).longValue();
      // a notice above the list may take some room
      assertThat(Math.abs(after - before)).isLessThan(120);
    }
  }
}
