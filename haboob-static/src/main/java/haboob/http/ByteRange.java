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
  /** Limit of ranges; a request with more is probably abuse and gets the whole. */
  private static final int MAX_RANGES = 16;

  private static final String UNIT = "bytes=";

  /** Formats the value of {@code Content-Range}. */
  String of(long size) {
    return "bytes " + first + "-" + (first + length - 1) + "/" + size;
  }

  /**
   * Parses a {@code Range} field, without the ranges past the end. Null if the field is to be
   * ignored: it is malformed, has another unit, or its ranges total more than the whole; or it
   * requests a suffix of an empty page, which is satisfiable (14.1.2) but has no {@code
   * Content-Range}. Empty if no range is satisfiable.
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

  /** Parses digits only; a value too large for a long counts as unbounded. */
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
    if (from == NONE) { // a suffix range
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
