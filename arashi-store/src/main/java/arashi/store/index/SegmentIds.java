package arashi.store.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The ids of one segment, read on demand. Blocks; not thread-safe. */
final class SegmentIds {
  private final SegmentBlocks reads;
  private final LiveSegment segment;
  private final Map<Integer, long[]> blocks = new HashMap<>();

  SegmentIds(SegmentBlocks reads, LiveSegment segment) {
    this.reads = reads;
    this.segment = segment;
  }

  /** Returns the first ordinal whose id is less than {@code before}. */
  int firstBelow(long before) {
    if (before > segment.newest()) {
      return 0;
    }
    require(List.of(Ids.DIRECTORY));
    int block = Ids.firstBelow(blocks.get(Ids.DIRECTORY), before) - 1;
    int doc = Math.max(0, block) * Ids.PER_BLOCK;
    require(List.of(doc));
    return doc + Ids.firstBelow(blocks.get(doc), before);
  }

  /** Returns true if the segment contains the id. */
  boolean has(long id) {
    if (id > segment.newest() || id < segment.oldest()) {
      return false;
    }
    Postings nearest = new Postings();
    nearest.add(firstBelow(id + 1));
    return of(nearest)[0] == id;
  }

  /** Returns the ids of these ordinals. */
  long[] of(Postings ordinals) {
    List<Integer> needed = new ArrayList<>();
    for (int i = 0; i < ordinals.size(); i++) {
      int doc = Ids.blockOf(ordinals.get(i));
      if (needed.isEmpty() || needed.get(needed.size() - 1) != doc) {
        needed.add(doc);
      }
    }
    require(needed);
    long[] ids = new long[ordinals.size()];
    for (int i = 0; i < ids.length; i++) {
      int ordinal = ordinals.get(i);
      long[] block = blocks.get(Ids.blockOf(ordinal));
      int at = ordinal % Ids.PER_BLOCK;
      if (at >= block.length) {
        throw ByteSource.damaged("no mail has the ordinal " + ordinal);
      }
      ids[i] = block[at];
    }
    return ids;
  }

  private void require(List<Integer> docs) {
    List<Integer> missing = new ArrayList<>();
    for (int doc : docs) {
      if (!blocks.containsKey(doc)) {
        long[] known = reads.knownIds(segment.segment(), doc);
        if (known == null) {
          missing.add(doc);
        } else {
          blocks.put(doc, known);
        }
      }
    }
    if (!missing.isEmpty()) {
      blocks.putAll(reads.ids(segment.segment(), missing));
    }
  }
}
