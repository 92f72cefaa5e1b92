package haboob;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * A page in memory, in all the codings in which it can be sent. Immutable but for the time of its
 * last comparison with the disk; any thread.
 */
final class Page {
  /** About what a representation takes beside its bytes: answers, their heads, a cache entry. */
  private static final int OVERHEAD_BYTES = 2048;

  private static final String VERSION = "v";

  private final MemoryRepresentation plain;
  private final Map<Coding, MemoryRepresentation> siblings;
  private final MemoryRepresentation zipped;
  private final List<MemoryRepresentation> coded;
  private volatile long checkedNanos;
  private volatile long aheadNanos;

  /**
   * Makes the page.
   *
   * @param siblings from files beside its own
   * @param zipped what was made here; null if nothing was
   * @param checkedNanos when the reading of its file was asked for
   */
  Page(
      MemoryRepresentation plain,
      Map<Coding, MemoryRepresentation> siblings,
      MemoryRepresentation zipped,
      long checkedNanos) {
    this.plain = plain;
    this.siblings = siblings.isEmpty() ? Map.of() : new EnumMap<>(siblings);
    this.zipped = zipped;
    List<MemoryRepresentation> all = new ArrayList<>(siblings.values());
    if (zipped != null) {
      all.add(zipped);
    }
    all.sort(Comparator.comparingLong(MemoryRepresentation::size));
    this.coded = List.copyOf(all);
    this.checkedNanos = checkedNanos;
    this.aheadNanos = checkedNanos;
  }

  /** True if the request's address names a version of the page. */
  static boolean namesVersion(HttpRequest request) {
    return request.query(VERSION) != null;
  }

  /** True if it can be told whether the page is of the version that is named, if one is. */
  boolean canTell(HttpRequest request) {
    return plain.isHashed() || !namesVersion(request);
  }

  /** The answer to a GET or HEAD. */
  HttpResponse answer(HttpRequest request) {
    boolean forGood = plain.isVersion(request.query(VERSION));
    try {
      return choose(request).answer(request, forGood);
    } catch (IOException e) {
      throw new IllegalStateException("memory can be read", e);
    }
  }

  /** What the client likes best, and of that the shortest. */
  private MemoryRepresentation choose(HttpRequest request) {
    String field = coded.isEmpty() ? null : request.header("Accept-Encoding");
    if (field == null) {
      return plain;
    }
    AcceptEncoding accepted = AcceptEncoding.parse(field);
    MemoryRepresentation best = plain;
    double weight = 0;
    for (MemoryRepresentation each : coded) {
      double its = accepted.weight(each.coding());
      if (its > weight) {
        best = each;
        weight = its;
      }
    }
    return best;
  }

  /** True if the page was compared with the disk so lately. */
  boolean isFresh(long nowNanos, long withinNanos) {
    return nowNanos - checkedNanos < withinNanos;
  }

  /** True, once in such a time, if the page was not compared with the disk for so long. */
  boolean mayLookAhead(long nowNanos, long afterNanos) {
    boolean may = nowNanos - checkedNanos >= afterNanos && nowNanos - aheadNanos >= afterNanos;
    if (may) {
      aheadNanos = nowNanos; // of two that come at once both may; that does no harm
    }
    return may;
  }

  /** The disk still had this content when it was looked at, which was not before this time. */
  void confirm(long nanos) {
    checkedNanos = nanos;
  }

  /** As the file has it. */
  MemoryRepresentation plain() {
    return plain;
  }

  /** What was made here; null if nothing was. */
  MemoryRepresentation zipped() {
    return zipped;
  }

  /** From the file with a coding's extension; null if there was none. */
  MemoryRepresentation sibling(Coding coding) {
    return siblings.get(coding);
  }

  /** Whether it was made of just these files. */
  boolean hasSiblings(Map<Coding, MemoryRepresentation> others) {
    return siblings.equals(others);
  }

  /** Length of the file. */
  long size() {
    return plain.size();
  }

  /** What the page takes in memory, about. */
  int weight(String key) {
    long bytes = plain.size() + 2L * key.length() + OVERHEAD_BYTES;
    for (MemoryRepresentation each : coded) {
      bytes += each.size() + OVERHEAD_BYTES;
    }
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }
}
