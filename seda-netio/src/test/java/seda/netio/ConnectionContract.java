package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;

/** Contract of connections. */
@Timeout(120)
abstract class ConnectionContract extends ConnectionThreadsContract {
  // ---- reading

  @Test
  void readsNothingUntilItIsAskedTo() throws Exception {
    peer.getOutputStream().write(random(100));
    endpoint.settle();
    assertThat(endpoint.<Integer>ask(e -> e.arrivals)).isZero();

    endpoint.run(e -> e.connection.awaitInput());

    endpoint.until("all is read", e -> e.received.size() == 100);
  }

  @Test
  void readsOnceForEachTimeItIsAsked() throws Exception {
    endpoint.run(e -> e.onInput = Endpoint::take);
    endpoint.run(e -> e.connection.awaitInput());
    peer.getOutputStream().write(1);
    endpoint.until("the first byte is read", e -> e.received.size() == 1);
    peer.getOutputStream().write(2);
    endpoint.settle();
    assertThat(endpoint.<Integer>ask(e -> e.arrivals)).isEqualTo(1);

    endpoint.run(e -> e.connection.awaitInput());

    endpoint.until("the second byte is read", e -> e.received.size() == 2);
  }

  @Test
  void losesAndDoublesNothingInEitherDirection() throws Exception {
    byte[] bytes = random(BIG);
    endpoint.run(e -> e.connection.awaitInput());
    CompletableFuture<Void> writing = peerWrites(bytes);
    endpoint.run(
        e -> {
          Random random = new Random(8);
          for (int from = 0; from < BIG; ) {
            int n = Math.min(1 + random.nextInt(50_000), BIG - from);
            e.connection.limitWrites(2 * BIG, WritePolicy.BLOCK_READS);
            assertThat(e.connection.write(ByteBuffer.wrap(bytes, from, n))).isTrue();
            from += n;
          }
        });

    assertThat(peerReads(BIG)).isEqualTo(bytes);
    endpoint.until("all is read", e -> e.received.size() >= BIG);
    assertThat(endpoint.<byte[]>ask(e -> e.received.toByteArray())).isEqualTo(bytes);
    writing.get();
  }

  @Test
  void aFullSinkStopsTheReadingAndLosesAndDoublesNothing() throws Exception {
    AdmissionController<Connection> ofOwn = arrivalsAdmission();
    EnqueueResult later =
        new EnqueueResult(EnqueueResult.Outcome.NOT_ADMITTED, Duration.ofMillis(1));
    arrivals.admission((connection, serviceClass, credits, queue) -> later);
    byte[] bytes = random(BIG);
    endpoint.run(e -> e.connection.awaitInput());
    CompletableFuture<Void> writing = peerWrites(bytes);
    endpoint.until("something is read", e -> statistics().buffersInUse() > 0);
    endpoint.settle();
    assertThat(endpoint.<Integer>ask(e -> e.arrivals)).isZero();
    assertThat(writing).isNotDone(); // the peer must wait: the endpoint reads one buffer only
    assertThat(statistics().buffersInUse()).isLessThanOrEqualTo(2); // under TLS also a record

    arrivals.admission(ofOwn);

    endpoint.until("all is read", e -> e.received.size() >= BIG);
    assertThat(endpoint.<byte[]>ask(e -> e.received.toByteArray())).isEqualTo(bytes);
    writing.get();
  }

  @SuppressWarnings("unchecked")
  private AdmissionController<Connection> arrivalsAdmission() {
    return (AdmissionController<Connection>) arrivals.admission();
  }

  @Test
  void givesAgainWhatWasLeftUnread() throws Exception {
    endpoint.run(e -> e.onInput = ignored -> {});
    endpoint.run(e -> e.connection.awaitInput());
    peer.getOutputStream().write(42);
    endpoint.until("it was told", e -> e.arrivals == 1);

    endpoint.run(
        e -> {
          e.onInput = Endpoint::take;
          e.connection.redeliver();
        });

    endpoint.until("it is read", e -> e.received.size() == 1);
  }

  // ---- ends

  @Test
  void mayBeWrittenToAfterThePeerHasEndedItsSide() throws Exception {
    endpoint.run(e -> e.connection.awaitInput());
    peer.getOutputStream().write(random(1000));
    peer.shutdownOutput();
    endpoint.until("the end is read", e -> e.connection.inputEnded());
    assertThat(endpoint.<Integer>ask(e -> e.received.size())).isEqualTo(1000);

    byte[] answer = random(BIG);
    endpoint.run(
        e -> {
          e.connection.write(ByteBuffer.wrap(answer));
          e.connection.closeGracefully();
        });

    assertThat(peerReads(BIG)).isEqualTo(answer);
    assertThat(peerSeesTheEnd()).isTrue();
    endpoint.until("it is closed", e -> e.closed == 1);
  }

