package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A mail that is attached to another opens as a mail. */
class AttachedMailTest {
  private static final byte[] PIXEL =
      Base64.getDecoder().decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");

  private final TestService service = TestService.shared();
  private TestUser user;
  private Client client;

  @BeforeEach
  void signIn() {
    user = service.user();
    client = service.signedIn(user);
  }

  private static byte[] forwarded(int n, byte[] mail) {
    return Mails.withFile(
        n, "Fwd: a letter", "Content-Type: message/rfc822; name=letter.eml", mail);
  }

  /** The link behind its name. */
  private static String link(Document page) {
    return page.select(".attachments a.file").attr("href");
  }

  @Test
  void showsItsHeadAndText() {
    byte[] letter = Mails.plain(7, "Ida <ida@example.org>", "The letter", "Of the letter\r\n");
    long uid = user.receives(forwarded(1, letter));
    Document outer = client.get(user.path(uid)).page();

    Answer answer = client.get(link(outer));

    assertThat(answer.status()).isEqualTo(200);
    Document page = answer.page();
    assertThat(page.select("#subject").text()).isEqualTo("The letter");
    assertThat(page.select(".from").text()).contains("ida@example.org");
    assertThat(page.select(".text").text()).isEqualTo("Of the letter");
    assertThat(page.select(".up").attr("href")).isEqualTo(user.path(uid));
    assertThat(page.select(".up").text()).isEqualTo("Fwd: a letter");
    assertThat(page.select("#message form")).as("nothing can be done to it").isEmpty();
    Element download = page.select("footer a").last();
    assertThat(client.get(download.attr("href")).bytes()).isEqualTo(letter);
    assertThat(outer.select(".attachments .view").attr("href")).isEqualTo(download.attr("href"));
  }

  @Test
  void showsItsHtmlItsImagesAndItsFiles() {
    byte[] html =
        Mails.withImage(
            7, "With HTML", "<p>A <b>bold</b> <img src='cid:its@own'></p>", "image/gif", PIXEL);
    long uid = user.receives(forwarded(1, html));
    Document page = client.get(link(client.get(user.path(uid)).page())).page();

    String frame = page.select("iframe.html").attr("src");
    assertThat(frame).endsWith("/body");
    Answer body = client.get(frame);
    assertThat(body.page().select("b").text()).isEqualTo("bold");
    assertThat(body.page().select("img").attr("src")).startsWith("data:image/gif;base64,");
    assertThat(body.header("Content-Security-Policy")).startsWith("sandbox");
    String plain = page.select("footer a[href$=view=plain]").attr("href");
    assertThat(client.get(plain).page().select(".text").text()).contains("A bold");
  }

  @Test
  void leadsToTheFilesAndMailsWithin() {
    byte[] file = {1, 2, 3};
    byte[] inner =
        Mails.withFile(7, "With a file", "Content-Type: application/zip; name=a.zip", file);
    long uid = user.receives(forwarded(1, forwarded(2, inner)));

    Document first = client.get(link(client.get(user.path(uid)).page())).page();
    Document second = client.get(link(first)).page();

    assertThat(second.select("#subject").text()).isEqualTo("With a file");
    assertThat(client.get(link(second)).bytes()).isEqualTo(file);
  }

  @Test
  void otherNumbersAndOtherUsersHaveNone() {
    long uid = user.receives(forwarded(1, Mails.plain(7, "a@example.org", "The letter", "x")));
    String path = link(client.get(user.path(uid)).page());
    for (String number : new String[] {"0", "1", "77", "99999999999", "1002000"}) {
      String other = user.path(uid) + "/mail/" + number;
      assertThat(client.get(other).status()).as(other).isEqualTo(404);
      assertThat(client.get(other + "/body").status()).as(other).isEqualTo(404);
    }
    assertThat(client.get(path + "/body").status()).as("no HTML").isEqualTo(404);
    assertThat(service.signedIn(service.user()).get(path).status()).isEqualTo(404);
  }
}
