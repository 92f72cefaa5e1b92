package arashi.request.complete;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.Correspondents.Correspondent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankingTest {
  private static final Instant NOW = Instant.parse("2026-03-03T12:00:00Z");

  private static Correspondent person(String address, long sent, long received, int daysAgo) {
    return new Correspondent(address, "Grace", sent, received, NOW.minus(Duration.ofDays(daysAgo)));
  }

  private static List<String> best(int most, Correspondent... people) {
    return Ranking.best(List.of(people), CompletionInput.of("gra"), NOW, most).stream()
        .map(Correspondent::address)
        .toList();
  }

  @Test
  void recipientsOfOwnMailRankBeforeSenders() {
    assertThat(best(9, person("a@x.example", 0, 5, 1), person("b@x.example", 2, 0, 1)))
        .containsExactly("b@x.example", "a@x.example");
  }

  @Test
  void whatWasLongAgoCountsForLess() {
    assertThat(best(9, person("old@x.example", 40, 0, 700), person("new@x.example", 1, 0, 2)))
        .containsExactly("new@x.example", "old@x.example");
  }

  @Test
  void frequencyCountsAtTheSameAge() {
    assertThat(
            best(
                2,
                person("once@x.example", 1, 0, 3),
                person("often@x.example", 9, 0, 3),
                person("never@x.example", 0, 1, 3)))
        .containsExactly("often@x.example", "once@x.example");
  }

  @ParameterizedTest
  @CsvSource({
    "hop, true",
    "grace hop, true",
    "hop gra, true",
    "HÓP, true",
    "grace@na, true",
    "navy, true",
    "race, false",
    "grace x, false",
    "grace@x, false"
  })
  void everyWordThatIsTypedBeginsOneOfTheirs(String typed, boolean fits) {
    assertThat(CompletionInput.of(typed).fits("Grace Hopper", "Grace@navy.example"))
        .isEqualTo(fits);
  }

  @Test
  void theRangeIsThatOfTheLongestWordOrOfTheAddress() {
    assertThat(CompletionInput.of("g Hopp").beginning()).isEqualTo("hopp");
    assertThat(CompletionInput.of("Grace@na").beginning()).isEqualTo("grace@na");
    assertThat(CompletionInput.of("Grace Hopper grace@na").beginning()).isEqualTo("grace@na");
    assertThat(CompletionInput.of(" .,").isEmpty()).isTrue();
  }
}
