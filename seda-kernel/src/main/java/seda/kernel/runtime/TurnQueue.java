package seda.kernel.runtime;

import java.util.Arrays;

/**
 * The waiting events of one class in turns by flow: round robin, one event per flow [Nagle, RFC
 * 970]. A flow is a FIFO, or is served at its newest event.
 *
 * <pre>
 *   turns    a  b  c                 a flow enters at the end, and again after its turn
 *            │  │  │                 if it has more events
 *   flows    a1 b1 c1
 *            a2    c2    served: a1 b1 c1 a2 c2 a3
 *            a3
 * </pre>
 *
 * <p>An event of a flow with k waiting events comes after Σ min(nᵢ, k + 1) others, for flows with
 * nᵢ events. {@code longer[j]} counts the flows with more than j events, so the sum equals that of
 * {@code longer[0..k]}.
 *
 * <p>If the flows are bounded, a flow that holds its {@linkplain FlowThreads threads} keeps its
 * place but is passed over.
 *
 * <p>Adding, taking and {@link #ahead} take constant time and allocate nothing, except for growth.
 * Memory grows with the number of waiting flows and is released after a burst. Not thread-safe.
 */
final class TurnQueue<E> implements ClassQueue<E> {
  /** Length of a flow from which its next event counts as behind all waiting events. */
  private static final int LONG = 32;

  /** Number of slots kept when no event waits. */
  private static final int FEW_FLOWS = 64;

  /** Largest number of flows examined to count events by arrival. */
  private static final int SAMPLED_FLOWS = 8;

  private FlowTable flows;
  private Ring<E>[] rings; // by slot
  private int[] credits; // by slot
  private int[] turns; // slots, a circle; its length is a power of two
  private int first;
  private final int[] longer = new int[LONG];
  private final FlowThreads bounds; // null if the flows are not bounded
  private final ServiceEnd end;
  private int size;

  TurnQueue(FlowThreads bounds, ServiceEnd end) {
    this.bounds = bounds;
    this.end = end;
    clear();
  }

  @SuppressWarnings("unchecked")
  private void clear() {
    flows = new FlowTable();
    rings = (Ring<E>[]) new Ring<?>[flows.slots()];
    credits = new int[flows.slots()];
    turns = new int[flows.slots()];
    first = 0;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int takeable() {
    int takeable = size;
    for (int i = 0; i < full(); i++) {
      takeable -= eventsOf(bounds.full(i));
    }
    return takeable;
  }

  private int full() {
    return bounds == null ? 0 : bounds.full();
  }

  @Override
  public void add(E event, long stamp, int weight, long flow) {
    int slot = flows.find(flow);
    if (slot == FlowTable.NONE) {
      int others = flows.size();
      slot = flows.add(flow);
      if (flows.slots() > turns.length) {
        grow(others);
      }
      if (rings[slot] == null) {
        rings[slot] = new Ring<>(end);
      }
      turns[at(others)] = slot;
    }
    Ring<E> ring = rings[slot];
    if (ring.size() < LONG) {
      longer[ring.size()]++;
    }
    ring.add(event, stamp, weight);
    credits[slot] += weight;
    size++;
    if (bounds != null) {
      bounds.added(flow);
    }
  }

  private int at(int turn) {
    return (first + turn) & (turns.length - 1);
  }

  private void grow(int flowsInTurns) {
    int[] unrolled = new int[flows.slots()];
    for (int turn = 0; turn < flowsInTurns; turn++) {
      unrolled[turn] = turns[at(turn)];
    }
    turns = unrolled;
    first = 0;
    rings = Arrays.copyOf(rings, flows.slots());
    credits = Arrays.copyOf(credits, flows.slots());
  }

  @Override
  public E head() {
    return rings[turns[at(next())]].head();
  }

  /** Returns the first turn whose flow is not full; 0 if all are. */
  private int next() {
    if (full() > 0) {
      for (int turn = 0; turn < flows.size(); turn++) {
        if (!bounds.isFull(flows.key(turns[at(turn)]))) {
          return turn;
        }
      }
    }
    return 0;
  }

  @Override
  public long headFlow() {
    return flows.key(turns[at(next())]);
  }

  @Override
  public long headStamp() {
    return rings[turns[at(next())]].headStamp();
  }

  @Override
  public int headCredits() {
    return rings[turns[at(next())]].headCredits();
  }

  @Override
  public void removeHead() {
    int turn = next();
    int slot = turns[at(turn)];
    for (; turn > 0; turn--) { // full flows keep their places
      turns[at(turn)] = turns[at(turn - 1)];
    }
    if (bounds != null) {
      bounds.removed(flows.key(slot));
    }
    Ring<E> ring = rings[slot];
    credits[slot] -= ring.headCredits();
    ring.removeHead();
    size--;
    if (ring.size() < LONG) {
      longer[ring.size()]--;
    }
    int others = flows.size() - 1;
    first = at(1);
    if (!ring.isEmpty()) {
      turns[at(others)] = slot;
      return;
    }
    flows.remove(slot);
    if (size == 0 && flows.slots() > FEW_FLOWS) {
      clear();
    }
  }

  @Override
  public int ahead(long flow) {
    int slot = flows.find(flow);
    int own = slot == FlowTable.NONE || end.isNewest() ? 0 : rings[slot].size();
    if (own >= LONG) {
      return bounds != null && bounds.isFull(flow) ? takeable() + own : takeable();
    }
    int ahead = 0;
    for (int j = 0; j <= own; j++) {
      ahead += longer[j];
    }
    for (int i = 0; i < full(); i++) {
      ahead -= bounds.full(i) == flow ? 0 : Math.min(eventsOf(bounds.full(i)), own + 1);
    }
    // the newest event takes its flow's next turn, so the flow itself has nothing ahead
    return end.isNewest() && slot != FlowTable.NONE ? ahead - 1 : ahead;
  }

  @Override
  public int eventsOf(long flow) {
    int slot = flows.find(flow);
    return slot == FlowTable.NONE ? 0 : rings[slot].size();
  }

  @Override
  public int creditsOf(long flow) {
    int slot = flows.find(flow);
    return slot == FlowTable.NONE ? 0 : credits[slot];
  }

  /** {@inheritDoc} Exact for up to 8 flows; beyond that, extrapolated from 8 flows. */
  @Override
  public int before(long urgency, Urgency<E> order, long flow) {
    int all = flows.size();
    int sampled = Math.min(all, SAMPLED_FLOWS);
    long events = 0;
    long before = 0;
    for (int i = 0; i < sampled; i++) {
      int slot = turns[at(i * all / sampled)];
      if (full() == 0 || !bounds.isFull(flows.key(slot))) {
        events += rings[slot].size();
        before += rings[slot].before(urgency, order);
      }
    }
    int others = events == 0 ? 0 : (int) (before * takeable() / events);
    boolean ownIsFull = full() > 0 && bounds.isFull(flow);
    return ownIsFull ? others + ownBefore(urgency, order, flow) : others;
  }

  @Override
  public int ownBefore(long urgency, Urgency<E> order, long flow) {
    int slot = flows.find(flow);
    return slot == FlowTable.NONE ? 0 : rings[slot].before(urgency, order);
  }
}
