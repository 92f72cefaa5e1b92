package arashi.console;

import java.util.function.ToLongFunction;
import seda.kernel.GraphSnapshot;
import seda.kernel.graph.GraphListener;

/** The flow in the last window: the difference of the last two snapshots. Thread-safe. */
final class Flow implements GraphListener {
  private static final double NANOS_PER_SECOND = 1e9;

  private volatile SnapshotPair snapshots = new SnapshotPair(null, null);

  /**
   * The snapshots at the ends of two windows.
   *
   * @param before null until two windows have ended
   * @param last null until one has ended
   */
  record SnapshotPair(GraphSnapshot before, GraphSnapshot last) {

    /** Returns the growth of a counter per second; 0 until two windows have ended. */
    double perSecond(ToLongFunction<GraphSnapshot> counter) {
      if (before == null) {
        return 0;
      }
      double seconds = (last.nanos() - before.nanos()) / NANOS_PER_SECOND;
      long grown = counter.applyAsLong(last) - counter.applyAsLong(before);
      return Math.max(0, grown / seconds);
    }
  }

  @Override
  public void window(GraphSnapshot snapshot) {
    snapshots = new SnapshotPair(snapshots.last(), snapshot);
  }

  SnapshotPair snapshots() {
    return snapshots;
  }
}
