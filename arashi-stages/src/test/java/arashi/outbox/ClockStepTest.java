package arashi.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Housekeeping;
import arashi.store.SteadyTime;
import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.blob.Sha256;
import arashi.store.database.Connections;
import arashi.store.database.OutageLimits;
import arashi.store.delivery.Delivery;
import arashi.store.delivery.Delivery.Outcome;
import arashi.store.index.IndexLimits;
import arashi.store.mail.NewMail;
import arashi.store.outbox.SendState;
import arashi.store.outbox.SubmitResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

/** The wall clock is set ahead by mistake: nothing is deleted, sent early or stored twice. */
@Tag("database")
class ClockStepTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration STEP = Duration.ofDays(40);

  private OutboxFixture fixture;
  private Store store;
  private Sending sending;
  private Housekeeping housekeeping;
  private final AtomicLong nanos = new AtomicLong();

  /** The fixture's time as wall-clock time, and monotonic time of its own. */
  private final class SteppedClock implements Clock {
    @Override
    public long nanos() {
      return nanos.get();
    }

    @Override
    public Instant instant() {
      return fixture.stored.now.get();
    }
  }

  @BeforeEach
  void open() throws Exception {
    fixture = new OutboxFixture();
    SteadyTime steady = new SteadyTime(new SteppedClock());
    store =
        Store.over(
            Connections.of(fixture.stored.database.dataSource()),
            OutageLimits.DEFAULT,
            IndexLimits.DEFAULT,
            fixture.stored.time,
            steady,
            Clock.system());
    sending = fixture.sender(store);
    housekeeping =
        new Housekeeping(store, steady, new Housekeeping.Limits(DAY, 100, 100, DAY, DAY, DAY));
  }

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  /** Time goes by, on both clocks. */
  private void pass(Duration time) {
    fixture.pass(time);
    nanos.addAndGet(time.toNanos());
  }

  private long sendLater(String text) {
    long draft = fixture.draft();
    List<String> recipients = List.of("dan@example.net");
    Submission.Outgoing later =
        new Submission.Outgoing(
            fixture.ada,
            draft,
            OptionalInt.empty(),
            OutboxFixture.raw(text, "dan@example.net"),
            OutboxFixture.ADA,
            OutboxFixture.ADA,
            recipients,
            List.of(),
            Optional.of(fixture.stored.now.get().plus(Duration.ofDays(20))),
            Optional.empty());
    assertThat(fixture.submission.submit(later)).isInstanceOf(SubmitResult.Accepted.class);
    return draft;
  }

  @Test
  void sendsNothingThatWasPutOffButAllElse() {
    long later = sendLater("in twenty days");

    fixture.pass(STEP); // the wall clock alone
    long next = fixture.submit("now", "dan@example.net");
    fixture.sendAll(sending);

    assertThat(fixture.states(next)).containsExactly(SendState.SENT);
    assertThat(fixture.states(later)).doesNotContain(SendState.SENT);
    fixture.pass(STEP.negated());
    fixture.sendAll(sending);
    assertThat(fixture.states(later)).doesNotContain(SendState.SENT);
    pass(Duration.ofDays(20));
    fixture.sendAll(sending);
    assertThat(fixture.states(later)).containsExactly(SendState.SENT);
  }

  @Test
  void followsAClockThatStaysAhead() {
    long later = sendLater("in twenty days");
    fixture.pass(STEP);
    fixture.sendAll(sending);
    assertThat(fixture.states(later)).doesNotContain(SendState.SENT);

    pass(Duration.ofMinutes(61));
    fixture.sendAll(sending);

    assertThat(fixture.states(later)).containsExactly(SendState.SENT);
  }

  @Test
  void deletesNothingBecauseOfItsAge() {
    Duration life = Duration.ofDays(30);
    store.people().sessions().create(Sha256.of(new byte[1]), fixture.ada, "csrf", life, "", "");
    NewMail mail = StoreFixture.mail("one").build();
    assertThat(deliver(mail)).isEqualTo(Outcome.STORED);

    fixture.pass(STEP);
    keepHouse();

    assertThat(deliver(mail)).isEqualTo(Outcome.REPEATED);
    fixture.pass(STEP.negated());
    assertThat(store.people().sessions().list(fixture.ada)).hasSize(1);
    pass(STEP);
    keepHouse();
    assertThat(deliver(mail)).isEqualTo(Outcome.STORED);
  }

  private void keepHouse() {
    for (int i = 0; i < 20 && housekeeping.step() != Housekeeping.Next.LATER; i++) {
      // a round has a bounded number of steps
    }
  }

  private Outcome deliver(NewMail mail) {
    Delivery delivery =
        new Delivery(
            store.mail().mailWriter().prepare(mail),
            Sha256.of("key".getBytes(StandardCharsets.UTF_8)),
            true,
            List.of(new Delivery.Copy(fixture.ada, Optional.empty(), new byte[0])));
    return store.mail().deliveries().store(List.of(delivery), DAY).get(0).get(fixture.ada);
  }
}
