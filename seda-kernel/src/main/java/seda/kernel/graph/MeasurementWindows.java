package seda.kernel.graph;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.GraphSnapshot;
import seda.kernel.runtime.QueuedStage;

/** Ends a graph's measurement windows and notifies the listeners. */
final class MeasurementWindows {
  private static final Logger log = LoggerFactory.getLogger(MeasurementWindows.class);
  private static final Duration COLLECTION = Duration.ofMillis(100);

  private final StageGraph graph;
  private final List<GraphListener> listeners = new CopyOnWriteArrayList<>();

  MeasurementWindows(StageGraph graph) {
    this.graph = graph;
  }

  void listener(GraphListener listener) {
    listeners.add(listener);
  }

  void begin() {
    graph.timers().every(graph.window(), this::end);
  }

  /**
   * Collects the window's figures. Processors hand over their measurements asynchronously, so the
   * window ends a little later.
   */
  private void end() {
    graph.inOrder().forEach(QueuedStage::collect);
    graph.timers().after(COLLECTION, this::close);
  }

  private void close() {
    long now = graph.clock().nanos();
    for (QueuedStage<?> stage : graph.inOrder()) {
      stage.closeWindow(now);
    }
    if (!listeners.isEmpty()) {
      GraphSnapshot snapshot = graph.snapshot();
      tell(listener -> listener.window(snapshot));
    }
  }

  void stopped() {
    tell(GraphListener::stopped);
  }

  private void tell(Consumer<GraphListener> what) {
    for (GraphListener listener : listeners) {
      try {
        what.accept(listener);
      } catch (RuntimeException e) {
        log.error("graph listener failed", e);
      }
    }
  }
}
