package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No page shows letters that imitate another domain, or hides a character of a name. */
class ShownAddressesTest {
  private static final String CYRILLIC = "\u0430\u0440\u0440\u04cf\u0435.com";
  private static final String ENCODED = "xn--80ak6aa92e.com";
  private static final String MARK = "[U+200B]";

  private final TestService service = TestService.shared();
  private TestUser user;
  private Client client;
  private long uid;

  @BeforeEach
  void receive() {
    user = service.user();
    client = service.signedIn(user);
    uid =
        user.receives(
            Mails.utf8(
                String.join(
                    "\r\n",
                    "From: \"Pay\u200bPal\u202e\" <id@" + CYRILLIC + ">",
                    "Reply-To: Pay\u200bPal <id@" + ENCODED + ">",
                    "To: user@example.org",
                    "Cc: se\u200brvice@" + CYRILLIC + ", b@xn--bcher-kva.example",
                    "Subject: Invoices",
                    "Date: Fri, 1 Mar 2024 08:00:00 +0000",
                    "",
                    "Text",
                    "")));
  }

  private static void assertHonest(String page) {
    assertThat(page).doesNotContain("\u0440\u0440\u04cf", "\u200b", "\u202e");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{inbox}", "/search?q=invoices", "{mail}", "{mail}/reply-all", "{mail}/forward"})
  void aPageIsHonest(String path) {
    Answer answer =
        client.get(
            path.replace("{inbox}", user.path(FolderRole.INBOX)).replace("{mail}", user.path(uid)));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).contains("Invoices");
    assertHonest(answer.text());
  }

  @Test
  void theMessageShowsWhatIsThere() {
    String from = client.get(user.path(uid)).page().select("#message .from").text();

    assertThat(from).contains("Pay" + MARK + "Pal[U+202E]").contains("id@" + ENCODED);
    String all = client.get(user.path(uid)).page().text();
    assertThat(all).contains("se" + MARK + "rvice@" + ENCODED).contains("b@b\u00fccher.example");
    assertThat(all).as("a warning").contains("imitate another");
  }

  @Test
  void anAnswerGoesToTheEncodedDomain() {
    Answer form = client.get(user.path(uid) + "/reply");

    assertThat(form.page().select("[name=to]").text()).isEqualTo("PayPal <id@" + ENCODED + ">");
  }

  @Test
  void completionIsHonest() {
    for (String beginning : List.of("pay", "id", "b@")) {
      assertHonest(client.get("/complete?q=" + beginning).text());
    }
  }
}
