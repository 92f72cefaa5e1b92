package arashi.console;

import java.util.function.ToLongFunction;
import seda.kernel.GraphSnapshot;
import seda.kernel.graph.GraphListener;

/** What flowed in the last window: the difference between the last two snapshots. Any thread. */
final class Flow implements GraphListener {
  private static final double NANOS_PER_SECOND = 1e9;

  private volatile SnapshotPair snapshots = new SnapshotPair(null, null);

  /**
   * The ends of two windows.
   *
   * @param before null until two windows have ended
   * @param last null until one has
   */
  record SnapshotPair(GraphSnapshot before, GraphSnapshot last) {

    /** By how much a counter grew in a second; 0 until two windows have ended. */
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
