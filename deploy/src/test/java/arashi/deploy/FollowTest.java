package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.EventReader.Event;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import com.zaxxer.hikari.HikariDataSource;
import db.migrations.Database;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

/** A follower of an account gets each change, of this node and of others. */
class FollowTest {
  private static TestService service;
  private TestUser ada;
  private Client client;

  @BeforeAll
  static void start() {
    service = TestService.with(Map.of("mail.follow.of-account", 3, "mail.follow.poll", "20 ms"));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void signIn() {
    ada = service.user();
    client = service.signedIn(ada);
  }

  private EventReader follow(String query, String... headers) throws IOException {
    return new EventReader(service, client, query, headers);
  }

  private long state() {
    return ada.store().mail().changes().modSeq(ada.id()).orElseThrow();
  }

  private String folders(FolderRole... roles) {
    return List.of(roles).stream()
        .map(role -> ada.folder(role).id())
        .sorted()
        .toList()
        .toString()
        .replace(" ", "");
  }

  @Test
  void eachChangeIsSent() throws IOException {
    try (EventReader events = follow("")) {
      assertThat(events.head()).contains("200 OK", "Content-Type: text/event-stream", "no-store");
      assertThat(events.next()).isEqualTo(new Event(state(), ""));
      long uid = ada.receives("Hello").get(0);
      String inbox = "{\"folders\":" + folders(FolderRole.INBOX) + "}";
      assertThat(events.next()).isEqualTo(new Event(state(), inbox));
      long folder = ada.folder(FolderRole.INBOX).id();
      ada.store().mail().items().flag(ada.id(), folder, List.of(uid), Set.of(Flag.SEEN), Set.of());
      assertThat(events.next()).isEqualTo(new Event(state(), inbox));
      ada.store()
          .mail()
          .items()
          .refile(ada.id(), folder, List.of(uid), ada.folder(FolderRole.ARCHIVE).id());
      assertThat(events.next())
          .isEqualTo(
              new Event(
                  state(), "{\"folders\":" + folders(FolderRole.INBOX, FolderRole.ARCHIVE) + "}"));
    }
  }

  @Test
  void whatWasMissedComesFirstAndOnce() throws IOException {
    long before = state();
    ada.receives("One");
    String inbox = "{\"folders\":" + folders(FolderRole.INBOX) + "}";
    try (EventReader events = follow("?since=" + before)) {
      assertThat(events.next()).isEqualTo(new Event(state(), inbox));
    }
    long seen = state();
    ada.receives("Two");
    ada.receives("Three");
    try (EventReader events = follow("?since=" + before, "Last-Event-ID: " + seen)) {
      assertThat(events.next()).isEqualTo(new Event(state(), inbox));
      ada.addFolder("Lists");
      assertThat(events.next().id()).isEqualTo(state());
    }
  }

  @Test
  void aClientThatMissedMoreThanTheLogKeepsReadsAllAnew() throws IOException {
    long before = state();
    ada.receives("One");
    ada.receives("Two");
    ada.store().mail().changes().trim(ada.id(), 1, 1000);
    try (EventReader events = follow("?since=" + before)) {
      assertThat(events.next()).isEqualTo(new Event(state(), "{\"all\":true}"));
    }
    try (EventReader events =
        follow("?since=" + (state() + 1000))) { // of a database restored since
      assertThat(events.next()).isEqualTo(new Event(state(), "{\"all\":true}"));
    }
  }

  @Test
  void changesOfAnotherNodeArriveOnceAndInOrder() throws Exception {
    int mails = 40;
    try (TestService other = TestService.with(Map.of());
        EventReader events = follow("")) {
      events.next();
      TestUser there = new TestUser(other.store(), ada.id(), ada.name());
      Thread writer =
          new Thread(
              () -> {
                for (int i = 0; i < mails; i++) {
                  there.receives("Mail " + i);
                  ada.receives("Mail " + i);
                }
              });
      writer.start();
      long last = -1;
      boolean ended = false;
      while (!ended) {
        ended = !writer.isAlive(); // then the number below is the last
        while (last < state()) {
          Event event = events.next();
          assertThat(event.id()).isGreaterThan(last);
          last = event.id();
        }
      }
      assertThat(last).isEqualTo(state());
    }
  }

  @Test
  void othersHearNothing() throws IOException {
    TestUser grace = service.user();
    try (EventReader events = follow("")) {
      events.next();
      grace.receives("For Grace");
      ada.receives("For Ada");
      assertThat(events.next().id()).isEqualTo(state());
    }
  }

  @Test
  void oneListenerTooManyEndsTheOldest() throws IOException {
    try (EventReader first = follow("");
        EventReader second = follow("");
        EventReader third = follow("");
        EventReader fourth = follow("")) {
      for (EventReader each : List.of(first, second, third, fourth)) {
        assertThat(each.next().data()).isEmpty();
      }
      assertThat(first.next()).isNull();
      ada.receives("Hello");
      for (EventReader each : List.of(second, third, fourth)) {
        assertThat(each.next().id()).isEqualTo(state());
      }
    }
  }

  @Test
  void aNodeThatIsFullSaysWhenToComeBack() throws IOException {
    try (TestService small = TestService.with(Map.of("mail.follow.together", 1));
        EventReader first = new EventReader(small, small.signedIn(ada), "")) {
      assertThat(first.next()).isNotNull();
      Answer refused = small.signedIn(small.user()).get("/events");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.header("Retry-After")).isNotNull();
    }
  }

