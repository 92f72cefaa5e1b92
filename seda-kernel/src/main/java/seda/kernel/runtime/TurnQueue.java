package seda.kernel.runtime;

import java.util.Arrays;

/**
 * The waiting events of one class in turns by flow: round robin, one event per flow [Nagle, RFC
 * 970]. A flow is a FIFO.
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
  private int size;

  TurnQueue() {
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
  public void add(E event, long stamp, int weight, long flow) {
    int slot = flows.find(flow);
    if (slot == FlowTable.NONE) {
      int others = flows.size();
      slot = flows.add(flow);
      if (flows.slots() > turns.length) {
        grow(others);
      }
      if (rings[slot] == null) {
        rings[slot] = new Ring<>();
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
    return rings[turns[first]].head();
  }

  @Override
  public long headStamp() {
    return rings[turns[first]].headStamp();
  }

  @Override
  public int headCredits() {
    return rings[turns[first]].headCredits();
  }

  @Override
  public void removeHead() {
    int slot = turns[first];
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
    int own = slot == FlowTable.NONE ? 0 : rings[slot].size();
    if (own >= LONG) {
      return size;
    }
    int ahead = 0;
    for (int j = 0; j <= own; j++) {
      ahead += longer[j];
    }
    return ahead;
  }

  @Override
  public int creditsOf(long flow) {
    int slot = flows.find(flow);
    return slot == FlowTable.NONE ? 0 : credits[slot];
  }

  /** {@inheritDoc} Exact for up to 8 flows; beyond that, extrapolated from 8 flows. */
  @Override
  public int arrivedBy(long nanos, EventTraits<E> traits) {
    int all = flows.size();
    int sampled = Math.min(all, SAMPLED_FLOWS);
    long events = 0;
    long arrived = 0;
    for (int i = 0; i < sampled; i++) {
      Ring<E> ring = rings[turns[at(i * all / sampled)]];
      events += ring.size();
      arrived += ring.arrivedBy(nanos, traits);
    }
    return events == 0 ? 0 : (int) (arrived * size / events);
  }
}
