package arashi.front.route;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.MailRequest;
import arashi.front.RecordingExchange;
import arashi.front.session.SenderKeys;
import arashi.front.session.SessionCache;
import arashi.front.session.TrustedProxies;
import arashi.front.session.User;
import arashi.store.account.Preferences;
import arashi.store.blob.Sha256;
import arashi.store.policy.Policy;
import arashi.store.policy.Policy.ClassPolicy;
import arashi.target.ClassRules;
import arashi.target.PolicyInForce;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import seda.kernel.EnqueueResult;
import seda.kernel.EnqueueResult.Outcome;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.admission.Levels;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;

/** Levels of users in front of a stage that is offered five times its capacity, in virtual time. */
class UserLevelsTest {
  private static final Duration PERIOD = Duration.ofMinutes(3);
  private static final SenderKeys KEYS = keys(0);

  private final Simulation simulation = new Simulation();
  private final PolicyInForce policy =
      new PolicyInForce(
          new Policy(1, List.of(new ClassPolicy("gold", 1, 0, Map.of())), Map.of()), Set.of());
  private final Classes classes =
      new Classes(policy, ClassRules.all("gold"), new TrustedProxies(List.of()));
  private final SessionCache sessions =
      new SessionCache(Duration.ofSeconds(5), 100_000, simulation.clock());
  private final UserLevels levels = levels(KEYS);
  private final Random random = new Random(1);
  private Stage<Asked> stage;

  private record Asked(HttpExchange exchange, User user) implements MailRequest {}

  private static SenderKeys keys(int first) {
    byte[] key = new byte[32];
    key[0] = (byte) first;
    return new SenderKeys(key);
  }

  private UserLevels levels(SenderKeys keys) {
    Levels.Settings settings = new Levels.Settings(PERIOD, Duration.ofSeconds(3), 1_024);
    return new UserLevels(Optional.of(settings), keys, sessions, classes, simulation.clock());
  }

  @BeforeEach
  void overload() {
    StageGraph graph = simulation.graph();
    stage =
        graph.stage(
            StageConfig.named("mail").withQueueCapacity(10_000).withBatchSize(1),
            graph.workerPool("mail", 1));
    stage
        .handledBy(EventHandler.each(asked -> {}))
        .targets(rank -> Duration.ofMillis(100).toNanos())
        .admission(
            new DeadlineAdmission(
                stage.targets(),
                stage::guaranteedShare,
                new Random(2),
                levels.levels().orElseThrow()));
    simulation.serviceTime(stage, asked -> Duration.ofMillis(2).toNanos());
    graph.start();
    offer();
    simulation.run(Duration.ofSeconds(20));
    assertThat(levels.levels().orElseThrow().served(0)).isBetween(0.05, 0.4);
  }

  /** 2,500 requests a second of 1,000 accounts; 500 can be served. */
  private void offer() {
    Asked asked = asked(1 + random.nextInt(1_000));
    if (levels.early(asked.user()).accepted()) {
      stage.enqueue(asked);
    }
    simulation.after(Duration.ofNanos(400_000), this::offer);
  }

  private static Asked asked(long account) {
    return new Asked(
        new RecordingExchange(HttpRequest.of("GET", "/mail")), user(account, token("" + account)));
  }

  private static Sha256 token(String text) {
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static User user(long account, Sha256 session) {
    return user(KEYS, account, session);
  }

  private static User user(SenderKeys keys, long account, Sha256 session) {
    return new User(
        account,
        "user",
        "gold",
        false,
        0,
        "csrf",
        session,
        Preferences.NONE,
        keys.ofAccount(account));
  }

  private EnqueueResult early(long account, String session) {
    return levels.early(user(account, token(session)));
  }

  private long accountThatIsOut() {
    long account = 2_000;
    while (early(account, "any").accepted()) {
      account++;
    }
    return account;
  }

  @Test
  void aThousandSessionsOfAnAccountHaveOneLevel() {
    long account = accountThatIsOut();
    Set<EnqueueResult> results = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      results.add(early(account, "session " + i));
    }
    assertThat(results).hasSize(1);
  }

  @Test
  void tellsARefusedUserWhenTheTurnBegins() {
    long account = accountThatIsOut();
    EnqueueResult refusal = early(account, "any");
    assertThat(refusal.outcome()).isEqualTo(Outcome.OUT_OF_TURN);
    assertThat(refusal.retryAfter()).isBetween(Duration.ZERO, PERIOD);
    assertThat(new RetryAfter(random, simulation.clock(), 1).of(refusal, policy.named("gold")))
        .as("neither spread nor put off")
        .isEqualTo(refusal.retryAfter());

    simulation.run(refusal.retryAfter().minusMillis(200));
    assertThat(early(account, "any").accepted()).isFalse();
    simulation.run(Duration.ofMillis(400));
    assertThat(early(account, "any").accepted()).isTrue();
    assertThat(stage.enqueue(asked(account)).accepted()).isTrue();
  }

  @Test
  void aSessionThatIsNotKnownHasTheLevelOfItsTokenUntilTheLookUp() {
    long out = accountThatIsOut();
    List<Sha256> tokens = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      tokens.add(token("invented " + i));
    }
    double served = levels.levels().orElseThrow().served(0);
    long lookedUp =
        tokens.stream()
            .filter(token -> levels.early(policy.named("gold"), token).accepted())
            .count();
    assertThat(lookedUp)
        .as("the share in turn, and those after it while there is room")
        .isBetween((long) (600 * served), (long) (1_000 * (served + 0.25)));

    tokens.forEach(token -> sessions.put(user(out, token)));
    assertThat(tokens)
        .as("after the look-up, the account's level is that of all its sessions")
        .noneMatch(token -> levels.early(policy.named("gold"), token).accepted());
  }

  @Test
  void inventedTokensDoNotLowerTheShareOfUsers() {
    double before = levels.levels().orElseThrow().served(0);
    Runnable[] flood = new Runnable[1];
    flood[0] =
        () -> {
          levels.early(policy.named("gold"), token("invented " + random.nextLong()));
          simulation.after(Duration.ofNanos(100_000), flood[0]);
        };
    flood[0].run();
    simulation.run(Duration.ofSeconds(20));
    assertThat(levels.levels().orElseThrow().served(0)).isBetween(0.8 * before, 1.25 * before);
  }

  @Test
  void nodesWithTheSameKeyAgreeAndOthersCannotGuess() {
    long agree = 0;
    for (long account = 1; account <= 200; account++) {
      double own = level(keys(0), account);
      assertThat(level(keys(0), account)).isEqualTo(own);
      agree += Math.abs(level(keys(1), account) - own) < 0.05 ? 1 : 0;
    }
    assertThat(agree).isLessThan(50);
  }

  private double level(SenderKeys keys, long account) {
    Asked asked =
        new Asked(
            new RecordingExchange(HttpRequest.of("GET", "/mail")),
            user(keys, account, token("" + account)));
    return levels(keys).levels().orElseThrow().levelOf(asked);
  }
}
