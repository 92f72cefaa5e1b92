package haboob.http;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of a representation (RFC 9110 §14).
 *
 * @param first offset of its first byte
 * @param length in bytes, at least 1
 */
record ByteRange(long first, long length) {
  /** Who wants more pieces of one thing than that is up to no good, or gets it whole. */
  private static final int MAX_RANGES = 16;

  private static final String UNIT = "bytes=";

  /** As {@code Content-Range} has it. */
  String of(long size) {
    return "bytes " + first + "-" + (first + length - 1) + "/" + size;
  }

  /**
   * The ranges that a {@code Range} field asks for, those left out that lie behind the end. Null if
   * the field is to be ignored: it is malformed, of another unit, or its ranges come to more than
   * the whole; or it asks for the last bytes of nothing, which is satisfiable (14.1.2) but has no
   * {@code Content-Range}. Empty if nothing of it can be satisfied.
   */
  static List<ByteRange> parse(String field, long size) {
    if (!field.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
      return null;
    }
    String[] specs = field.substring(UNIT.length()).split(",", -1);
    if (specs.length > MAX_RANGES) {
      return null;
    }
    List<ByteRange> ranges = new ArrayList<>(specs.length);
    long sum = 0;
    for (String spec : specs) {
      String text = spec.strip();
      int dash = text.indexOf('-');
      if (dash < 0) {
        return null;
      }
      long from = number(text.substring(0, dash));
      long to = number(text.substring(dash + 1));
      if (from == BAD || to == BAD || (from == NONE && to == NONE)) {
        return null;
      }
      if (from != NONE && to != NONE && to < from) {
        return null;
      }
      if (from == NONE && to > 0 && size == 0) {
        return null;
      }
      ByteRange range = within(from, to, size);
      if (range != null) {
        ranges.add(range);
        sum += range.length;
      }
    }
    return sum > size ? null : ranges;
  }

  private static final long NONE = -1;
  private static final long BAD = -2;

  /** Digits only; what is too great for a long is as good as without end. */
  private static long number(String digits) {
    if (digits.isEmpty()) {
      return NONE;
    }
    if (!digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return BAD;
    }
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  private static ByteRange within(long from, long to, long size) {
    if (from == NONE) { // the last bytes
      long length = Math.min(to, size);
      return length == 0 ? null : new ByteRange(size - length, length);
    }
    if (from >= size) {
      return null;
    }
    long last = to == NONE ? size - 1 : Math.min(to, size - 1);
    return new ByteRange(from, last - from + 1);
  }
}
