package seda.fileio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.fileio.FileFailed.Reason;
import seda.fileio.FileOperation.Close;
import seda.fileio.FileOperation.Flush;
import seda.fileio.FileOperation.Mode;
import seda.fileio.FileOperation.Open;
import seda.fileio.FileOperation.Read;
import seda.fileio.FileOperation.Seek;
import seda.fileio.FileOperation.Stat;
import seda.fileio.FileOperation.Write;
import seda.fileio.FileOutcome.BytesRead;
import seda.fileio.FileOutcome.BytesWritten;
import seda.fileio.FileOutcome.Done;
import seda.fileio.FileOutcome.Failed;
import seda.fileio.FileOutcome.Stamped;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.Sink;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AsyncFilesTest {
  private static final int MAX_PENDING = 100;

  @TempDir Path top;
  private Path root;
  private final StageGraph graph = new StageGraph(Clock.system());
  private final BlockingQueue<FileOutcome> outcomes = new LinkedBlockingQueue<>();
  private final Sink<FileOutcome> completion =
      outcome -> {
        outcomes.add(outcome);
        return EnqueueResult.ACCEPTED;
      };
  private AsyncFiles files;

  /** A completion that blocks its worker. */
  private static final class HoldingSink implements Sink<FileOutcome> {
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @Override
    public EnqueueResult enqueue(FileOutcome outcome) {
      held.countDown();
      try {
        release.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return EnqueueResult.ACCEPTED;
    }
  }

  @BeforeEach
  void start() throws Exception {
    root = Files.createDirectory(top.resolve("root"));
    files = new AsyncFiles(graph, StageConfig.named("files"), graph.workerPool("pool", 4));
    graph.start();
  }

  @AfterEach
  void stop() {
    graph.stop(Duration.ofSeconds(10));
  }

  private AsyncFile file(String name) {
    return files.file(FileRoot.of(root), Path.of(name), MAX_PENDING);
  }

  private static void send(AsyncFile file, FileOperation operation) {
    assertThat(file.enqueue(operation).accepted()).isTrue();
  }

  private AsyncFile opened(String name, Mode mode) throws InterruptedException {
    AsyncFile file = file(name);
    assertThat(ask(file, new Open(mode, completion))).isEqualTo(new Done(0));
    return file;
  }

  private FileOutcome ask(AsyncFile file, FileOperation operation) throws InterruptedException {
    send(file, operation);
    return outcomes.take();
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String text(FileOutcome outcome) {
    assertThat(outcome).isInstanceOf(BytesRead.class);
    return StandardCharsets.US_ASCII.decode(((BytesRead) outcome).bytes().duplicate()).toString();
  }

  private static Reason reason(FileOutcome outcome) {
    assertThat(outcome).isInstanceOf(Failed.class);
    return ((Failed) outcome).reason();
  }

  @Test
  void doesEverythingInTheOrderInWhichItWasAsked() throws Exception {
    AsyncFile file = file("new.txt");
    send(file, new Open(Mode.CREATE, completion));
    send(file, new Write(bytes("hello, world"), completion));
    send(file, new Seek(7, completion));
    send(file, new Read(100, completion));
    send(file, new Read(100, completion));
    send(file, new Seek(0, completion));
    send(file, new Write(bytes("J"), completion));
    send(file, new Read(4, completion));
    send(file, new Flush(completion));
    send(file, new Stat(completion));
    send(file, new Close(completion));

    assertThat(outcomes.take()).isEqualTo(new Done(0));
    assertThat(outcomes.take()).isEqualTo(new BytesWritten(12, 12));
    assertThat(outcomes.take()).isEqualTo(new Done(7));
    FileOutcome world = outcomes.take();
    assertThat(text(world)).isEqualTo("world");
    assertThat(((BytesRead) world).position()).isEqualTo(12);
    assertThat(text(outcomes.take())).as("at the end").isEmpty();
    assertThat(outcomes.take()).isEqualTo(new Done(0));
    assertThat(outcomes.take()).isEqualTo(new BytesWritten(1, 1));
    assertThat(text(outcomes.take())).isEqualTo("ello");
    assertThat(outcomes.take()).isEqualTo(new Done(5));
    assertThat(((Stamped) outcomes.take()).stamp().size()).isEqualTo(12);
    assertThat(outcomes.take()).isEqualTo(new Done(5));
    assertThat(root.resolve("new.txt")).hasContent("Jello, world");
  }

  @Test
  void keepsTheOrderOfEachOfManyFilesThatShareThreads() throws Exception {
    int count = 20;
    int writes = 200;
    CountDownLatch done = new CountDownLatch(count);
    List<Thread> senders = new ArrayList<>();
    for (int f = 0; f < count; f++) {
      AsyncFile file = files.file(FileRoot.of(root), Path.of(f + ".txt"), writes + 2);
      AtomicInteger ended = new AtomicInteger();
      Sink<FileOutcome> counting =
          outcome -> {
            if (ended.incrementAndGet() == writes + 2) {
              done.countDown();
            }
            return EnqueueResult.ACCEPTED;
          };
      Thread sender =
          new Thread(
              () -> {
                file.enqueue(new Open(Mode.CREATE, counting));
                for (int i = 0; i < writes; i++) {
                  file.enqueue(new Write(bytes(i + " "), counting));
                }
                file.enqueue(new Close(counting));
              });
      senders.add(sender);
      sender.start();
    }
    for (Thread sender : senders) {
      sender.join();
    }
    done.await();

    StringBuilder expected = new StringBuilder();
    IntStream.range(0, writes).forEach(i -> expected.append(i).append(' '));
    for (int f = 0; f < count; f++) {
      assertThat(root.resolve(f + ".txt")).hasContent(expected.toString());
    }
  }

  @Test
  void oneFileThatIsSlowHoldsUpNoOther() throws Exception {
    HoldingSink gate = new HoldingSink();
    AsyncFile slow = file("slow.txt");
    send(slow, new Open(Mode.CREATE, gate));
    gate.held.await();
    for (int i = 0; i < MAX_PENDING; i++) {
      send(slow, new Stat(completion));
    }
    assertThat(slow.enqueue(new Stat(completion))).as("bounded").isEqualTo(EnqueueResult.FULL);

    assertThat(ask(file("other.txt"), new Open(Mode.CREATE, completion))).isEqualTo(new Done(0));
    gate.release.countDown();
    for (int i = 0; i < MAX_PENDING; i++) {
      assertThat(outcomes.take()).isInstanceOf(Stamped.class);
    }
    assertThat(ask(slow, new Close(completion))).isEqualTo(new Done(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../secret.txt", "../new.txt", "..", ".", "", "none/new.txt", "sub/../../new.txt"})
  void opensNothingOutsideItsRoot(String name) throws Exception {
    Files.writeString(top.resolve("secret.txt"), "secret");
    Files.createDirectory(root.resolve("sub"));

    for (Mode mode : Mode.values()) {
      FileOutcome outcome = ask(file(name), new Open(mode, completion));
      assertThat(reason(outcome)).isIn(Reason.NOT_FOUND, Reason.DIRECTORY);
    }
    assertThat(top.resolve("new.txt")).doesNotExist();
  }

  @Test
  void createsNothingThroughALinkThatLeadsOutside() throws Exception {
    try {
      Files.createSymbolicLink(root.resolve("out"), top);
      Files.createSymbolicLink(root.resolve("dangling"), top.resolve("new.txt"));
    } catch (UnsupportedOperationException e) {
      Assumptions.abort("skipped: no symbolic links here");
    }
    for (String name : List.of("out/new.txt", "dangling")) {
      assertThat(ask(file(name), new Open(Mode.CREATE, completion))).isInstanceOf(Failed.class);
    }
    assertThat(top.resolve("new.txt")).doesNotExist();
  }

  @Test
  void failsWhatCanNotBeDoneAndGoesOn() throws Exception {
    Files.writeString(root.resolve("a.txt"), "content");
    AsyncFile file = file("a.txt");

    assertThat(reason(ask(file, new Read(1, completion)))).isEqualTo(Reason.NOT_OPEN);
    assertThat(ask(file, new Open(Mode.READ, completion))).isEqualTo(new Done(0));
    assertThat(reason(ask(file, new Write(bytes("x"), completion)))).isEqualTo(Reason.READ_ONLY);
    assertThat(text(ask(file, new Read(3, completion)))).isEqualTo("con");
    assertThat(ask(file, new Close(completion))).isEqualTo(new Done(3));
    assertThat(reason(ask(file, new Stat(completion)))).isEqualTo(Reason.NOT_OPEN);
    assertThat(reason(ask(file("none"), new Open(Mode.READ, completion))))
        .isEqualTo(Reason.NOT_FOUND);
    assertThat(reason(ask(file("none"), new Open(Mode.WRITE, completion))))
        .isEqualTo(Reason.NOT_FOUND);
    assertThat(root.resolve("a.txt")).hasContent("content");
  }

  @Test
  void aFileThatWasReplacedIsReadAsItWasOpened() throws Exception {
    Path path = Files.writeString(root.resolve("a.txt"), "before");
    AsyncFile file = opened("a.txt", Mode.READ);
    Path next = Files.writeString(root.resolve("next.txt"), "after");
    Files.move(next, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);

    assertThat(text(ask(file, new Read(100, completion)))).isEqualTo("before");
    ask(file, new Open(Mode.READ, completion));
    assertThat(text(ask(file, new Read(100, completion)))).as("opened again").isEqualTo("after");
    ask(file, new Close(completion));
  }

  @Test
  void aFileThatBecameShorterIsReadToItsEnd() throws Exception {
    Path path = Files.writeString(root.resolve("a.txt"), "0123456789");
    AsyncFile file = opened("a.txt", Mode.READ);
    assertThat(text(ask(file, new Read(5, completion)))).isEqualTo("01234");
    Files.writeString(path, "012");

    assertThat(text(ask(file, new Read(5, completion)))).isEmpty();
    ask(file, new Close(completion));
  }

  @Test
  void opensNoDevice() {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "skipped: no such device here");
    FileHandle handle = new FileHandle(FileRoot.of(full.getParent()), full);

    assertThat(reason(handle.perform(new Open(Mode.WRITE, completion))))
        .isEqualTo(Reason.NOT_A_FILE);
  }

  @Test
  void anErrorOfTheSystemEndsItsOperationAlone() throws Exception {
    Path memory = Path.of("/proc/self/mem"); // writing to address 0 fails
    Assumptions.assumeTrue(Files.isWritable(memory), "skipped: no such file here");
    AsyncFile file = files.file(FileRoot.of(Path.of("/proc")), memory, MAX_PENDING);

    assertThat(ask(file, new Open(Mode.WRITE, completion))).isEqualTo(new Done(0));
    assertThat(reason(ask(file, new Write(bytes("x"), completion)))).isEqualTo(Reason.IO_ERROR);
    assertThat(ask(file, new Seek(5, completion))).isEqualTo(new Done(5));
    assertThat(ask(file, new Close(completion))).isEqualTo(new Done(5));
  }

  @Test
  void countsTheOutcomesThatNobodyTakesAndGoesOn() throws Exception {
    AsyncFile file = file("a.txt");
    Sink<FileOutcome> failing =
        outcome -> {
          throw new IllegalStateException("on purpose");
        };
    send(file, new Open(Mode.CREATE, failing));
    send(file, new Stat(outcome -> EnqueueResult.FULL));
    assertThat(ask(file, new Close(completion))).isEqualTo(new Done(0));
    assertThat(files.refusedCompletions()).isEqualTo(2);
  }

  @Test
  void endsWhatIsPendingWhenTheGraphStops() throws Exception {
    HoldingSink gate = new HoldingSink();
    StageGraph stopping = new StageGraph(Clock.system());
    AsyncFiles single =
        new AsyncFiles(stopping, StageConfig.named("files"), stopping.workerPool("pool", 1));
    stopping.start();
    AsyncFile busy = single.file(FileRoot.of(root), Path.of("busy.txt"), 1);
    send(busy, new Open(Mode.CREATE, gate));
    gate.held.await();
    AsyncFile waiting = single.file(FileRoot.of(root), Path.of("waiting.txt"), 2);
    send(waiting, new Open(Mode.CREATE, completion));
    send(waiting, new Stat(completion));
    Thread stopper = new Thread(() -> stopping.stop(Duration.ZERO));
    stopper.start();
    while (stopper.getState() != Thread.State.WAITING) { // it joins the worker
      Thread.onSpinWait();
    }
    gate.release.countDown();
    stopper.join();

    assertThat(reason(outcomes.take())).isEqualTo(Reason.STOPPED);
    assertThat(reason(outcomes.take())).isEqualTo(Reason.STOPPED);
    assertThat(waiting.enqueue(new Stat(completion))).isEqualTo(EnqueueResult.CLOSED);
  }

  @Test
  void refusesBadArguments() {
    assertThatThrownBy(() -> new Read(0, completion)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Seek(-1, completion)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> files.file(FileRoot.of(root), Path.of("x"), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