  @Test
  void closesAtOnceIfThePeerHasEndedAndNothingWaits() throws Exception {
    endpoint.run(e -> e.connection.awaitInput());
    peer.shutdownOutput();
    endpoint.until("the end is read", e -> e.connection.inputEnded());
    int closed =
        endpoint.ask(
            e -> {
              e.connection.closeGracefully();
              return e.closed;
            });
    assertThat(closed).isEqualTo(1);
    assertThat(peerSeesTheEnd()).isTrue();
  }

  @Test
  void reportsCompletedWritesBeforeItClosesAfterThePeersEnd() throws Exception {
    List<Boolean> flushed = new ArrayList<>();
    endpoint.run(e -> e.connection.awaitInput());
    peer.shutdownOutput();
    endpoint.until("the end is read", e -> e.connection.inputEnded());
    endpoint.run(
        e -> {
          e.connection.whenFlushed(flushed::add);
          e.connection.closeGracefully();
        });
    endpoint.until("it is closed", e -> e.closed == 1);
    assertThat(endpoint.<List<Boolean>>ask(e -> flushed)).containsExactly(true);
  }

  @Test
  void readsOnAfterItHasEndedItsOutput() throws Exception {
    byte[] question = random(BIG);
    endpoint.run(
        e -> {
          e.connection.write(ByteBuffer.wrap(question));
          e.connection.endOutput();
          assertThat(e.connection.write(ByteBuffer.allocate(1))).isFalse();
          e.connection.awaitInput();
        });
    assertThat(peerReads(BIG)).isEqualTo(question);
    assertThat(peerSeesTheEnd()).isTrue();

    peer.getOutputStream().write(random(1000));
    endpoint.until("the answer is read", e -> e.received.size() == 1000);
    peer.shutdownOutput();
    endpoint.until("the end is read", e -> e.connection.inputEnded());
    endpoint.run(e -> e.connection.closeGracefully());
    endpoint.until("it is closed", e -> e.closed == 1);
  }

  @Test
  void closesGracefullyAfterItHasEndedItsOutput() throws Exception {
    endpoint.run(e -> e.connection.endOutput());
    assertThat(peerSeesTheEnd()).isTrue();

    endpoint.run(e -> e.connection.closeGracefully());
    peer.close();

    endpoint.until("it is closed", e -> e.closed == 1);
  }

  @Test
  void writesAllThatWaitsBeforeItClosesThoughMuchIsUnread() throws Exception {
    peer.getOutputStream().write(random(100_000)); // never read
    byte[] last = random(BIG);
    List<Boolean> flushed = new ArrayList<>();
    endpoint.run(
        e -> {
          e.connection.write(ByteBuffer.wrap(last));
          e.connection.whenFlushed(flushed::add);
          e.connection.closeGracefully();
          assertThat(e.connection.write(ByteBuffer.allocate(1))).isFalse();
        });

    assertThat(peerReads(BIG)).isEqualTo(last);
    assertThat(peerSeesTheEnd()).isTrue();
    assertThat(endpoint.<List<Boolean>>ask(e -> flushed)).containsExactly(true);
  }

  @Test
  void saysOnceThatThePeerHasGone() throws Exception {
    endpoint.run(e -> e.connection.awaitInput());
    abort(peer);

    endpoint.until("it is closed", e -> e.closed == 1);
    endpoint.run(e -> e.connection.close());
    assertThat(endpoint.connection.isClosed()).isTrue();
  }

  @Test
  void closesAtOnceHoweverMuchWaits() throws Exception {
    endpoint.run(
        e -> {
          e.connection.write(ByteBuffer.wrap(random(BIG)));
          e.connection.close();
        });

    assertThat(endpoint.<Integer>ask(e -> e.closed)).isEqualTo(1);
    assertThat(statistics().open()).isZero();
  }

  // ---- writing

  @Test
  void reportsTheEndOfWritingNotEarlier() throws Exception {
    AtomicInteger flushed = new AtomicInteger();
    endpoint.run(
        e -> {
          e.connection.write(ByteBuffer.wrap(random(BIG)));
          e.connection.whenFlushed(written -> flushed.addAndGet(written ? 1 : 100));
        });
    endpoint.settle();
    assertThat(flushed).hasValue(0);

    assertThat(peerReads(BIG)).isEqualTo(random(BIG));

    endpoint.until("it is flushed", e -> flushed.get() == 1);
    endpoint.run(e -> e.connection.whenFlushed(written -> flushed.addAndGet(written ? 1 : 100)));
    endpoint.until("nothing is flushed, too", e -> flushed.get() == 2);
  }

  @Test
  void reportsWritesThatWillNotHappen() throws Exception {
    List<Boolean> flushed = new ArrayList<>();
    endpoint.run(
        e -> {
          e.connection.write(ByteBuffer.wrap(random(BIG)));
          e.connection.whenFlushed(flushed::add);
          e.connection.close();
          e.connection.whenFlushed(flushed::add);
        });

    assertThat(endpoint.<List<Boolean>>ask(e -> flushed)).containsExactly(false, false);
  }

