package arashi.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import seda.kernel.simulation.VirtualClock;

class AccountFetchesTest {
  private static final RemoteConfig CONFIG =
      new RemoteConfig(
          true,
          8,
          1,
          6,
          1_000,
          1,
          Duration.ofHours(1),
          1,
          Duration.ofHours(1),
          new FetchLimits(Duration.ofSeconds(1), 1, 1, 0, Set.of(80), List.of()));

  private final AccountFetches fetches =
      new AccountFetches(CONFIG, new VirtualClock(Instant.EPOCH));

  private List<AccountFetches.Permit> begin(long account, int count) throws FetchException {
    List<AccountFetches.Permit> permits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      permits.add(fetches.begin(account));
    }
    return permits;
  }

  @Test
  void fewAccountsLeaveThreadsToTheOthers() throws FetchException {
    List<AccountFetches.Permit> greedy = begin(1, 4);

    assertThatThrownBy(() -> fetches.begin(1)).isInstanceOf(FetchException.class);
    for (long other = 2; other <= 5; other++) {
      begin(other, 1);
      long same = other;
      assertThatThrownBy(() -> fetches.begin(same)).isInstanceOf(FetchException.class);
    }
    greedy.forEach(AccountFetches.Permit::end);
  }

  @Test
  void anAccountAloneHasAllThatItMayHave() throws FetchException {
    begin(1, 4).forEach(AccountFetches.Permit::end);
    begin(1, 4).forEach(AccountFetches.Permit::end);
    assertThat(begin(2, 4)).hasSize(4);
  }
}
