package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.session.Tokens;
import arashi.request.login.Passwords;
import arashi.store.blob.Sha256;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stream of events ends with the session that opened it, and with no other. */
class StreamEndTest {
  private static final String NEW_PASSWORD = "a new and long password";

  private static TestService service;
  private static TestService other;
  private TestUser ada;
  private Client client;
  private Client elsewhere;

  @BeforeAll
  static void startTwoNodes() {
    // neither the end of its life nor a heartbeat comes before the test gives up
    Map<String, Object> often =
        Map.of(
            "mail.follow.poll",
            "20 ms",
            "mail.session.cache-time",
            "50 ms",
            "mail.follow.lifetime",
            "1 day",
            "mail.follow.beat",
            "1 day");
    service = TestService.with(often);
    other = TestService.with(often);
  }

  @AfterAll
  static void stop() {
    service.close();
    other.close();
  }

  @BeforeEach
  void signInTwice() {
    ada = service.user();
    client = service.signedIn(ada);
    elsewhere = other.signedIn(ada);
  }

  /** Ways to end a session. */
  private interface Cause {
    void happen() throws SQLException;
  }

  private static Sha256 session(Client client) {
    return Tokens.hash(client.cookie("arashi_session"));
  }

  private void assertEndsStreamOfClientOnly(Cause cause) throws IOException, SQLException {
    try (EventReader ended = new EventReader(service, client, "");
        EventReader kept = new EventReader(service, elsewhere, "")) {
      assertThat(ended.next()).isNotNull();
      assertThat(kept.next()).isNotNull();

      cause.happen();

      assertThat(ended.next()).as("the stream has ended").isNull();
      ada.receives("Hello");
      assertThat(kept.next()).as("the other goes on").isNotNull();
    }
  }

  private void assertEndsAllStreams(Cause cause) throws IOException, SQLException {
    try (EventReader here = new EventReader(service, client, "");
        EventReader there = new EventReader(other, elsewhere, "")) {
      assertThat(here.next()).isNotNull();
      assertThat(there.next()).isNotNull();

      cause.happen();

      assertThat(here.next()).isNull();
      assertThat(there.next()).isNull();
    }
  }

  @Test
  void whenItIsSignedOutHere() throws Exception {
    assertEndsStreamOfClientOnly(
        () -> {
          String token = client.csrf();
          assertThat(client.post("/logout", List.of(field("csrf", token))).status()).isEqualTo(303);
        });
  }

  @Test
  void whenItIsSignedOutAtAnotherNode() throws Exception {
    assertEndsStreamOfClientOnly(
        () -> assertThat(other.store().people().sessions().delete(session(client))).isTrue());
  }

  @Test
  void whenItIsEndedFromTheListOfSessions() throws Exception {
    assertEndsStreamOfClientOnly(
        () ->
            assertThat(other.store().people().sessions().delete(ada.id(), session(client)))
                .isTrue());
  }

  @Test
  void whenItExpires() throws Exception {
    assertEndsStreamOfClientOnly(
        () -> {
          try (Connection connection = TestService.database().dataSource().getConnection();
              PreparedStatement expiry =
                  connection.prepareStatement(
                      "UPDATE session SET expires_at = 1 WHERE token_hash = ?")) {
            expiry.setBytes(1, session(client).bytes());
            assertThat(expiry.executeUpdate()).isEqualTo(1);
          }
        });
  }

  @Test
  void whenAnotherSessionChangesThePassword() throws Exception {
    assertEndsStreamOfClientOnly(
        () -> {
          String hash =
              other.store().people().accounts().byId(ada.id()).orElseThrow().passwordHash();
          String changed = Passwords.hash(NEW_PASSWORD);
          assertThat(
                  other
                      .store()
                      .people()
                      .accounts()
                      .changePassword(ada.id(), hash, changed, session(elsewhere)))
              .isTrue();
        });
  }

  @Test
  void whenTheOperatorSetsThePassword() throws Exception {
    assertEndsAllStreams(
        () -> ada.store().people().accounts().setPassword(ada.id(), Passwords.hash(NEW_PASSWORD)));
  }

  @Test
  void whenTheAccountIsRemoved() throws Exception {
    assertEndsAllStreams(() -> ada.store().people().accounts().remove(ada.id()));
  }
}
