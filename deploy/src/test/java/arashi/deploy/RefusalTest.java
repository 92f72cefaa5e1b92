package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import seda.kernel.Clock;

/**
 * A refusal means that nothing is done: each request that writes, by its route, while its
 * connections to the database end before a commit, at its answer, or right behind it.
 */
class RefusalTest {
  private static final String BEGIN = "START TRANSACTION";
  private static final String COMMIT = "COMMIT";

  /** A cut may hit background work instead, and the request may then meet its broken connection. */
  private static final int ATTEMPTS = 10;

  private static FailingDatabase database;
  private static TestService service;
  private static WritingRequests requests;

  @BeforeAll
  static void start() throws IOException {
    database = new FailingDatabase();
    service = TestService.over(database, WritingRequests.IDLE, Clock.system());
    requests = new WritingRequests(service);
  }

  @AfterAll
  static void stop() throws IOException {
    service.close();
    database.close();
  }

  @AfterEach
  void spare() {
    heal();
  }

  /** Ends no connection any more, and leaves none that is broken. */
  private static void heal() {
    database.proxy().spare();
    database.evict();
    Eventually.holds(() -> service.store().service().availability().outage().isEmpty());
  }

  static Stream<String> routes() {
    return service.routes().stream()
        .filter(route -> route.method().equals("POST"))
        .map(route -> route.pattern().toString());
  }

  /** The others change nothing in the database. */
  static Stream<String> writing() {
    return routes().filter(route -> !route.endsWith("/unsubscribe"));
  }

  @Test
  void everyPostHasASample() {
    assertThat(requests.byRoute().keySet()).containsExactlyInAnyOrderElementsOf(routes().toList());
  }

  @ParameterizedTest
  @MethodSource("writing")
  void aSampleWrites(String route) {
    Outcome outcome = run(requests.ready(route));

    assertThat(outcome.status()).as(outcome.toString()).isEqualTo(303);
    assertThat(outcome.changed()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("writing")
  void anOutageBeforeTheCommitIsARefusal(String route) {
    Outcome outcome = attempt(route, BEGIN, 1, true, List.of(503));

    assertThat(outcome.status()).as(outcome.toString()).isEqualTo(503);
    assertThat(outcome.changed()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("writing")
  void aLostAnswerToTheCommitIsNoRefusal(String route) {
    Outcome outcome = attempt(route, COMMIT, 1, false, List.of(504));

    assertThat(outcome.status()).as(outcome.toString()).isEqualTo(504);
    assertThat(outcome.changed()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("writing")
  void anOutageBehindTheCommitIsNoRefusal(String route) {
    int commits = requests.ready(route).commits();
    for (int commit = 1; commit <= commits; commit++) {
      List<Integer> expected = commit == commits ? List.of(303) : List.of(303, 504);

      Outcome outcome = attempt(route, COMMIT, commit, true, expected);

      assertThat(outcome.status()).as(commit + ": " + outcome).isIn(expected);
      assertThat(outcome.changed()).isNotEmpty();
    }
  }

  @Test
  void anAnswerInDoubtKeepsWhatWasTyped() {
    Outcome outcome = attempt("/drafts", COMMIT, 1, false, List.of(504));

    MailPage kept = MailPage.of(outcome.answer(), "form[action=/drafts]");
    assertThat(kept.value("text")).isEqualTo("It boils.");
    assertThat(kept.value("csrf")).isNotEmpty();
  }

  /**
   * Ends a connection at the statement of this number. Tasks of the service have transactions, too,
   * so the statement may be one of theirs; then the request gets another answer, and the attempt is
   * repeated.
   */
  private static Outcome attempt(
      String route, String statement, int number, boolean isAnswered, List<Integer> expected) {
    for (int attempt = 1; ; attempt++) {
      WritingRequests.Ready ready = requests.ready(route);
      database.proxy().cut(statement, number - 1, isAnswered);
      Outcome outcome = run(ready);
      heal();
      if (!outcome.changed().isEmpty()) {
        assertThat(outcome.status()).as(outcome.toString()).isNotEqualTo(503);
      }
      boolean hit = outcome.wasCut() && expected.contains(outcome.status());
      if (hit || attempt == ATTEMPTS) {
        return outcome;
      }
    }
  }

  /** Outcome of a request. */
  private record Outcome(Answer answer, List<String> changed, boolean wasCut) {
    int status() {
      return answer.status();
    }

    @Override
    public String toString() {
      return status() + " " + changed + " " + answer.page().select("main, .notice").text();
    }
  }

  private static Outcome run(WritingRequests.Ready ready) {
    Map<String, Long> before = database.checksums(ready.account());
    Answer answer = ready.answer();
    boolean cut = database.proxy().spare();
    Map<String, Long> after = database.checksums(ready.account());
    List<String> changed =
        after.keySet().stream()
            .filter(table -> !after.get(table).equals(before.get(table)))
            .toList();
    return new Outcome(answer, changed, cut);
  }
}
