package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** 200 people sign in at once with the right password; refused ones honour Retry-After. */
class LoginCrowdTest {
  private static final int CROWD = 200;

  /** Far more than a slow machine needs: it ends a test in which somebody never gets in. */
  private static final int MOST_ROUNDS = 100;

  /** Tries until it is in, and fails after the most rounds; how often it was refused. */
  private static int signIn(Client client, String user) {
    for (int refusals = 0; refusals <= MOST_ROUNDS; refusals++) {
      Answer answer = client.signIn(user, TestUser.PASSWORD);
      if (answer.status() == 303) {
        return refusals;
      }
      assertThat(answer.status()).isEqualTo(503);
      LockSupport.parkNanos(Long.parseLong(answer.header("Retry-After")) * 1_000_000_000L);
    }
    throw new AssertionError("refused " + MOST_ROUNDS + " times");
  }

  @Test
  void allClientsThatHonourRetryAfterSignIn() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CROWD);
    try (TestService service =
        TestService.with(Map.of("warm-up", "1 ms", "mail.login.threads", "auto"))) {
      TestUser user = TestUser.createAtFullCost(service.store());
      List<Client> clients = new ArrayList<>();
      for (int i = 0; i < CROWD; i++) {
        Client client = service.client();
        assertThat(client.get("/login").status()).isEqualTo(200);
        clients.add(client);
      }
      List<Future<Integer>> all = new ArrayList<>();
      for (Client client : clients) {
        all.add(threads.submit(() -> signIn(client, user.name())));
      }
      for (Future<Integer> one : all) {
        assertThat(one.get()).isLessThanOrEqualTo(MOST_ROUNDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
