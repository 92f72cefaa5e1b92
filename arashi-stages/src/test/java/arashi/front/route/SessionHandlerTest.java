package arashi.front.route;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.PathPattern;
import arashi.front.RecordingExchange;
import arashi.front.route.Route.Audience;
import arashi.front.session.SenderKeys;
import arashi.front.session.SessionCache;
import arashi.front.session.User;
import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.account.NameTakenException;
import arashi.store.account.Session;
import arashi.store.blob.Sha256;
import arashi.store.database.OutageException;
import arashi.store.database.OutageLimits;
import arashi.store.database.StoreException;
import arashi.store.database.SwitchedConnections;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.EnqueueResult;
import seda.kernel.EventListener;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;
import seda.netio.http.HttpRequest;

/** Look-ups of sessions over a real database, in virtual time. */
@Tag("database")
class SessionHandlerTest {
  private static final SenderKeys KEYS = new SenderKeys(new byte[32]);
  private static final Duration LIFETIME = Duration.ofHours(1);
  private static final Duration BELIEVED = Duration.ofSeconds(5);
  private static final Duration LAST_SEEN = Duration.ofMinutes(15);
  private static final Duration MILLI = Duration.ofMillis(1);

  @AutoClose private static final StoreFixture fixture = new StoreFixture();

  private final Simulation simulation = new Simulation();
  private final SwitchedConnections connections =
      new SwitchedConnections(fixture.database.dataSource());
  private final Store store =
      Store.over(
          connections, OutageLimits.DEFAULT, simulation.clock()::instant, simulation.clock());
  private final long account = fixture.account();
  private final List<Object> outcomes = new ArrayList<>();
  private Stage<SessionLookup> stage;

  @BeforeEach
  void start() {
    StageGraph graph = simulation.graph();
    SessionCache cache = new SessionCache(BELIEVED, 100, simulation.clock());
    stage = graph.stage(StageConfig.named("session"), graph.workerPool("pool", 1));
    stage.handledBy(new SessionHandler(store, cache, KEYS, LIFETIME, simulation.clock()));
    stage.listener(
        new EventListener<SessionLookup>() {
          @Override
          public void failed(SessionLookup event, Throwable cause) {
            outcomes.add(cause);
          }

          @Override
          public void shed(SessionLookup event) {
            outcomes.add("shed");
          }
        });
    graph.start();
  }

  @AfterEach
  void giveBack() {
    store.service().availability().close();
    connections.close();
  }

