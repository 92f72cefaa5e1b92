package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.session.Tokens;
import arashi.store.mail.FolderRole;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A session that ends while somebody reads or does something. */
@Tag("database")
class SessionEndTest {
  private static TestService service;

  @BeforeAll
  static void askTheDatabaseEachTime() {
    service = TestService.with(Map.of("mail.session.cache-time", "0 s"));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static void end(Client client) {
    service.store().people().sessions().delete(Tokens.hash(client.cookie("arashi_session")));
  }

  @Test
  void asksForTheLoginAndThenShowsWhatWasAskedFor() {
    TestUser user = service.user();
    long uid = user.receives(Mails.plain(1, "Ada <ada@example.org>", "Kettle", "It boils."));
    Client client = service.signedIn(user);
    end(client);

    Answer asked = client.get(user.path(uid) + "?view=plain");
    Answer answer =
        client.submit(
            asked.page().selectFirst("form[action=/login]"),
            field("name", user.name()),
            field("password", TestUser.PASSWORD));

    assertThat(asked.page().select("#login-state").text()).contains("Your session has ended");
    assertThat(asked.text()).doesNotContain("Kettle");
    assertThat(answer.header("Location")).isEqualTo(user.path(uid) + "?view=plain");
    assertThat(client.follow(answer).title()).contains("Kettle");
  }

  @Test
  void goesOnWithWhatWasPostedAfterTheLogin() {
    TestUser user = service.user();
    List<Long> uids =
        user.receives(
            List.of(
                Mails.plain(1, "Ada <ada@example.org>", "One", "1"),
                Mails.plain(2, "Ada <ada@example.org>", "Two", "2"),
                Mails.plain(3, "Ada <ada@example.org>", "Three", "3")));
    Client client = service.signedIn(user);
    String token = client.csrf();
    end(client);
    String back = user.path(FolderRole.INBOX) + "?sort=subject";

    Answer asked =
        client.post(
            user.path(FolderRole.INBOX) + "/flag",
            List.of(
                field("csrf", token),
                field("uid", uids.get(0)),
                field("uid", uids.get(2)),
                field("set", "flagged"),
                field("back", back)),
            "Origin",
            client.origin());
    assertThat(asked.status()).isEqualTo(403);
    assertThat(asked.page().select("#login-state").text())
        .contains("Your session has ended")
        .contains("nothing is lost");
    assertThat(asked.text()).doesNotContain(token);

    // A typo in the password must not cost what was done either.
    Answer mistyped =
        client.submit(
            asked.page().selectFirst("form[action=/login]"),
            field("name", user.name()),
            field("password", "mistyped password"));
    Answer resumed =
        client.submit(
            mistyped.page().selectFirst("form[action=/login]"),
            field("name", user.name()),
            field("password", TestUser.PASSWORD));
    Answer done = client.submit(resumed.page().selectFirst("main form"));

    assertThat(done.status()).isEqualTo(303);
    assertThat(done.header("Location")).isEqualTo(back);
    assertThat(
            client
                .get(user.path(FolderRole.INBOX))
                .page()
                .select(".rows li:has(.i-starred) .subject")
                .eachText())
        .containsExactlyInAnyOrder("One", "Three");
  }

  @Test
  void doesNotGoOnAsSomebodyElse() {
    TestUser user = service.user();
    TestUser other = service.user();
    long uid = user.receives(Mails.plain(1, "Ada <ada@example.org>", "Kettle", "It boils."));
    other.receives(Mails.plain(1, "Ben <ben@example.org>", "Plan", "Of the same number."));
    Client client = service.signedIn(user);
    String token = client.csrf();
    end(client);

    Answer asked =
        client.post(
            user.path(FolderRole.INBOX) + "/delete",
            List.of(field("csrf", token), field("uid", uid)));
    Answer answer =
        client.submit(
            asked.page().selectFirst("form[action=/login]"),
            field("name", other.name()),
            field("password", TestUser.PASSWORD));

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location")).isEqualTo(other.path(FolderRole.INBOX));
  }

  @Test
  void doesNothingForASessionThatIsOver() {
    TestUser user = service.user();
    long uid = user.receives(Mails.plain(1, "Ada <ada@example.org>", "Kettle", "It boils."));
    Client client = service.signedIn(user);
    String token = client.csrf();
    end(client);

    client.post(
        user.path(FolderRole.INBOX) + "/delete", List.of(field("csrf", token), field("uid", uid)));

    assertThat(user.counters(FolderRole.INBOX).total()).isEqualTo(1);
  }

  @Test
  void endsOtherSessionsWhenThePasswordChanges() {
    TestUser user = service.user();
    Client client = service.signedIn(user);

    service
        .store()
        .people()
        .accounts()
        .setPassword(user.id(), arashi.request.login.Passwords.hash("another password"));

    assertThat(client.get("/mail").page().select("form[action=/login]")).hasSize(1);
  }

  @Test
  void neverPutsAForeignAddressIntoTheFormThatGoesOn() {
    TestUser user = service.user();
    Client client = service.signedIn(user);
    Answer form = client.get("/login");

    Answer answer =
        client.submit(
            form.page().selectFirst("form[action=/login]"),
            field("name", user.name()),
            field("password", TestUser.PASSWORD),
            field("resume", "//evil.example/steal"),
            field("resume.uid", "1"));

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.text()).doesNotContain("evil.example");
  }
}
