package arashi.store.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds a segment from mails in memory. Pure computation. */
final class SegmentBuilder {

  private SegmentBuilder() {}

  /**
   * A segment.
   *
   * @param ids ids of its mails, descending
   * @param blocks in key order
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Segment(long[] ids, List<Block> blocks) {}

  /** A term as a key of a hash table. */
  @SuppressWarnings("ArrayRecordComponent") // compares contents, see below
  private record Key(byte[] term) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && Arrays.equals(term, key.term);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(term);
    }
  }

  /**
   * Builds a segment of at least one mail. The messages must be distinct.
   *
   * @param maxBytes maximum bytes of a block of terms
   */
  static Segment build(List<SearchEntry> mails, int maxBytes) {
    List<SearchEntry> newestFirst =
        mails.stream().sorted(Comparator.comparingLong(SearchEntry::message).reversed()).toList();
    long[] ids = newestFirst.stream().mapToLong(SearchEntry::message).toArray();
    List<Block> blocks = new ArrayList<>();
    blocks.add(Ids.directory(ids));
    for (int first = 0; first < ids.length; first += Ids.PER_BLOCK) {
      blocks.add(Ids.block(ids, first));
    }
    BlockWriter writer = new BlockWriter(maxBytes, blocks::add);
    invert(newestFirst).entrySet().stream()
        .sorted(Map.Entry.comparingByKey(Comparator.comparing(Key::term, Arrays::compareUnsigned)))
        .forEach(entry -> writer.add(entry.getKey().term(), entry.getValue()));
    writer.flush();
    return new Segment(ids, blocks);
  }

  private static Map<Key, Postings> invert(List<SearchEntry> mails) {
    Map<Key, Postings> postings = new HashMap<>();
    for (int ordinal = 0; ordinal < mails.size(); ordinal++) {
      for (byte[] term : mails.get(ordinal).terms()) {
        postings.computeIfAbsent(new Key(term), unused -> new Postings()).add(ordinal);
      }
    }
    return postings;
  }
}
