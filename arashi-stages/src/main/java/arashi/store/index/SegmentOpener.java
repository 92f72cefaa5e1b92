package arashi.store.index;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Looks up the terms of a query in segments, several at once: the newest first, and more each time,
 * because a frequent term is found in the first and a rare one must be looked for in all. The first
 * may have been looked up with the state of the index. Blocks; not thread-safe.
 */
final class SegmentOpener {
  private static final int FIRST = 4;
  private static final int GROWTH = 4;

  private final SegmentBlocks blocks;
  private final List<byte[]> terms;
  private final BlockLookups known;
  private int many;

  /**
   * An opener for one search.
   *
   * @param known what was looked up with the state of the index
   */
  SegmentOpener(SegmentBlocks blocks, List<byte[]> terms, BlockLookups known) {
    this.blocks = blocks;
    this.terms = terms;
    this.known = known;
    this.many = known.isEmpty() ? FIRST : FIRST * GROWTH;
  }

  /**
   * Opens a segment, and perhaps with it others that come next.
   *
   * @param others sources; what is opened may leave them
   */
  void open(SegmentSource first, PriorityQueue<Source> others) throws SQLException {
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
    return !segment.isOpen() && !known.have(segment.segment().segment());
  }
}
