package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import benchmarks.load.Reply;
import benchmarks.report.BenchmarkException;
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

  @Test
  void findsFoldersByTheirIconsButNotOtherIcons() {
    MailPage page =
        page(
            "<button><i class=\"i i-archive\"></i></button><a href=\"/help\"><i class=\"i"
                + " i-inbox\"></i></a><a href=\"/mail/3\" aria-current=\"page\"><i class=\"i"
                + " i-inbox\"></i></a><a href=\"/mail/4\"><i class=\"i i-archive\"></i></a>");
    assertThat(page.folder("inbox")).isEqualTo("/mail/3");
    assertThat(page.folder("archive")).isEqualTo("/mail/4");
    assertThatThrownBy(() -> page.folder("trash")).isInstanceOf(BenchmarkException.class);
  }

  @Test
  void findsTheFrameTheOlderPageAndTheOrder() {
    MailPage page =
        page(
            "<a href=\"/mail/1?sort=sender&amp;dir=asc\">x</a><a class=\"button older\""
                + " rel=\"next\" href=\"/mail/1?before=7\">older</a><iframe title=\"x\""
                + " src=\"/mail/1/7/html\"></iframe>");
    assertThat(page.frame()).contains("/mail/1/7/html");
    assertThat(page.older()).contains("/mail/1?before=7");
    assertThat(page.sortedBy("sender")).isEqualTo("/mail/1?sort=sender&dir=asc");
    MailPage empty = page("<iframe title=\"x\"></iframe><img src=\"/x\">");
    assertThat(empty.frame()).isEmpty();
    assertThat(empty.older()).isEmpty();
    assertThat(empty.rows()).isEmpty();
    assertThatThrownBy(empty::csrf).isInstanceOf(BenchmarkException.class);
  }
}
