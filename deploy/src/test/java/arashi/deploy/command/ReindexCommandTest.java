package arashi.deploy.command;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.Arashi;
import arashi.deploy.TestService;
import arashi.deploy.TestUser;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code arashi reindex}, on a server that the service uses at the same time. */
class ReindexCommandTest {
  private final TestService service = TestService.shared();

  private static Arashi.Outcome reindex(String... arguments) {
    List<String> all = new ArrayList<>(List.of("reindex"));
    all.addAll(List.of(arguments));
    all.addAll(UserCommandTest.mysql());
    return Arashi.run("", all);
  }

  @Test
  void theServiceReadsTheMailOfAUserAnew() {
    TestUser user = service.user();

    Arashi.Outcome outcome = reindex("--user", user.name(), "--wait");

    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out())
        .contains("The mail of 1 user will be re-parsed", "All of it has been re-parsed");
  }

  @Test
  void saysThatThereIsNoSuchUser() {
    Arashi.Outcome outcome = reindex("--user", "nobody-of-that-name");

    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("nobody-of-that-name");
  }
}
