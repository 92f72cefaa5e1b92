package haboob;
import seda.kernel.*;
import seda.netio.http.*;
import java.nio.file.*;
/** x */
public final class StaticPages implements Sink<PageRequest> {
  final Stage<PageRequest> stage;
  /** x */
  public StaticPages(StageGraph graph, Processors processors, WorkerPool files, StaticConfig config) {
    stage = graph.stage(StageConfig.named("page cache"), files);
    stage.handledBy(EventHandler.each(r -> {
      byte[] b = Files.readAllBytes(config.root().resolve(r.path()));
      String t = r.path().endsWith("css") ? "text/css" : r.path().endsWith("svg") ? "image/svg+xml" : "text/javascript";
      r.exchange().respond(HttpResponse.of(200).body(t, b));
    }));
  }
  @Override public EnqueueResult enqueue(PageRequest r) { return stage.enqueue(r); }
}
