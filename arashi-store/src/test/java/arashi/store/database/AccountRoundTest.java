package arashi.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AccountRoundTest {
  private final TreeSet<Long> accounts = new TreeSet<>(List.of(1L, 2L, 4L, 7L, 9L));
  private int reads;

  private AccountRound<Long> round(int size) {
    return new AccountRound<>(this::read, Long::longValue, size);
  }

  private List<Long> read(long after, int limit) {
    reads++;
    return accounts.tailSet(after, false).stream().limit(limit).toList();
  }

  private static List<Long> walk(AccountRound<Long> round) {
    List<Long> seen = new ArrayList<>();
    do {
      round
          .page()
          .forEach(
              id -> {
                seen.add(id);
                round.pass(id);
              });
    } while (round.isUnderWay());
    return seen;
  }

  @Test
  void passesEachAccountOnceAndBeginsAnew() {
    for (int size = 1; size <= 7; size++) {
      AccountRound<Long> round = round(size);
      assertThat(walk(round)).as("pages of %d", size).containsExactlyElementsOf(accounts);
      assertThat(walk(round)).as("again, pages of %d", size).containsExactlyElementsOf(accounts);
    }
  }

  @Test
  void readsNothingMoreAfterAPageThatIsNotFull() {
    walk(round(3));
    assertThat(reads).isEqualTo(2);
  }

  @Test
  void resumesWithAnAccountThatWasNotPassed() {
    AccountRound<Long> round = round(2);
    assertThat(round.page()).containsExactly(1L, 2L);
    round.pass(1L);
    assertThat(round.page()).containsExactly(2L, 4L);
  }

  @Test
  void resumesWithTheLastAccountToo() {
    AccountRound<Long> round = round(4);
    round.page().forEach(round::pass);
    assertThat(round.page()).containsExactly(9L);
    assertThat(round.page()).containsExactly(9L);
    round.pass(9L);
    assertThat(round.isUnderWay()).isFalse();
  }

  @Test
  void endsWithoutAccounts() {
    accounts.clear();
    AccountRound<Long> round = round(2);
    assertThat(round.page()).isEmpty();
    assertThat(round.isUnderWay()).isFalse();
  }
}
