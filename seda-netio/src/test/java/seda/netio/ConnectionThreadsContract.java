package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.kernel.EnqueueResult;
import seda.kernel.Stage;

/** Contract of connections for calls from other threads than the processor's: the tests' own. */
abstract class ConnectionThreadsContract extends ConnectionFrame {
  private static final int WRITERS = 4;
  private static final int RECORDS = 400;
  private static final int ROUNDS = 30;
  private static final int MOST_WRITES = 200;
  private static final int LONGEST_RECORD = 20_000;

  /** Runs an action while the processor is busy, so that its calls stay in transit. */
  private void whileTheProcessorIsBusy(Runnable action) throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    CompletableFuture<Void> processor =
        CompletableFuture.runAsync(
            () -> {
              try {
                endpoint.run(
                    e -> {
                      busy.countDown();
                      awaitOf(done);
                    });
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    busy.await();
    try {
      action.run();
    } finally {
      done.countDown();
      processor.join();
    }
  }

  private static void awaitOf(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  // ---- writing

  /** A record: its writer, its number, its length, and as many bytes derived from those. */
  private static ByteBuffer record(int writer, int number) {
    byte[] bytes = content(writer, number);
    ByteBuffer all = ByteBuffer.allocate(12 + bytes.length);
    return all.putInt(writer).putInt(number).putInt(bytes.length).put(bytes).flip();
  }

  private static byte[] content(int writer, int number) {
    Random random = new Random(writer * 1_000_003L + number);
    byte[] bytes = new byte[random.nextInt(LONGEST_RECORD)];
    random.nextBytes(bytes);
    return bytes;
  }

  private void writeRecords(int writer) {
    for (int i = 0; i < RECORDS; i++) {
      assertThat(endpoint.connection.write(record(writer, i))).isTrue();
    }
  }

  @Test
  void writesOfManyThreadsKeepTheOrderOfEachAndGoOutInOnePiece() throws Exception {
    List<CompletableFuture<Void>> writers = new ArrayList<>();
    for (int writer = 1; writer <= WRITERS; writer++) {
      int number = writer;
      writers.add(CompletableFuture.runAsync(() -> writeRecords(number)));
    }
    for (int i = 0; i < RECORDS; i++) {
      int number = i;
      endpoint.run(e -> assertThat(e.connection.write(record(0, number))).isTrue());
    }

    DataInputStream in = new DataInputStream(peer.getInputStream());
    int[] next = new int[WRITERS + 1];
    for (int i = 0; i < (WRITERS + 1) * RECORDS; i++) {
      int writer = in.readInt();
      assertThat(in.readInt()).isEqualTo(next[writer]);
      byte[] expected = content(writer, next[writer]++);
      assertThat(in.readInt()).isEqualTo(expected.length);
      assertThat(in.readNBytes(expected.length)).isEqualTo(expected);
    }
    writers.forEach(CompletableFuture::join);
  }

  @Test
  void writesAllThatAnotherThreadHasWrittenBeforeThatClosesIt(@TempDir Path folder)
      throws Exception {
    byte[] bytes = random(BIG);
    Path path = Files.write(folder.resolve("file"), bytes);
    FileChannel file = FileChannel.open(path);
    LinkedBlockingQueue<Boolean> flushed = new LinkedBlockingQueue<>();

    assertThat(endpoint.connection.write(ByteBuffer.wrap(bytes, 0, 1000))).isTrue();
    assertThat(endpoint.connection.write(FileRegion.owned(file, 1000, BIG - 2000))).isTrue();
    assertThat(endpoint.connection.write(ByteBuffer.wrap(bytes, BIG - 1000, 1000))).isTrue();
    endpoint.connection.whenFlushed(flushed::add);
    endpoint.connection.closeGracefully();
    assertThat(endpoint.connection.write(ByteBuffer.allocate(1))).isFalse();

    assertThat(peerReads(BIG)).isEqualTo(bytes);
    assertThat(peerSeesTheEnd()).isTrue();
    assertThat(flushed.poll(20, TimeUnit.SECONDS)).isTrue();
    assertThat(file.isOpen()).isFalse();
  }

  @Test
  void writesWhatIsOnItsWayBeforeItsProcessorClosesIt() throws Exception {
    byte[] bytes = random(10_000);
    LinkedBlockingQueue<Boolean> flushed = new LinkedBlockingQueue<>();
    CompletableFuture<Void> written = new CompletableFuture<>();
    endpoint.run(
        e -> {
          new Thread(
                  () -> {
                    assertThat(e.connection.write(ByteBuffer.wrap(bytes))).isTrue();
                    e.connection.whenFlushed(flushed::add);
                    written.complete(null);
                  })
              .start();
          written.join();
          e.connection.closeGracefully();
        });

    assertThat(peerReads(bytes.length)).isEqualTo(bytes);
    assertThat(peerSeesTheEnd()).isTrue();
    assertThat(flushed.poll(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void carriesOutWhatTheWriteStageHasTurnedAwayAtFirst() throws Exception {
    AtomicInteger turn = new AtomicInteger();
    EnqueueResult later =
        new EnqueueResult(EnqueueResult.Outcome.NOT_ADMITTED, Duration.ofMillis(1));
    writeStage()
        .admission(
            (event, serviceClass, credits, queue) ->
                turn.getAndIncrement() < 3 ? later : EnqueueResult.ACCEPTED);

    assertThat(endpoint.connection.write(ByteBuffer.wrap(random(1000)))).isTrue();

    assertThat(peerReads(1000)).isEqualTo(random(1000));
    assertThat(turn.get()).isGreaterThan(3);
  }

  @SuppressWarnings("unchecked")
  private Stage<WriteTurn> writeStage() {
    return (Stage<WriteTurn>) graph.find("write").orElseThrow();
  }

  @Test
  void anotherThreadMayEndTheOutputAndReadOn() throws Exception {
    byte[] question = random(BIG);
    assertThat(endpoint.connection.write(ByteBuffer.wrap(question))).isTrue();
    endpoint.connection.endOutput();
    assertThat(endpoint.connection.write(ByteBuffer.allocate(1))).isFalse();
    endpoint.connection.awaitInput();

    assertThat(peerReads(BIG)).isEqualTo(question);
    assertThat(peerSeesTheEnd()).isTrue();
    peer.getOutputStream().write(random(1000));
    endpoint.until("the answer is read", e -> e.received.size() == 1000);
  }

  // ---- above the threshold

  @Test
  void countsWhatIsOnItsWayAgainstTheThreshold() throws Exception {
    endpoint.connection.limitWrites(THRESHOLD, WritePolicy.SHED);
    byte[] half = random(THRESHOLD / 2);
    whileTheProcessorIsBusy(
        () -> {
          for (int i = 0; i < 3; i++) {
            assertThat(endpoint.connection.isClogged()).isFalse();
            assertThat(endpoint.connection.write(ByteBuffer.wrap(half))).isTrue();
          }
          assertThat(endpoint.connection.isClogged()).isTrue();
          assertThat(endpoint.connection.write(ByteBuffer.wrap(half))).isFalse();
        });

    for (int i = 0; i < 3; i++) {
      assertThat(peerReads(half.length)).isEqualTo(half);
    }
    endpoint.until("it may be written to again", e -> e.writable == 1);
    assertThat(endpoint.connection.isClogged()).isFalse();
    assertThat(endpoint.connection.write(ByteBuffer.wrap(random(7)))).isTrue();
    assertThat(peerReads(7)).isEqualTo(random(7));
  }

  @Test
  void forgetsWhatIsWritten() throws Exception {
    endpoint.connection.limitWrites(THRESHOLD, WritePolicy.SHED);
    byte[] bytes = random(THRESHOLD - 1);
    for (int i = 0; i < 5; i++) {
      LinkedBlockingQueue<Boolean> flushed = new LinkedBlockingQueue<>();
      assertThat(endpoint.connection.write(ByteBuffer.wrap(bytes))).isTrue();
      endpoint.connection.whenFlushed(flushed::add);
      assertThat(peerReads(bytes.length)).isEqualTo(bytes);
      assertThat(flushed.poll(20, TimeUnit.SECONDS)).isTrue();
      endpoint.settle(); // the end of the turn in which it was flushed
    }
    assertThat(endpoint.<Integer>ask(e -> e.writable)).isZero();
  }

  @Test
  void turnsAwayWhatAnotherThreadWritesAboveTheThresholdIfThePolicySaysSo(@TempDir Path folder)
      throws Exception {
    FileChannel file = FileChannel.open(Files.write(folder.resolve("file"), random(10)));
    endpoint.connection.limitWrites(THRESHOLD, WritePolicy.SHED);
    assertThat(endpoint.connection.write(ByteBuffer.wrap(random(BIG)))).isTrue();
    assertThat(endpoint.connection.write(FileRegion.owned(file, 0, 10))).isFalse();
    assertThat(file.isOpen()).isFalse();
    endpoint.settle();
    assertThat(endpoint.connection.write(ByteBuffer.wrap(random(7)))).isFalse();

    assertThat(peerReads(BIG)).isEqualTo(random(BIG));
    endpoint.until("it may be written to again", e -> e.writable == 1);
    assertThat(endpoint.connection.write(ByteBuffer.wrap(random(7)))).isTrue();
    assertThat(peerReads(7)).isEqualTo(random(7));
  }

  @Test
  void closesOnAPeerThatIsTooSlowForAnotherThreadIfThePolicySaysSo() throws Exception {
    endpoint.connection.limitWrites(THRESHOLD, WritePolicy.CLOSE);
    assertThat(endpoint.connection.write(ByteBuffer.wrap(random(BIG)))).isTrue();
    assertThat(endpoint.connection.write(ByteBuffer.wrap(random(1)))).isFalse();

    endpoint.until("it is closed", e -> e.closed == 1);
  }

  @Test
  void readsNothingFromAPeerThatDoesNotReadWhatAnotherThreadWritesIfThePolicySaysSo()
      throws Exception {
    endpoint.connection.limitWrites(THRESHOLD, WritePolicy.BLOCK_READS);
    assertThat(endpoint.connection.write(ByteBuffer.wrap(random(BIG)))).isTrue();
    assertThat(endpoint.connection.write(ByteBuffer.wrap(random(1)))).isTrue();
    endpoint.connection.awaitInput();
    peer.getOutputStream().write(1);
    endpoint.settle();
    assertThat(endpoint.<Integer>ask(e -> e.arrivals)).isZero();

    assertThat(peerReads(BIG)).isEqualTo(random(BIG));

    endpoint.until("it is read from", e -> e.arrivals == 1 && e.writable == 1);
  }

  // ---- the end

  @Test
  void reportsAbandonedWritesOfAnotherThreadAtItsClose(@TempDir Path folder) throws Exception {
    FileChannel file = FileChannel.open(Files.write(folder.resolve("file"), random(10)));
    LinkedBlockingQueue<Boolean> flushed = new LinkedBlockingQueue<>();
    whileTheProcessorIsBusy(
        () -> {
          endpoint.connection.close();
          assertThat(endpoint.connection.write(ByteBuffer.allocate(1))).isFalse();
          endpoint.connection.whenFlushed(flushed::add);
        });
    assertThat(flushed.poll(20, TimeUnit.SECONDS)).isFalse();
    endpoint.until("it is closed", e -> e.closed == 1);

    assertThat(endpoint.connection.write(ByteBuffer.allocate(1))).isFalse();
    assertThat(endpoint.connection.write(FileRegion.owned(file, 0, 10))).isFalse();
    assertThat(file.isOpen()).isFalse();
    endpoint.connection.whenFlushed(flushed::add);
    assertThat(flushed.poll()).isFalse();
    endpoint.connection.closeGracefully();
    endpoint.connection.awaitInput();
    assertThat(endpoint.<Integer>ask(e -> e.closed)).isEqualTo(1);
  }

  @Test
  void givesUpWhatIsOnItsWayWhenItCloses(@TempDir Path folder) throws Exception {
    FileChannel file = FileChannel.open(Files.write(folder.resolve("file"), random(10)));
    List<Boolean> flushed = new ArrayList<>();
    CompletableFuture<Void> written = new CompletableFuture<>();
    endpoint.run(
        e -> {
          new Thread(
                  () -> {
                    assertThat(e.connection.write(FileRegion.owned(file, 0, 10))).isTrue();
                    e.connection.whenFlushed(flushed::add);
                    written.complete(null);
                  })
              .start();
          written.join();
          e.connection.close();
          assertThat(flushed).containsExactly(false);
          assertThat(file.isOpen()).isFalse();
        });
  }

  /**
   * Counters of one thread that writes until it is refused or has written much: regions written and
   * released, and listeners called.
   */
  private record Ends(AtomicInteger written, AtomicInteger released, AtomicInteger told) {
    Ends() {
      this(new AtomicInteger(), new AtomicInteger(), new AtomicInteger());
    }

    void writeUntilRefused(Connection connection, FileChannel file) {
      boolean accepted = true;
      for (int i = 0; accepted && i < MOST_WRITES; i++) {
        accepted = connection.write(new FileRegion(file, 0, 10, released::incrementAndGet));
        connection.whenFlushed(flushed -> told.incrementAndGet());
        written.incrementAndGet();
      }
    }
  }

  @Test
  void releasesAndReportsOnceEachWriteOfOtherThreadsDuringItsClose(@TempDir Path folder)
      throws Exception {
    Path path = Files.write(folder.resolve("file"), random(10));
    try (FileChannel file = FileChannel.open(path)) {
      for (int round = 0; round < ROUNDS; round++) {
        Socket next = connect();
        try {
          closeWhileOthersWrite(endpoints.poll(20, TimeUnit.SECONDS), file, round);
        } finally {
          next.close();
        }
      }
    }
  }

  private static void closeWhileOthersWrite(Endpoint each, FileChannel file, int round)
      throws Exception {
    List<Ends> ends = List.of(new Ends(), new Ends(), new Ends());
    List<CompletableFuture<Void>> writers = new ArrayList<>();
    for (Ends writer : ends) {
      writers.add(
          CompletableFuture.runAsync(() -> writer.writeUntilRefused(each.connection, file)));
    }
    each.until("enough is written", e -> ends.get(0).written().get() >= round);
    if (round % 2 == 0) {
      each.run(e -> e.connection.closeGracefully());
    } else {
      each.run(e -> e.connection.close());
    }
    writers.forEach(CompletableFuture::join);
    each.run(e -> e.connection.close());

    for (Ends writer : ends) {
      assertThat(writer.released().get()).isEqualTo(writer.written().get());
      assertThat(writer.told().get()).isEqualTo(writer.written().get());
    }
    assertThat(each.<Integer>ask(e -> e.closed)).isEqualTo(1);
  }

  @Test
  void refusesWhatAnotherThreadWritesAfterTheGraphHasStopped() throws Exception {
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
    LinkedBlockingQueue<Boolean> flushed = new LinkedBlockingQueue<>();

    assertThat(endpoint.connection.write(ByteBuffer.allocate(1))).isFalse();
    endpoint.connection.whenFlushed(flushed::add);
    endpoint.connection.close();

    assertThat(flushed.poll()).isFalse();
  }

  @Test
  void timesOutForAnotherThreadAsWell() throws Exception {
    endpoint.connection.timeoutAfter(Duration.ofMillis(1));
    endpoint.until("it has timed out", e -> e.timedOut == 1);
    endpoint.connection.timeoutAfter(Duration.ofHours(1));
    endpoint.connection.clearTimeout();
    endpoint.settle();
    assertThat(endpoint.<Integer>ask(e -> e.timedOut)).isEqualTo(1);
  }

  // ---- input

  @Test
  void inputThatAnotherThreadReadsStaysAsItIsThoughTheConnectionCloses() throws Exception {
    endpoint.run(e -> e.onInput = ignored -> {});
    endpoint.connection.awaitInput();
    peer.getOutputStream().write(random(1000));
    endpoint.until("it was told", e -> e.arrivals == 1);
    ByteBuffer input = endpoint.connection.input();
    byte[] before = new byte[input.remaining()];
    input.duplicate().get(before);

    endpoint.run(e -> e.connection.close());
    assertThat(endpoint.connection.input()).isNull();
    try (Socket next = connect()) {
      Endpoint second = endpoints.poll(20, TimeUnit.SECONDS);
      second.run(e -> e.connection.awaitInput());
      next.getOutputStream().write(random(1001));
      second.until("the next is read", e -> e.received.size() == 1001);
      second.run(e -> e.connection.close());
    }

    byte[] after = new byte[input.remaining()];
    input.get(after);
    assertThat(after).isEqualTo(before);
  }

  // ---- refused calls

  @Test
  void refusesFromAnotherThreadWhatIsForItsProcessorOnly() throws Exception {
    ByteBuffer bytes = endpoint.ask(e -> pool.take());
    assertThatThrownBy(() -> endpoint.connection.write(bytes, pool))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Connection.write(ByteBuffer, BufferPool)")
        .hasMessageContaining(Thread.currentThread().getName())
        .hasMessageContaining("use write(ByteBuffer)");
    endpoint.run(e -> pool.give(bytes));
    assertThatThrownBy(() -> endpoint.connection.isWriting())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Connection.isWriting()")
        .hasMessageContaining("use whenFlushed");
  }
}
