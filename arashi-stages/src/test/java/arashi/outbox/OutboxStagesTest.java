package arashi.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.mailbox.MailboxRules;
import arashi.delivery.mailbox.StoreMailboxes;
import arashi.store.mail.FolderRole;
import arashi.store.outbox.SendState;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;

/** The stages on real threads: two nodes that share an outbox. */
class OutboxStagesTest {
  private static final int MAILS = 40;
  private static final Duration GRACE = Duration.ofSeconds(30);

  /** Long enough for a loaded machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Duration TICK = Duration.ofMillis(100);

  private OutboxFixture fixture;

  @BeforeEach
  void open() throws IOException {
    fixture = new OutboxFixture();
  }

  @AfterEach
  void close() throws Exception {
    fixture.stored.assertConsistent(fixture.ada);
    fixture.stored.assertConsistent(fixture.bob);
    fixture.close();
  }

  private StageGraph node() {
    StageGraph graph = new StageGraph(Clock.system());
    WorkerPool pool = graph.workerPool("mail-store", 2);
    OutboxStages.declare(
        graph,
        pool,
        fixture.store,
        fixture.intake,
        fixture.config,
        new HoldConfig("a machine", "", true, false, Duration.ofSeconds(10)),
        new StoreMailboxes(fixture.store, fixture.intake, MailboxRules.DEFAULT, OutboxFixture.HOST),
        Optional.empty(),
        OutboxFixture.HOST);
    graph.start();
    return graph;
  }

  @Test
  void restsAWhileIfTheRelayHasNoRoomAndALongerOneIfNothingIsDue() {
    Sending sending = fixture.sender(fixture.store);
    Duration poll = fixture.config.poll();
    assertThat(OutboxStages.step(sending, claim -> true, poll)).isEqualTo(poll);

    for (int i = 0; i < 16; i++) {
      fixture.submit("mail " + i + ".", "dan" + i + "@elsewhere.test");
    }
    assertThat(OutboxStages.step(sending, claim -> false, poll)).isEqualTo(OutboxStages.FULL);
    assertThat(OutboxStages.step(sending, claim -> true, poll)).isEqualTo(OutboxStages.AT_ONCE);
  }

  /** Moves the clock, because a mail that finds the relay full is due again only later. */
  private boolean awaitAll(CountDownLatch dots) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    boolean isDone = false;
    while (!isDone && System.nanoTime() - deadline < 0) {
      isDone = dots.await(TICK.toMillis(), TimeUnit.MILLISECONDS);
      fixture.pass(TICK);
    }
    return isDone;
  }

  @Test
  void twoNodesSendEachMailOnce() throws InterruptedException {
    Set<Long> ids = new HashSet<>();
    for (int i = 0; i < MAILS; i++) {
      ids.add(fixture.submit("mail " + i + ".", "dan" + i + "@elsewhere.test", OutboxFixture.BOB));
    }
    CountDownLatch dots = new CountDownLatch(MAILS);
    fixture.relay.atDot = dots::countDown;
    StageGraph first = node();
    StageGraph second = node();
    try {
      assertThat(awaitAll(dots)).as("all dots").isTrue();
    } finally {
      assertThat(first.stop(GRACE)).isTrue(); // all is settled
      assertThat(second.stop(GRACE)).isTrue();
    }

    assertThat(ids).allSatisfy(id -> assertThat(fixture.row(id).state()).isEqualTo(SendState.SENT));
    assertThat(fixture.relay.taken).hasSize(MAILS);
    assertThat(fixture.relay.taken.stream().flatMap(mail -> mail.to().stream()).distinct())
        .hasSize(MAILS);
    assertThat(fixture.items(fixture.bob, FolderRole.INBOX)).hasSize(MAILS);
    assertThat(fixture.items(fixture.ada, FolderRole.SENT)).hasSize(MAILS);
  }
}
