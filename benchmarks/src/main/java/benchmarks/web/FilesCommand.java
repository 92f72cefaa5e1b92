package benchmarks.web;

import benchmarks.report.Table;
import java.io.IOException;
import java.io.OutputStream;
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
import java.util.function.Consumer;
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

  /** A read; its end gives back the permit. */
  private record Read(long position, Semaphore permits)
      implements CompletionHandler<Integer, Object> {
    @Override
    public void completed(Integer bytes, Object none) {
      permits.release();
    }

    @Override
    public void failed(Throwable cause, Object none) {
      permits.release();
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path file = Files.createTempFile("arashi-bench", ".bin");
    try {
      try (OutputStream out = Files.newOutputStream(file)) {
        byte[] block = new byte[1 << 20];
        for (int i = 0; i < FILE_BYTES; i += block.length) {
          out.write(block);
        }
      }
      Table table = new Table("way, threads | reads/s | CPU µs a read");
      for (int threads : new int[] {1, 2, 4}) {
        onStage(table, file, threads);
        asynchronously(table, file, threads);
      }
      spec.commandLine().getOut().print(table);
      spec.commandLine().getOut().flush();
    } finally {
      Files.delete(file);
    }
    return 0;
  }

  /** Positional reads by the workers of a pool. */
  private void onStage(Table table, Path file, int threads)
      throws IOException, InterruptedException {
    StageGraph graph = new StageGraph(Clock.system());
    StageConfig config = StageConfig.named("file").withBatchSize(1);
    Stage<Read> stage = graph.stage(config, graph.workerPool("files", threads));
    try (FileChannel channel = FileChannel.open(file)) {
      stage.handledBy(
          EventHandler.each(
              read -> {
                channel.read(ByteBuffer.allocate(READ_BYTES), read.position);
                read.permits.release();
              }));
      graph.start();
      measure(table, "FileChannel on a stage, " + threads, stage::enqueue);
      graph.stop(Duration.ofSeconds(10));
    }
  }

  /** Java's asynchronous channel, which on Linux is a pool of threads too. */
  private void asynchronously(Table table, Path file, int threads)
      throws IOException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (AsynchronousFileChannel channel =
        AsynchronousFileChannel.open(file, Set.of(StandardOpenOption.READ), pool)) {
      measure(
          table,
          "AsynchronousFileChannel, " + threads,
          read -> channel.read(ByteBuffer.allocate(READ_BYTES), read.position, null, read));
    } finally {
      pool.shutdown();
    }
  }

  private void measure(Table table, String name, Consumer<Read> reader)
      throws InterruptedException {
    run(reader, WARM);
    long cpu = processCpu();
    long start = System.nanoTime();
    run(reader, reads);
    double seconds = (System.nanoTime() - start) / 1e9;
    double micros = (processCpu() - cpu) / 1e3 / reads;
    table.row("%s | %,.0f | %.1f", name, reads / seconds, micros);
  }

  private static void run(Consumer<Read> reader, int count) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(1);
    Semaphore permits = new Semaphore(DEPTH);
    for (int i = 0; i < count; i++) {
      permits.acquire();
      reader.accept(new Read(random.nextInt(FILE_BYTES - READ_BYTES), permits));
    }
    permits.acquire(DEPTH);
  }

  private static long processCpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
