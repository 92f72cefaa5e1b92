package gnutella;

import gnutella.protocol.Packet;
import gnutella.routing.Neighbour;
import gnutella.routing.Router;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EventHandler;
import seda.kernel.Sink;

/** The stage in which expensive queries wait. */
final class QueryStage {
  private QueryStage() {}

  /** A queued query with its own copy of the bytes. */
  record Waiting(Packet packet, int ttl, Neighbour from) {}

  /** Copies a query and offers it to the stage. */
  record StageSink(Sink<Waiting> stage) implements Router.QuerySink {
    @Override
    public boolean offer(Packet query, int ttl, Neighbour from) {
      return stage.enqueue(new Waiting(query.copy(), ttl, from)).accepted();
    }
  }

  /**
   * Forwards queries after spending the cost of each.
   *
   * @param ending true while the router stops, when the remaining queries are discarded
   */
  record Handler(QueryConfig config, Router router, Clock clock, BooleanSupplier ending)
      implements EventHandler<Waiting> {
    @Override
    public void handle(Batch<Waiting> batch) {
      while (batch.hasNext()) {
        Waiting query = batch.next();
        boolean enoughAreNewer = config.keep() > 0 && batch.remaining() >= config.keep();
        if (enoughAreNewer || ending.getAsBoolean()) {
          batch.shed();
        } else {
          spend(config.cost().toNanos());
          router.release(query.packet(), query.ttl(), query.from());
        }
      }
    }

    /** Holds the thread, like an expensive computation or a slow store. */
    private void spend(long nanos) {
      long end = clock.nanos() + nanos;
      for (long left = nanos; left > 0; left = end - clock.nanos()) {
        LockSupport.parkNanos(left);
      }
    }
  }
}