  @Test
  void sendsFilesAndBytesInTheirOrder(@TempDir Path folder) throws Exception {
    byte[] content = random(2_000_000);
    Path path = Files.write(folder.resolve("file"), content);
    FileChannel file = FileChannel.open(path);
    endpoint.run(
        e -> {
          e.connection.write(ByteBuffer.wrap(content, 0, 10));
          e.connection.write(FileRegion.owned(file, 10, content.length - 20));
          e.connection.write(ByteBuffer.wrap(content, content.length - 10, 10));
        });

    assertThat(peerReads(content.length)).isEqualTo(content);
    endpoint.until("the file is closed", e -> !file.isOpen());
  }

  @Test
  void failsRatherThanToSendLessOfAFileThanWasPromised(@TempDir Path folder) throws Exception {
    Path path = Files.write(folder.resolve("file"), random(1000));
    FileChannel file = FileChannel.open(path);

    endpoint.run(e -> e.connection.write(FileRegion.owned(file, 0, 2000)));

    endpoint.until("it is closed", e -> e.closed == 1);
    assertThat(file.isOpen()).isFalse();
  }

  @Test
  void givesBuffersBackOnceTheyAreWrittenOrGivenUp() throws Exception {
    endpoint.run(
        e -> {
          e.connection.write(pool.take().put(new byte[100]).flip(), pool);
          assertThat(pool.taken()).isEqualTo(1);
        });
    assertThat(peerReads(100)).hasSize(100);
    endpoint.until("it is back", e -> pool.taken() == 0);

    endpoint.run(
        e -> {
          e.connection.write(ByteBuffer.wrap(random(BIG)));
          e.connection.write(pool.take().put(new byte[100]).flip(), pool);
          e.connection.close();
          assertThat(pool.taken()).isZero();
          assertThat(e.connection.write(pool.take().put(new byte[100]).flip(), pool)).isFalse();
        });
  }

  // ---- above the threshold

  @Test
  void readsNothingFromAPeerThatDoesNotReadIfThePolicySaysSo() throws Exception {
    endpoint.run(
        e -> {
          e.connection.limitWrites(THRESHOLD, WritePolicy.BLOCK_READS);
          e.connection.awaitInput();
          assertThat(e.connection.write(ByteBuffer.wrap(random(BIG)))).isTrue();
          assertThat(e.connection.isClogged()).isTrue();
        });
    peer.getOutputStream().write(1);
    endpoint.settle();
    assertThat(endpoint.<Integer>ask(e -> e.arrivals)).isZero();

    assertThat(peerReads(BIG)).isEqualTo(random(BIG));

    endpoint.until("it is read from", e -> e.arrivals == 1 && e.writable == 1);
    assertThat(endpoint.<Boolean>ask(e -> e.connection.isClogged())).isFalse();
  }

  @Test
  void turnsAwayWhatAPeerThatDoesNotReadWouldHaveToTakeIfThePolicySaysSo() throws Exception {
    endpoint.run(
        e -> {
          e.connection.limitWrites(THRESHOLD, WritePolicy.SHED);
          e.connection.awaitInput();
          assertThat(e.connection.write(ByteBuffer.wrap(random(BIG)))).isTrue();
          assertThat(e.connection.write(pool.take(), pool)).isFalse();
        });
    peer.getOutputStream().write(1);
    endpoint.until("it is read from all the while", e -> e.arrivals == 1);

    assertThat(peerReads(BIG)).isEqualTo(random(BIG));
    endpoint.until("it may be written to again", e -> e.writable == 1);
    endpoint.run(e -> assertThat(e.connection.write(ByteBuffer.wrap(random(7)))).isTrue());

    assertThat(peerReads(7)).isEqualTo(random(7));
  }

  @Test
  void closesOnAPeerThatDoesNotReadIfThePolicySaysSo() throws Exception {
    endpoint.run(
        e -> {
          e.connection.limitWrites(THRESHOLD, WritePolicy.CLOSE);
          assertThat(e.connection.write(ByteBuffer.wrap(random(BIG)))).isTrue();
          assertThat(e.closed).isZero();
          assertThat(e.connection.write(ByteBuffer.wrap(random(1)))).isFalse();
          assertThat(e.closed).isEqualTo(1);
        });
    assertThatThrownBy(() -> assertThat(peer.getInputStream().readAllBytes()).hasSize(BIG))
        .isInstanceOfAny(IOException.class, AssertionError.class);
  }

  @Test
  void refusesAThresholdOfNothing() throws Exception {
    endpoint.run(
        e ->
            assertThatThrownBy(() -> e.connection.limitWrites(0, WritePolicy.SHED))
                .hasMessageContaining("write threshold = 0"));
  }
}
