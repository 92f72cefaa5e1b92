package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;

import benchmarks.load.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;

class MailPageTest {
  private static MailPage page(String html) {
    return new MailPage(Reply.of(200, html));
  }

  @Test
  void readsTheRowsOfTheListButNotOtherLinks() {
    MailPage page =
        page(
            "<a href=\"/mail/1/9/raw\">raw</a><ol class=\"rows\">\n"
                + "<li><a href=\"/mail/1/7?sort=sender&amp;dir=asc\">x</a></li></ol>");
    assertThat(page.rows()).containsExactly(new MailPage.Row("/mail/1/7?sort=sender&dir=asc"));
    assertThat(page.rows().get(0).uid()).isEqualTo("7");
  }

  @Test
  void findsTheUndoForm() {
    MailPage page =
        page(
            "<div class=\"notice info\"><p>Moved</p>\n"
                + "<form method=\"post\" action=\"/mail/6/refile\"><input type=\"hidden\""
                + " name=\"csrf\" value=\"t\"><input type=\"hidden\" name=\"to\""
                + " value=\"1\"><button>Undo</button></form></div>");
    assertThat(page.undo())
        .contains(new MailPage.Form("/mail/6/refile", List.of("csrf", "t", "to", "1")));
    assertThat(page("<form method=\"post\" action=\"/logout\"></form>").undo()).isEmpty();
  }
}
