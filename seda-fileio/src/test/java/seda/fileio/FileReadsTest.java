package seda.fileio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import seda.fileio.FileFailed.Reason;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.VirtualClock;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FileReadsTest {
  private static final int MAX = 1 << 20;

  @TempDir Path top;
  private Path root;
  private final StageGraph graph = new StageGraph(Clock.system());
  private final BlockingQueue<FileResult> results = new LinkedBlockingQueue<>();
  private final Sink<FileResult> completion =
      result -> {
        results.add(result);
        return EnqueueResult.ACCEPTED;
      };
  private WorkerPool pool;
  private FileReads reads;

  @BeforeEach
  void start() throws IOException {
    root = Files.createDirectory(top.resolve("root"));
    pool = graph.workerPool("files", 1);
    reads = new FileReads(graph, StageConfig.named("file-read"), pool);
    graph.start();
  }

  @AfterEach
  void stop() {
    graph.stop(Duration.ofSeconds(10));
  }

  private FileResult read(FileRoot in, Path path, FileStamp known) throws InterruptedException {
    assertThat(reads.enqueue(new ReadFile(in, path, MAX, known, completion)).accepted()).isTrue();
    return results.take();
  }

  private FileResult read(Path path) throws InterruptedException {
    return read(FileRoot.of(root), path, null);
  }

  private static String text(FileResult result) {
    assertThat(result).isInstanceOf(FileContent.class);
    return StandardCharsets.ISO_8859_1.decode(((FileContent) result).bytes()).toString();
  }

  private static Reason reason(FileResult result) {
    assertThat(result).isInstanceOf(FileFailed.class);
    return ((FileFailed) result).reason();
  }

  private StageSnapshot snapshot() {
    return graph.snapshot().stages().get(0);
  }

  @Test
  void readsAWholeFileWithItsStamp() throws Exception {
    byte[] content = new byte[300_000];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (i * 31 + i / 256);
    }
    FileTime modified = FileTime.from(Instant.parse("2020-02-29T12:00:00Z"));
    Files.setLastModifiedTime(Files.write(root.resolve("data.bin"), content), modified);

    FileContent read = (FileContent) read(root.resolve("data.bin"));

    byte[] bytes = new byte[read.bytes().remaining()];
    read.bytes().get(bytes);
    assertThat(bytes).isEqualTo(content);
    assertThat(read.bytes().isReadOnly()).isTrue();
    assertThat(read.stamp().size()).isEqualTo(content.length);
    assertThat(read.stamp().lastModified()).isEqualTo(modified);
  }

  @Test
  void readsAnEmptyFile() throws Exception {
    Files.createFile(root.resolve("empty"));

    assertThat(text(read(root.resolve("empty")))).isEmpty();
  }

  @Test
  void takesPathsRelativeToTheRoot() throws Exception {
    Files.writeString(root.resolve("a.txt"), "relative");

    assertThat(text(read(Path.of("a.txt")))).isEqualTo("relative");
    FileRoot relativeRoot = FileRoot.of(Path.of("").toAbsolutePath().relativize(root));
    assertThat(text(read(relativeRoot, Path.of("a.txt"), null))).isEqualTo("relative");
    assertThat(text(read(relativeRoot, root.resolve("a.txt"), null))).isEqualTo("relative");
  }

  @Test
  void readsNothingIfTheStampIsKnownAndReadsAgainIfItIsNot() throws Exception {
    Path file = Files.writeString(root.resolve("a.txt"), "first");
    FileStamp known = ((FileContent) read(file)).stamp();

    assertThat(read(FileRoot.of(root), file, known)).isEqualTo(new FileUnchanged(known));

    Files.writeString(file, "second, and longer");
    assertThat(text(read(FileRoot.of(root), file, known))).isEqualTo("second, and longer");
  }

  @Test
  void explainsMissingContent() throws Exception {
    Files.writeString(root.resolve("page.html"), "x");
    Files.createDirectory(root.resolve("directory"));

    assertThat(reason(read(root.resolve("none")))).isEqualTo(Reason.NOT_FOUND);
    assertThat(reason(read(root.resolve("none/deeper")))).isEqualTo(Reason.NOT_FOUND);
    assertThat(reason(read(root.resolve("page.html/x")))).isEqualTo(Reason.NOT_FOUND);
    assertThat(reason(read(root.resolve("directory")))).isEqualTo(Reason.DIRECTORY);
    assertThat(reason(read(root))).isEqualTo(Reason.DIRECTORY);
  }

  @Test
  void readsAFileOfExactlyTheLimitAndNoneAbove() throws Exception {
    Path exact = Files.write(root.resolve("exact"), new byte[MAX]);
    Path above = Files.write(root.resolve("above"), new byte[MAX + 1]);

    assertThat(text(read(exact))).hasSize(MAX);
    assertThat(reason(read(above))).isEqualTo(Reason.TOO_LARGE);
  }

  @Test
  void neverLeavesTheRoot() throws Exception {
    Path secret = Files.writeString(top.resolve("secret"), "secret");
    Files.createDirectory(top.resolve("root-too"));
    Files.writeString(top.resolve("root-too/secret"), "a name that only begins like the root's");

    assertThat(reason(read(secret))).isEqualTo(Reason.NOT_FOUND);
    assertThat(reason(read(Path.of("../secret")))).isEqualTo(Reason.NOT_FOUND);
    assertThat(reason(read(root.resolve("../secret")))).isEqualTo(Reason.NOT_FOUND);
    assertThat(reason(read(root.resolve("../root-too/secret")))).isEqualTo(Reason.NOT_FOUND);
    assertThat(reason(read(root.resolve("..")))).isEqualTo(Reason.NOT_FOUND);
  }

  @Test
  void followsLinksInsideTheRootAndNoneThatLeadOut() throws Exception {
    Files.writeString(top.resolve("secret"), "secret");
    Files.writeString(root.resolve("a.txt"), "inside");
    link("in", root.resolve("a.txt"));
    link("out", top.resolve("secret"));
    link("out-directory", top);
    link("loop", root.resolve("loop"));
    link("dangling", root.resolve("none"));

    assertThat(text(read(root.resolve("in")))).isEqualTo("inside");
    assertThat(reason(read(root.resolve("out")))).isEqualTo(Reason.NOT_FOUND);
    assertThat(reason(read(root.resolve("out-directory/secret")))).isEqualTo(Reason.NOT_FOUND);
    assertThat(reason(read(root.resolve("dangling")))).isEqualTo(Reason.NOT_FOUND);
    assertThat(reason(read(root.resolve("loop")))).isEqualTo(Reason.IO_ERROR);
    reads.enqueue(new OpenFile(FileRoot.of(root), root.resolve("out"), completion));
    assertThat(reason(results.take())).isEqualTo(Reason.NOT_FOUND);
  }

  @Test
  void judgesVisibilityByTheRealPath() throws Exception {
    Files.writeString(root.resolve(".hidden"), "secret");
    link("shown", root.resolve(".hidden"));
    FileRoot withoutHidden = new FileRoot(root, path -> !path.toString().startsWith("."));

    assertThat(reason(read(withoutHidden, root.resolve("shown"), null)))
        .isEqualTo(Reason.NOT_FOUND);
  }

  @Test
  void followsTheRootWhenItIsALinkThatIsChanged() throws Exception {
    Path other = Files.createDirectory(top.resolve("other"));
    Files.writeString(root.resolve("a.txt"), "one");
    Files.writeString(other.resolve("a.txt"), "two");
    Path current = top.resolve("current");
    link(current, root);
    assertThat(text(read(FileRoot.of(current), current.resolve("a.txt"), null))).isEqualTo("one");

    Files.delete(current);
    link(current, other);

    assertThat(text(read(FileRoot.of(current), current.resolve("a.txt"), null))).isEqualTo("two");
  }

  @Test
  void followsAChangedLinkWhenItsTimeIsOver() throws Exception {
    Files.writeString(Files.createDirectory(root.resolve("one")).resolve("a.txt"), "one");
    Files.writeString(Files.createDirectory(root.resolve("two")).resolve("a.txt"), "two");
    link("current", root.resolve("one"));
    VirtualClock clock = new VirtualClock(Instant.EPOCH);
    FileRoot trusting = FileRoot.of(root).trustingLinksFor(Duration.ofSeconds(1), clock);
    Path file = root.resolve("current/a.txt");
    assertThat(text(read(trusting, file, null))).isEqualTo("one");
    Files.delete(root.resolve("current"));
    link("current", root.resolve("two"));

    assertThat(text(read(trusting, file, null))).isEqualTo("one");
    clock.advance(Duration.ofSeconds(1));
    assertThat(text(read(trusting, file, null))).isEqualTo("two");
  }

  @Test
  void trustsNoLinkThatIsTheFileItself() throws Exception {
    Path sub = Files.createDirectory(root.resolve("sub"));
    Files.writeString(sub.resolve("a.txt"), "the link's");
    Files.writeString(sub.resolve("b.txt"), "of the wrong directory");
    Files.writeString(root.resolve("b.txt"), "of the right directory");
    Files.writeString(top.resolve("secret"), "secret");
    link("link.txt", sub.resolve("a.txt"));
    FileRoot trusting =
        new FileRoot(root, path -> !path.toString().startsWith("."))
            .trustingLinksFor(Duration.ofSeconds(1), new VirtualClock(Instant.EPOCH));

    assertThat(text(read(trusting, Path.of("link.txt"), null))).isEqualTo("the link's");
    assertThat(text(read(trusting, Path.of("b.txt"), null))).isEqualTo("of the right directory");
    Files.delete(root.resolve("b.txt"));
    link("b.txt", top.resolve("secret"));
    Files.writeString(root.resolve(".hidden"), "secret");
    for (String name : List.of("b.txt", ".hidden", "../secret", "sub/../../secret", "sub", "..")) {
      assertThat(read(trusting, Path.of(name), null)).as(name).isInstanceOf(FileFailed.class);
    }
  }

  @Test
  void findsWhatHasComeAtOnceAndNoMoreWhatHasGone() throws Exception {
    FileRoot trusting =
        FileRoot.of(root).trustingLinksFor(Duration.ofSeconds(1), new VirtualClock(Instant.EPOCH));
    Path file = Path.of("sub/a.txt");
    assertThat(reason(read(trusting, file, null))).isEqualTo(Reason.NOT_FOUND);
    Files.createDirectory(root.resolve("sub"));
    Files.writeString(root.resolve(file), "come");
    assertThat(text(read(trusting, file, null))).isEqualTo("come");
    Files.delete(root.resolve(file));
    assertThat(reason(read(trusting, file, null))).isEqualTo(Reason.NOT_FOUND);
    Files.delete(root.resolve("sub"));
    assertThat(reason(read(trusting, file, null))).isEqualTo(Reason.NOT_FOUND);
  }

  private void link(String name, Path target) {
    link(root.resolve(name), target);
  }

  private static void link(Path link, Path target) {
    try {
      Files.createSymbolicLink(link, target);
    } catch (IOException | UnsupportedOperationException e) {
      Assumptions.abort("skipped: no symbolic links here");
    }
  }

  @Test
  void opensAFileForItsReceiver() throws Exception {
    Path file = Files.writeString(root.resolve("large"), "0123456789");

    reads.enqueue(new OpenFile(FileRoot.of(root), file, completion));
    reads.enqueue(new OpenFile(FileRoot.of(root), file, completion));

    FileOpened first = (FileOpened) results.take();
    FileOpened second = (FileOpened) results.take();
    try (FileChannel one = first.channel();
        FileChannel two = second.channel()) {
      assertThat(first.stamp().size()).isEqualTo(10);
      one.position(7);
      assertThat(two.position()).as("channels share no position").isZero();
    }
  }

  @Test
  void readsFromInsideAJar() throws Exception {
    Path jar = top.resolve("content.jar");
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Files.createDirectory(zip.getPath("/web"));
      Files.writeString(zip.getPath("/web/a.txt"), "from a jar ".repeat(10_000));
      Files.writeString(zip.getPath("/secret"), "secret");
    }
    try (FileSystem zip = FileSystems.newFileSystem(jar)) {
      FileRoot web = FileRoot.of(zip.getPath("/web"));
      FileContent content = (FileContent) read(web, web.directory().resolve("a.txt"), null);

      assertThat(text(content)).isEqualTo("from a jar ".repeat(10_000));
      assertThat(read(web, web.directory().resolve("a.txt"), content.stamp()))
          .isEqualTo(new FileUnchanged(content.stamp()));
      assertThat(reason(read(web, web.directory().resolve("../secret"), null)))
          .isEqualTo(Reason.NOT_FOUND);
      assertThat(reason(read(web, web.directory().resolve("none"), null)))
          .isEqualTo(Reason.NOT_FOUND);
    }
  }

  @Test
  void reportsAnErrorOfTheMedium() throws Exception {
    Path jar = top.resolve("broken.jar");
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Files.writeString(zip.getPath("/a.txt"), "compressible ".repeat(1000));
    }
    byte[] bytes = Files.readAllBytes(jar);
    int data = 30 + "a.txt".length(); // a local header has 30 bytes, followed by the name
    Arrays.fill(bytes, data, data + 20, (byte) 0xff);
    Files.write(jar, bytes);
    try (FileSystem zip = FileSystems.newFileSystem(jar)) {
      FileRoot all = FileRoot.of(zip.getPath("/"));

      assertThat(reason(read(all, zip.getPath("/a.txt"), null))).isEqualTo(Reason.IO_ERROR);
    }
    assertThat(text(read(Files.writeString(root.resolve("next"), "goes on")))).isEqualTo("goes on");
  }

  @Test
  void endsARequestWhoseFileSystemWasClosed() throws Exception {
    Path jar = top.resolve("closed.jar");
    FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"));
    Path inside = zip.getPath("/a.txt");
    Files.writeString(inside, "x");
    zip.close();

    assertThat(reason(read(FileRoot.of(zip.getPath("/")), inside, null)))
        .isEqualTo(Reason.IO_ERROR);
    assertThat(snapshot().failed()).isEqualTo(1);
  }

  @Test
  void countsAnOutcomeThatItsCompletionRefusedAndClosesItsChannel() throws Exception {
    Path file = Files.writeString(root.resolve("a.txt"), "x");
    BlockingQueue<FileResult> refused = new LinkedBlockingQueue<>();
    Sink<FileResult> full =
        result -> {
          refused.add(result);
          return EnqueueResult.FULL;
        };
    Sink<FileResult> throwing =
        result -> {
          refused.add(result);
          throw new IllegalStateException("for the test");
        };

    reads.enqueue(new OpenFile(FileRoot.of(root), file, full));
    reads.enqueue(new OpenFile(FileRoot.of(root), file, throwing));
    assertThat(graph.stop(Duration.ofSeconds(30))).isTrue();

    assertThat(refused).hasSize(2);
    assertThat(refused).allMatch(result -> !((FileOpened) result).channel().isOpen());
    assertThat(reads.refusedCompletions()).isEqualTo(2);
    assertThat(snapshot().failed()).isEqualTo(2);
    assertThat(snapshot().completed()).isZero();
  }

  @Test
  void givesAnOutcomeToEachRequestThatTheStopOvertook() throws Exception {
    StageGraph stopping = new StageGraph(Clock.system());
    WorkerPool busyPool = stopping.workerPool("busy", 1);
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    FileReads waiting = new FileReads(stopping, StageConfig.named("file-read"), busyPool);
    Stage<String> blocker = stopping.stage(StageConfig.named("blocker"), busyPool);
    blocker.handledBy(
        EventHandler.each(
            event -> {
              busy.countDown();
              go.await();
            }));
    stopping.start();
    blocker.enqueue("occupies the only worker");
    busy.await();
    Path file = Files.writeString(root.resolve("a.txt"), "x");
    waiting.enqueue(new ReadFile(FileRoot.of(root), file, MAX, null, completion));
    Thread stopper = new Thread(() -> stopping.stop(Duration.ZERO));
    stopper.start();
    while (stopper.getState() != Thread.State.WAITING) { // until it joins the worker
      Thread.onSpinWait();
    }
    go.countDown();
    stopper.join();

    assertThat(reason(results.take())).isEqualTo(Reason.STOPPED);
    assertThat(results).isEmpty();
  }

  @Test
  void refusesWhatDoesNotFitItsQueueAndNeverBlocks() throws Exception {
    StageGraph small = new StageGraph(Clock.system());
    FileReads tiny =
        new FileReads(
            small,
            StageConfig.named("file-read").withQueueCapacity(2),
            small.workerPool("small", 1));
    ReadFile request = new ReadFile(FileRoot.of(root), Path.of("none"), MAX, null, completion);
    assertThat(tiny.enqueue(request).outcome()).isEqualTo(EnqueueResult.Outcome.CLOSED);
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Sink<FileResult> slow =
        result -> {
          busy.countDown();
          try {
            go.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return EnqueueResult.ACCEPTED;
        };
    small.start();
    tiny.enqueue(new ReadFile(FileRoot.of(root), Path.of("none"), MAX, null, slow));
    busy.await();

    assertThat(tiny.enqueue(request).accepted()).isTrue();
    assertThat(tiny.enqueue(request).accepted()).isTrue();
    assertThat(tiny.enqueue(request).outcome()).isEqualTo(EnqueueResult.Outcome.FULL);

    go.countDown();
    assertThat(small.stop(Duration.ofSeconds(30))).isTrue();
    assertThat(results).hasSize(2);
  }
}
