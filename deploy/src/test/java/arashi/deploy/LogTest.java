package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;

class LogTest {
  @Test
  void holdsNoMailAndNoSecretsAtAnyLevel() {
    TestService service = TestService.shared();
    TestUser user = service.user();
    try (LogCapture log = LogCapture.start(Level.TRACE)) {
      long uid =
          user.receives(
              Mails.plain(1, "Zanzibar <zanzibar@example.org>", "Quetzal", "Xylophone music"));
      Client client = service.signedIn(user);
      String session = client.cookie("arashi_session");
      String csrf = client.csrf();
      client.get(user.path(FolderRole.INBOX));
      client.get(user.path(uid) + "?headers=full");
      client.get(user.path(uid) + "/raw");
      client.get("/search?q=wombat");
      client.get("/search?q=larger:wombat");
      client.act(
          user.path(FolderRole.INBOX) + "/flag", field("set", "wombat"), field("uid", "wombat"));
      client.act(user.path(FolderRole.INBOX) + "/delete", field("uid", uid));
      service.client().signIn(user.name(), "a wrong wombat");
      client.act("/logout");

      assertThat(String.join("\n", log.from(Level.TRACE)))
          .doesNotContainIgnoringCase("zanzibar", "quetzal", "xylophone", "wombat")
          .doesNotContain(session, csrf, TestUser.PASSWORD);
    }
  }
}