  private static Sha256 token(String text) {
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private Session open(String token) {
    return open(token, account);
  }

  private Session open(String token, long owner) {
    return store
        .people()
        .sessions()
        .create(token(owner + token), owner, "csrf", LIFETIME, "test", "::1");
  }

  private SessionLookup lookup(Sha256 session, Audience audience, String method) {
    Route route =
        new Route(
            method,
            PathPattern.of("/x"),
            audience,
            null,
            (likely, token, age) -> EnqueueResult.ACCEPTED,
            (exchange, user, arguments) -> EnqueueResult.ACCEPTED,
            (exchange, user, wait, outage) -> {},
            rank -> 0,
            0,
            0);
    SessionLookup.Next next =
        new SessionLookup.Next() {
          @Override
          public void found(User user) {
            outcomes.add(user);
          }

          @Override
          public void ended() {
            outcomes.add("ended");
          }
        };
    RecordingExchange exchange = new RecordingExchange(HttpRequest.of(method, "/x"));
    return new SessionLookup(exchange, new Route.Match(route, List.of()), session, next);
  }

  /** Returns the outcomes of look-ups in one batch. */
  private List<Object> outcomes(SessionLookup... lookups) {
    outcomes.clear();
    stage.enqueueAll(List.of(lookups));
    simulation.run(Duration.ZERO);
    return List.copyOf(outcomes);
  }

  private Object outcome(Session session) {
    return outcome(session, Audience.USERS, "GET");
  }

  private Object outcome(Session session, Audience audience, String method) {
    List<Object> all = outcomes(lookup(session.tokenHash(), audience, method));
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private Instant lastUsed(Session session) {
    return store.people().sessions().find(session.tokenHash()).orElseThrow().lastUsed();
  }

  @Test
  void findsWhoseSessionItIs() throws NameTakenException {
    long ada = store.people().accounts().create("ada", "$hash$", "gold", true, 5).id();

    assertThat(outcome(open("a", ada)))
        .isEqualTo(
            new User(
                ada,
                "ada",
                "gold",
                true,
                5,
                "csrf",
                token(ada + "a"),
                store.people().accounts().byId(ada).orElseThrow().preferences(),
                KEYS.ofAccount(ada)));
  }

  @Test
  void findsNoSessionForATokenThatWasNeverIssued() {
    open("a");

    assertThat(outcomes(lookup(token("forged"), Audience.USERS, "GET"))).containsExactly("ended");
  }

  @Test
  void letsASessionEndThatWasUnusedForItsLifetime() {
    Session session = open("a");
    simulation.run(LIFETIME.minus(MILLI));
    Session other = open("b");
    assertThat(outcome(session)).isInstanceOf(User.class);

    simulation.run(LIFETIME);
    assertThat(outcome(other)).isEqualTo("ended");
  }

  @Test
  void letsASessionLiveOnThatIsUsed() {
    Session session = open("a");
    for (int i = 0; i < 3; i++) {
      simulation.run(LIFETIME.minus(MILLI));
      assertThat(outcome(session)).isInstanceOf(User.class);
    }
    simulation.run(LIFETIME);
    assertThat(outcome(session)).isEqualTo("ended");
  }

  @Test
  void notesTheUseOfASessionEveryTenMinutes() {
    Session session = open("a");
    simulation.run(Duration.ofMinutes(10));
    assertThat(outcome(session)).isInstanceOf(User.class);
    assertThat(lastUsed(session)).isEqualTo(session.lastUsed());

    simulation.run(BELIEVED);
    assertThat(outcome(session)).isInstanceOf(User.class);
    assertThat(lastUsed(session)).isEqualTo(simulation.clock().instant());
  }

  @Test
  void believesASessionForAMomentThatEndsOnAnotherNode() {
    Session session = open("a");
    assertThat(outcome(session)).isInstanceOf(User.class);
    store.people().sessions().delete(session.tokenHash());

    simulation.run(BELIEVED.minus(MILLI));
    assertThat(outcome(session)).isInstanceOf(User.class);
    simulation.run(MILLI);
    assertThat(outcome(session)).isEqualTo("ended");
  }

  @Test
  void readsASessionOnceForLookUpsThatWaitTogether() {
    Session session = open("a");
    int before = connections.taken.get();
    assertThat(outcome(open("b"))).isInstanceOf(User.class);
    int each = connections.taken.get() - before - 1; // but for the opening

    before = connections.taken.get();
    SessionLookup lookup = lookup(session.tokenHash(), Audience.USERS, "GET");
    assertThat(outcomes(lookup, lookup, lookup)).hasSize(3).doesNotContain("ended");
    assertThat(connections.taken.get() - before).isEqualTo(each);
  }

  @Test
  void goesOnAfterASessionThatHasEnded() {
    Session session = open("a");

    List<Object> all =
        outcomes(
            lookup(token("forged"), Audience.USERS, "GET"),
            lookup(session.tokenHash(), Audience.USERS, "GET"));

    assertThat(all).hasSize(2).first().isEqualTo("ended");
    assertThat(all.get(1)).isInstanceOf(User.class);
  }

  @ParameterizedTest
  @CsvSource({"USERS, GET", "USERS, POST", "ADMINS, POST", "EVERYBODY, GET"})
  void admitsCachedSessionsOnlyToTheConsoleDuringAnOutage(Audience audience, String method) {
    Session session = open("a");
    assertThat(outcome(session)).isInstanceOf(User.class);
    simulation.run(BELIEVED);
    connections.away = true;

    assertThat(outcome(session, audience, method)).isInstanceOf(OutageException.class);
    assertThat(outcome(session, Audience.ADMINS, "GET")).isInstanceOf(User.class);
  }

  @Test
  void refusesSessionsNotSeenLatelyDuringAnOutage() {
    Session session = open("a");
    Session stranger = open("b");
    assertThat(outcome(session)).isInstanceOf(User.class);
    simulation.run(LAST_SEEN.minus(MILLI));
    connections.away = true;

    assertThat(outcome(stranger, Audience.ADMINS, "GET")).isInstanceOf(OutageException.class);
    assertThat(outcome(session, Audience.ADMINS, "GET")).isInstanceOf(User.class);
    simulation.run(MILLI);
    assertThat(outcome(session, Audience.ADMINS, "GET")).isInstanceOf(OutageException.class);
  }

  @Test
  void refusesSessionsOnAPermanentFailure() throws SQLException {
    Session session = open("a");
    assertThat(outcome(session)).isInstanceOf(User.class);
    simulation.run(BELIEVED);
    fixture.execute("RENAME TABLE session TO session_away");
    try {
      assertThat(outcome(session, Audience.ADMINS, "GET"))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.transientFailure()).isFalse());
    } finally {
      fixture.execute("RENAME TABLE session_away TO session");
    }
  }

  @Test
  void findsASessionWhileTheDatabaseRefusesWrites() {
    Session session = open("a");
    simulation.run(LIFETIME.minus(MILLI));
    connections.readOnly = true;

    assertThat(outcome(session)).isInstanceOf(User.class);
  }
}
