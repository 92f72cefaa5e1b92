package benchmarks.web;

import benchmarks.report.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;

/** {@code arashi bench files}: ways to read a file without blocking the caller. */
@Command(
    name = "files",
    mixinStandardHelpOptions = true,
    description = "Random reads of a file: a stage on a pool, or Java's asynchronous channel.")
public final class FilesCommand implements Callable<Integer> {
  private static final int FILE_BYTES = 256 << 20;
  private static final int READ_BYTES = 16 << 10;
  private static final int WARM = 50_000;

  /** Reads under way at once. */
  private static final int DEPTH = 64;

  @Spec private CommandSpec spec;

  @Option(
      names = "--reads",
      paramLabel = "N",
      description = "of 16 KB, each way and number of threads (default: ${DEFAULT-VALUE})",
      defaultValue = "300000")
  private int reads;

  private interface Reader extends AutoCloseable {
    /** Begins a read; gives back a permit when it is done. */
    void read(long position, Semaphore permits);

    @Override
    void close() throws IOException;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path file = Files.createTempFile("arashi-bench", ".bin");
    try {
      fill(file);
      Table table = new Table("way, threads | reads/s | CPU µs a read");
      for (int threads : new int[] {1, 2, 4}) {
        try (Reader stage = new OnStage(file, threads)) {
          measure(table, "FileChannel on a stage, " + threads, stage);
        }
        try (Reader asynchronous = new Asynchronous(file, threads)) {
          measure(table, "AsynchronousFileChannel, " + threads, asynchronous);
        }
      }
      PrintWriter out = spec.commandLine().getOut();
      out.print(table);
      out.flush();
    } finally {
      Files.delete(file);
    }
    return 0;
  }

  private static void fill(Path file) throws IOException {
    byte[] block = new byte[1 << 20];
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int i = 0; i < FILE_BYTES; i += block.length) {
        channel.write(ByteBuffer.wrap(block));
      }
    }
  }

  private void measure(Table table, String name, Reader reader) throws InterruptedException {
    run(reader, WARM);
    long cpu = processCpu();
    long start = System.nanoTime();
    run(reader, reads);
    double seconds = (System.nanoTime() - start) / 1e9;
    double micros = (processCpu() - cpu) / 1e3 / reads;
    table.row("%s | %,.0f | %.1f", name, reads / seconds, micros);
  }

  private static void run(Reader reader, int count) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(1);
    Semaphore permits = new Semaphore(DEPTH);
    for (int i = 0; i < count; i++) {
      permits.acquire();
      reader.read(random.nextInt(FILE_BYTES - READ_BYTES), permits);
    }
    permits.acquire(DEPTH);
  }

  private static long processCpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Positional reads by the workers of a pool. */
  private static final class OnStage implements Reader {
    private final StageGraph graph = new StageGraph(Clock.system());
    private final FileChannel channel;
    private final Stage<Request> stage;

    private record Request(long position, Semaphore permits) {}

    OnStage(Path file, int threads) throws IOException {
      channel = FileChannel.open(file);
      stage =
          graph.stage(
              StageConfig.named("file").withBatchSize(1), graph.workerPool("files", threads));
      stage.handledBy(
          EventHandler.each(
              request -> {
                channel.read(ByteBuffer.allocate(READ_BYTES), request.position());
                request.permits().release();
              }));
      graph.start();
    }

    @Override
    public void read(long position, Semaphore permits) {
      stage.enqueue(new Request(position, permits));
    }

    @Override
    public void close() throws IOException {
      graph.stop(Duration.ofSeconds(10));
      channel.close();
    }
  }

  /** What the JDK has, which on Linux is a pool of threads too. */
  private static final class Asynchronous implements Reader {
    private final ExecutorService threads;
    private final AsynchronousFileChannel channel;

    Asynchronous(Path file, int count) throws IOException {
      threads = Executors.newFixedThreadPool(count);
      channel = AsynchronousFileChannel.open(file, Set.of(StandardOpenOption.READ), threads);
    }

    @Override
    public void read(long position, Semaphore permits) {
      channel.read(
          ByteBuffer.allocate(READ_BYTES),
          position,
          permits,
          new CompletionHandler<Integer, Semaphore>() {
            @Override
            public void completed(Integer count, Semaphore semaphore) {
              semaphore.release();
            }

            @Override
            public void failed(Throwable cause, Semaphore semaphore) {
              semaphore.release();
            }
          });
    }

    @Override
    public void close() throws IOException {
      channel.close();
      threads.shutdown();
    }
  }
}
