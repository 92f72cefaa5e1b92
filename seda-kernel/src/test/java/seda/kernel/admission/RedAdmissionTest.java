package seda.kernel.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult.Outcome;
import seda.kernel.ServiceClass;

class RedAdmissionTest extends AdmissionContract {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private static RedAdmission red(double weight) {
    return new RedAdmission(
        new RedAdmission.Settings(100, 300, 0.1, weight), new SplittableRandom(1), RETRY_AFTER);
  }

  private static boolean takes(RedAdmission red, int waiting, long nanos) {
    return red.admit("event", ServiceClass.DEFAULT, 1, new QueueStub(waiting, nanos)).accepted();
  }

  @Override
  AdmissionController<Object> policy() {
    return red(0.5);
  }

  @Override
  Outcome reason() {
    return Outcome.EARLY;
  }

  /** Returns the distances between refusals, in events, at a constant queue length. */
  private static List<Integer> gaps(int waiting, int refusals) {
    RedAdmission red = red(1);
    List<Integer> gaps = new ArrayList<>();
    int gap = 1;
    while (gaps.size() < refusals) {
      if (takes(red, waiting, 0)) {
        gap++;
      } else {
        gaps.add(gap);
        gap = 1;
      }
    }
    return gaps;
  }

  @Test
  void refusesNoneUpToTheMinimumAndAllFromTheMaximumOn() {
    RedAdmission red = red(1);
    for (int i = 0; i < 1_000; i++) {
      assertThat(takes(red, 100, i)).isTrue();
      assertThat(takes(red, 300, i)).isFalse();
    }
  }

  /** p_b = 0.1 · (waiting − 100) / 200; gaps are uniform from 1 to 1 / p_b. */
  @ParameterizedTest
  @CsvSource({"120, 100", "150, 40", "200, 20", "280, 11"})
  void spreadsRefusalsEvenlyWithTheProbabilityOfFloydAndJacobson(int waiting, int longest) {
    List<Integer> gaps = gaps(waiting, 20_000);
    assertThat(gaps).allMatch(gap -> gap >= 1 && gap <= longest + 1);
    double mean = gaps.stream().mapToInt(gap -> gap).average().orElseThrow();
    double basic = 0.1 * (waiting - 100) / 200;
    assertThat(mean).isCloseTo((1 / basic + 1) / 2, within(0.03 / basic));
    int half = longest / 2;
    long shorter = gaps.stream().filter(gap -> gap <= half).count();
    assertThat(shorter / 20_000.0).isCloseTo(half * basic, within(0.02));
  }

  @Test
  void refusesTheSameEventsWithTheSameSeed() {
    assertThat(gaps(200, 100)).isEqualTo(gaps(200, 100));
  }

  @Test
  void judgesByTheMovingAverageSoThatAShortBurstPasses() {
    RedAdmission red = red(0.002);
    for (int i = 0; i < 50; i++) {
      assertThat(takes(red, 900, i)).isTrue();
    }
    int refused = 0;
    for (int i = 0; i < 1_000; i++) {
      refused += takes(red, 900, i) ? 0 : 1;
    }
    assertThat(refused).isGreaterThan(500);
  }

  @Test
  void forgetsTheBurstWhileTheQueueIsEmptyAsFastAsEventsWouldHaveBeenServed() {
    long service = 1_000_000;
    RedAdmission red = red(0.01);
    red.completed(ServiceClass.DEFAULT, 0, service, service);
    for (int i = 0; i < 1_000; i++) {
      takes(red, 400, 0);
    }
    long drained = 400 * service;
    assertThat(takes(red, 0, drained + 10 * service)).as("400 · 0.99^10 = 362").isFalse();
    assertThat(takes(red, 0, drained + 150 * service)).as("some 360 · 0.99^140 = 88").isTrue();
  }

  @Test
  void refusesSettingsThatMakeNoSense() {
    assertThatThrownBy(() -> new RedAdmission.Settings(300, 100, 0.1, 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("min = 300.0");
  }
}