  @Test
  void anAnswerIsWrittenToAndEndsInTime() throws IOException {
    try (TestService brief =
            TestService.with(Map.of("mail.follow.beat", "50 ms", "mail.follow.lifetime", "2 s"));
        EventReader events = new EventReader(brief, brief.signedIn(ada), "")) {
      events.next();
      assertThat(events.line()).isEqualTo(":");
      assertThat(events.next()).as("its end").isNull();
    }
  }

  @Test
  void aServiceThatStopsEndsTheAnswers() throws IOException {
    TestService stopping = TestService.with(Map.of());
    try (EventReader events = new EventReader(stopping, stopping.signedIn(ada), "")) {
      events.next();
      stopping.close();
      assertThat(events.next()).isNull();
    }
  }

  /** The overlap is shorter than the outage: what came meanwhile is found all the same. */
  @Test
  void changesDuringALostDatabaseConnectionAreSentAfterwards() throws IOException {
    Database direct = TestService.database().connection();
    URI uri = URI.create(direct.url().substring("jdbc:".length()));
    TcpProxy proxy = new TcpProxy(uri.getHost(), uri.getPort());
    String url = direct.url().replace(uri.getAuthority(), "127.0.0.1:" + proxy.port());
    try (proxy;
        HikariDataSource through =
            new Database(url, direct.user(), direct.password(), 5).openForRequests();
        TestService cut =
            TestService.over(
                through,
                Map.of("mail.follow.overlap", "1 ms", "mail.follow.poll", "20 ms"),
                Clock.system());
        EventReader events = new EventReader(cut, cut.signedIn(ada), "")) {
      events.next();
      proxy.stop();
      Eventually.holds(() -> cut.client().get("/readyz").status() == 503);
      ada.receives("Meanwhile");
      proxy.start();
      assertThat(events.next().id()).isEqualTo(state());
    }
  }

  @Test
  void refusesMalformedNumbersAndMissingSessions() {
    assertThat(client.get("/events?since=x").status()).isEqualTo(400);
    assertThat(client.get("/events?since=-1").status()).isEqualTo(400);
    Answer stranger = service.client().get("/events");
    assertThat(stranger.page().select("form[action='/login']")).hasSize(1);
  }

  @Test
  void pagesSayWhatTheyShow() {
    ada.receives("Hello");
    String inbox = ada.path(FolderRole.INBOX);
    String state = String.valueOf(state());
    assertThat(client.get(inbox).page().body().attr("data-state")).isEqualTo(state);
    assertThat(client.get("/compose").page().body().hasAttr("data-state")).isFalse();
  }
}
