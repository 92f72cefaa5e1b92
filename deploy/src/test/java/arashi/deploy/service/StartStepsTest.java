package arashi.deploy.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import seda.kernel.simulation.VirtualClock;

class StartStepsTest {
  @Test
  void printsHowLongEachStepTook() {
    VirtualClock clock = new VirtualClock(Instant.EPOCH);
    StringWriter out = new StringWriter();
    StartSteps steps =
        new StartSteps(new PrintWriter(out, true), clock, () -> {}, Duration.ofMillis(740));
    steps.ended("started Java");
    clock.advance(Duration.ofMillis(12_340));
    steps.ended("started the database");
    clock.advance(Duration.ofMillis(60));
    steps.end();
    assertThat(out.toString().lines())
        .containsExactly(
            "  0.7 s  started Java", " 12.3 s  started the database", " 13.1 s  in all");
  }
}
