package arashi.store.index;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Looks up one list of terms of a query in several segments at once, newest first. Each batch is
 * larger than the last: a frequent term is found in the first segments, while a rare one must be
 * looked up in all. The first segments may have been looked up along with the state of the index.
 * Blocks; not thread-safe.
 */
final class SegmentOpener {
  private static final int FIRST = 4;
  private static final int GROWTH = 4;

  private final SegmentBlocks blocks;
  private final List<byte[]> terms;
  private final BlockLookups known;
  private int many;

  /**
   * Creates the opener of one search.
   *
   * @param known look-ups made along with the state of the index
   */
  SegmentOpener(SegmentBlocks blocks, List<byte[]> terms, BlockLookups known) {
    this.blocks = blocks;
    this.terms = terms;
    this.known = known;
    this.many = known.isEmpty() ? FIRST : FIRST * GROWTH;
  }

  /**
   * Opens a segment, and possibly the following ones with it.
   *
   * @param others remaining sources; an opened source without messages is removed
   */
  void open(SegmentSource first, PriorityQueue<Source> others) {
    if (known.have(first.segment().segment())) {
      first.open(terms, known.blocks(first.segment().segment()));
      return;
    }
    List<SegmentSource> chosen = new ArrayList<>(List.of(first));
    others.stream()
        .sorted(others.comparator())
        .filter(source -> source instanceof SegmentSource segment && isUnknown(segment))
        .limit(Math.max(0, Math.min(many, known.mostSegments()) - 1))
        .forEach(source -> chosen.add((SegmentSource) source));
    many *= GROWTH;
    others.removeAll(chosen);
    List<LiveSegment> segments = chosen.stream().map(SegmentSource::segment).toList();
    BlockLookups found = blocks.lookUp(terms, segments);
    for (SegmentSource each : chosen) {
      each.open(terms, found.blocks(each.segment().segment()));
      if (each != first && each.bound() != Source.END) {
        others.add(each);
      }
    }
  }

  private boolean isUnknown(SegmentSource segment) {
    return segment.opener() == this
        && !segment.isOpen()
        && !known.have(segment.segment().segment());
  }
}
