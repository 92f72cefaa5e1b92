package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of other sites in the user's name are refused with a reason, and change nothing. */
class ForgedRequestTest {
  private final TestService service = TestService.shared();
  private TestUser user;
  private Client client;
  private long uid;
  private String inbox;

  @BeforeEach
  void signIn() {
    user = service.user();
    uid = user.receives(Mails.plain(1, "Ada <ada@example.org>", "Kettle", "It boils."));
    client = service.signedIn(user);
    inbox = user.path(FolderRole.INBOX);
  }

  private List<Client.Field> fields(String token) {
    List<Client.Field> fields = new ArrayList<>();
    fields.add(field("uid", uid));
    fields.add(field("set", "flagged"));
    fields.add(field("to", user.folder(FolderRole.ARCHIVE).id()));
    if (token != null) {
      fields.add(field("csrf", token));
    }
    return fields;
  }

  private void assertNothingChanged() {
    assertThat(user.counters(FolderRole.INBOX)).isEqualTo(new TestUser.Counters(1, 1));
    assertThat(client.get(inbox).page().select(".i-starred[role=img]")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"delete", "refile", "flag"})
  void refusesAFormWithoutToken(String action) {
    Answer answer = client.post(inbox + "/" + action, fields(null));

    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.page().select("main").text()).contains("Nothing was changed");
    assertNothingChanged();
  }

  @ParameterizedTest
  @ValueSource(strings = {"delete", "refile", "flag"})
  void refusesTheTokenOfAnotherSession(String action) {
    String other = service.signedIn(service.user()).csrf();

    assertThat(client.post(inbox + "/" + action, fields(other)).status()).isEqualTo(403);
    assertThat(client.post(inbox + "/" + action, fields("")).status()).isEqualTo(403);
    assertThat(client.post(inbox + "/" + action, fields(client.csrf() + "x")).status())
        .isEqualTo(403);
    assertNothingChanged();
  }

  @Test
  void refusesATokenInTheQuery() {
    String token = client.csrf();

    assertThat(client.post(inbox + "/delete?csrf=" + token, fields(null)).status()).isEqualTo(403);
    assertNothingChanged();
  }

  @ParameterizedTest
  @CsvSource({
    "Origin, https://evil.example",
    "Origin, http://127.0.0.1:1",
    "Origin, http://127.0.0.1",
    "Origin, null",
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site",
    "Sec-Fetch-Site, anything"
  })
  void refusesAPostThatTheBrowserSaysIsOfAnotherSite(String header, String value) {
    String token = client.csrf();

    assertThat(client.post(inbox + "/delete", fields(token), header, value).status())
        .isEqualTo(403);
    assertThat(client.post("/logout", fields(token), header, value).status()).isEqualTo(403);
    assertNothingChanged();
  }

  /** A sandboxed frame has no origin; the browser may send the token of the page around it. */
  @ParameterizedTest
  @ValueSource(strings = {"/admin/targets", "/admin/classes", "/admin/stages"})
  void refusesFormsOfTheConsoleWithoutAnOrigin(String path) {
    service.store().people().accounts().setAdmin(user.id(), true);
    Client admin = service.signedIn(user);
    String token = admin.csrf();

    assertThat(admin.post(path, fields(token), "Origin", "null").status()).isEqualTo(403);
    assertThat(admin.post(path, fields(token)).status()).isNotEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"delete", "refile", "flag"})
  void refusesAnActionWithoutAnOrigin(String action) {
    String token = client.csrf();

    assertThat(client.post(inbox + "/" + action, fields(token), "Origin", "null").status())
        .isEqualTo(403);
    assertNothingChanged();
  }

  @Test
  void refusesALogoutWithoutToken() {
    assertThat(client.post("/logout", List.of()).status()).isEqualTo(403);
    assertThat(client.get("/mail").page().select("#folders")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"Sec-Fetch-Site, cross-site", "Origin, null", "Origin, https://evil.example"})
  void refusesALoginThatAnotherSiteMakes(String header, String value) {
    Client fresh = service.client();
    String token = fresh.get("/login").csrf();

    Answer answer =
        fresh.post(
            "/login",
            List.of(
                field("csrf", token),
                field("name", user.name()),
                field("password", TestUser.PASSWORD)),
            header,
            value);

    assertThat(answer.status()).isEqualTo(403);
    assertThat(fresh.cookie("arashi_session")).isEmpty();
  }

  @Test
  void takesAPostFromItsOwnPages() {
    String token = client.csrf();
    String own = service.url().toString();

    assertThat(client.post(inbox + "/flag", fields(token), "Origin", own).status()).isEqualTo(303);
    assertThat(
            client.post(inbox + "/flag", fields(token), "Sec-Fetch-Site", "same-origin").status())
        .isEqualTo(303);
    assertThat(client.get(inbox).page().select(".i-starred[role=img]")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"delete", "refile", "flag"})
  void changesNothingByGet(String action) {
    String query = "?csrf=" + client.csrf() + "&uid=" + uid + "&set=flagged&to=4";

    assertThat(client.get(inbox + "/" + action + query).status()).isIn(404, 405);
    assertNothingChanged();
  }

  @Test
  void refusesAFormOfAnotherType() {
    String token = client.csrf();
    byte[] body = Client.encode(fields(token)).getBytes(java.nio.charset.StandardCharsets.UTF_8);

    assertThat(client.send("POST", inbox + "/delete", body, "Content-Type", "text/plain").status())
        .isEqualTo(400);
    assertNothingChanged();
  }
}
