package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.ClassSnapshot;

/** The class of a client without a session: by header, by address, or the default one. */
class ServiceClassTest {
  private static final List<Map<String, String>> RULES =
      List.of(
          Map.of("class", "guest", "header", "X-Tier", "value", "trial"),
          Map.of("class", "gold", "address", "127.0.0.0/8"));
  private static final List<Map<String, String>> ELSEWHERE =
      List.of(Map.of("class", "gold", "address", "10.0.0.0/8"));

  private static TestService here;
  private static TestService elsewhere;

  @BeforeAll
  static void start() {
    here = TestService.with(Map.of("mail.class-rules", RULES));
    elsewhere = TestService.with(Map.of("mail.class-rules", ELSEWHERE));
  }

  @AfterAll
  static void stop() {
    here.close();
    elsewhere.close();
  }

  @ParameterizedTest
  @CsvSource({"true, trial, 2", "true, other, 0", "false, trial, 1"})
  void aLoginHasTheClassOfTheFirstRuleThatMatches(boolean ruled, String tier, int rank) {
    TestService service = ruled ? here : elsewhere;
    long before = logins(service, rank);

    service
        .client()
        .post("/login", List.of(field("name", "nobody"), field("password", "x")), "X-Tier", tier);

    assertThat(logins(service, rank)).isEqualTo(before + 1);
  }

  private static long logins(TestService service, int rank) {
    return service.snapshot().stage("login").classes().stream()
        .filter(one -> one.rank() == rank)
        .mapToLong(ClassSnapshot::accepted)
        .sum();
  }
}
