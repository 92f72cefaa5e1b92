package arashi.store.index;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Merges the terms of several segments one at a time, so that memory does not depend on the size of
 * the segments. Not thread-safe.
 */
final class SegmentMerge {
  private final PriorityQueue<Input> inputs =
      new PriorityQueue<>(
          Comparator.comparing((Input input) -> input.reader.term(), Arrays::compareUnsigned));
  private final BlockWriter writer;
  private final Postings merged = new Postings();

  /**
   * One input segment.
   *
   * @param reader positioned before its first term
   * @param ordinals output ordinal of each input ordinal, see {@link IdMerge#ordinals}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Input(SegmentReader reader, int[] ordinals) {}

  SegmentMerge(List<Input> segments, BlockWriter writer) {
    this.writer = writer;
    segments.forEach(this::advance);
  }

  private void advance(Input input) {
    if (input.reader.next()) {
      inputs.add(input);
    }
  }

  /** Returns true if there is another term. */
  boolean hasNext() {
    return !inputs.isEmpty();
  }

  /** Writes the next term, unless all its mails are dropped; returns the term. */
  byte[] next() {
    byte[] term = inputs.element().reader.term();
    merged.clear();
    while (!inputs.isEmpty() && Arrays.equals(inputs.element().reader.term(), term)) {
      Input input = inputs.remove();
      map(input);
      advance(input);
    }
    if (merged.size() > 0) {
      merged.sort();
      writer.add(term, merged);
    }
    return term;
  }

  private void map(Input input) {
    Postings postings = input.reader.postings();
    for (int i = 0; i < postings.size(); i++) {
      int becomes = input.ordinals[postings.get(i)];
      if (becomes != IdMerge.DROPPED) {
        merged.add(becomes);
      }
    }
  }
}
