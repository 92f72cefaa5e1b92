package guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import seda.fileio.AsyncFile;
import seda.fileio.AsyncFiles;
import seda.fileio.FileContent;
import seda.fileio.FileFailed;
import seda.fileio.FileOperation;
import seda.fileio.FileOutcome;
import seda.fileio.FileReads;
import seda.fileio.FileResult;
import seda.fileio.FileRoot;
import seda.fileio.ReadFile;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;

/** The code of {@code docs/fileio.md}. */
@Timeout(60)
class FileioGuideTest {
  @TempDir Path directory;

  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();
  private final StageGraph graph = new StageGraph(Clock.system());
  private final WorkerPool disk = graph.workerPool("disk", 4);

  @AfterEach
  void stop() {
    assertThat(graph.stop(Duration.ofSeconds(10))).isTrue();
  }

  @Test
  void aWholeFile() throws Exception {
    Files.writeString(directory.resolve("a.txt"), "text");
    // snippet
    Stage<FileResult> show = graph.stage(StageConfig.named("show"), disk);
    show.handledBy(
        EventHandler.each(
            result -> {
              if (result instanceof FileContent content) {
                log.add(content.bytes().remaining() + " bytes");
              } else if (result instanceof FileFailed failed) {
                log.add("failed: " + failed.reason());
              }
            }));
    FileReads reads = new FileReads(graph, StageConfig.named("read-file"), disk);
    graph.start();

    FileRoot root = FileRoot.of(directory);
    EnqueueResult asked = reads.enqueue(new ReadFile(root, Path.of("a.txt"), 1 << 20, null, show));
    if (!asked.accepted()) {
      log.add("the disk is behind");
    }
    reads.enqueue(new ReadFile(root, Path.of("../../etc/passwd"), 1 << 20, null, show));
    // end
    assertThat(new String[] {log.take(), log.take()})
        .containsExactlyInAnyOrder("4 bytes", "failed: NOT_FOUND");
  }

  @Test
  void aFilePieceByPiece() throws Exception {
    // snippet
    AsyncFiles files = new AsyncFiles(graph, StageConfig.named("files"), disk);
    graph.start();

    Sink<FileOutcome> outcomes =
        outcome -> {
          log.add(outcome.getClass().getSimpleName());
          return EnqueueResult.ACCEPTED;
        };
    AsyncFile file = files.file(FileRoot.of(directory), Path.of("log"), 16);
    file.enqueue(new FileOperation.Open(FileOperation.Mode.CREATE, outcomes));
    ByteBuffer line = ByteBuffer.wrap("a line\n".getBytes(StandardCharsets.UTF_8));
    file.enqueue(new FileOperation.Write(line, outcomes));
    file.enqueue(new FileOperation.Flush(outcomes));
    file.enqueue(new FileOperation.Close(outcomes));
    // end
    assertThat(new String[] {log.take(), log.take(), log.take(), log.take()})
        .containsExactly("Done", "BytesWritten", "Done", "Done");
    assertThat(directory.resolve("log")).hasContent("a line");
  }
}
