package haboob.cache;

import haboob.http.AcceptEncoding;
import haboob.http.Coding;
import haboob.http.MemoryRepresentation;
import haboob.http.Representation;
import haboob.http.UseCount;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import seda.fileio.FileStamp;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * A page in all the codings in which it can be sent, in memory or in files that are kept open.
 * Immutable but for the time of its last comparison with the disk; any thread.
 *
 * <p>Who makes a page uses it from then on, and the cache does while it has it; with the last user
 * its files are closed. Answers that have been made keep what they need.
 */
final class Page {
  /** About what a representation takes beside its bytes: answers, their heads, a cache entry. */
  private static final int OVERHEAD_BYTES = 2048;

  private static final String VERSION = "v";

  private final Representation plain;
  private final Map<Coding, Representation> siblings;
  private final MemoryRepresentation zipped;
  private final List<Representation> coded;
  private final UseCount users; // null if there is nothing to be closed
  private volatile long checkedNanos;
  private volatile long askedNanos;
  private volatile boolean followed;

  /**
   * Makes the page.
   *
   * @param siblings from files beside its own
   * @param zipped what was made here; null if nothing was
   * @param checkedNanos when the reading of its file was asked for
   */
  Page(
      Representation plain,
      Map<Coding, Representation> siblings,
      MemoryRepresentation zipped,
      long checkedNanos) {
    this.plain = plain;
    this.siblings = siblings.isEmpty() ? Map.of() : new EnumMap<>(siblings);
    this.zipped = zipped;
    List<Representation> all = new ArrayList<>(siblings.values());
    if (zipped != null) {
      all.add(zipped);
    }
    all.sort(Comparator.comparingLong(Representation::size));
    this.coded = List.copyOf(all);
    this.users = plain.isInMemory() ? null : new UseCount(this::releaseFiles);
    this.checkedNanos = checkedNanos;
    this.askedNanos = checkedNanos;
  }

  /** True if the request's address names a version of the page. */
  static boolean namesVersion(HttpRequest request) {
    return request.query(VERSION) != null;
  }

  // ---- its users

  /** One user more; false if the page is closed. */
  boolean retain() {
    return users == null || users.retain();
  }

  /** One user less. */
  void release() {
    if (users != null) {
      users.release();
    }
  }

  private void releaseFiles() {
    plain.release();
    siblings.values().forEach(Representation::release);
  }

  // ---- answers

  /** True if a request needs nothing that only a look at the disk can tell. */
  boolean canAnswerUnchecked(HttpRequest request) {
    return plain.mayAnswerUnchecked(request) && (plain.isHashed() || !namesVersion(request));
  }

  /** The answer to a GET or HEAD, for a user. */
  HttpResponse answer(HttpRequest request) throws IOException {
    return choose(request).answer(request, plain.isVersion(request.query(VERSION)));
  }

  /** What the client likes best, and of that the shortest. */
  private Representation choose(HttpRequest request) {
    String field = coded.isEmpty() ? null : request.header("Accept-Encoding");
    if (field == null) {
      return plain;
    }
    AcceptEncoding accepted = AcceptEncoding.parse(field);
    Representation best = plain;
    double weight = 0;
    for (Representation each : coded) {
      double its = accepted.weight(each.coding());
      if (its > weight) {
        best = each;
        weight = its;
      }
    }
    return best;
  }

  // ---- beside the disk

  /** True if the page was compared with the disk so lately. */
  boolean isFresh(long nowNanos, long withinNanos) {
    return nowNanos - checkedNanos < withinNanos;
  }

  /**
   * Notes that it was asked for, as exactly as to such a time.
   *
   * @return true, once until {@link #unfollow}, if it was not compared for so long
   */
  boolean isToBeFollowed(long nowNanos, long afterNanos) {
    if (nowNanos - askedNanos >= afterNanos) {
      askedNanos = nowNanos; // not each time, for other processors read it
    }
    return !followed && nowNanos - checkedNanos >= afterNanos && follow();
  }

  private synchronized boolean follow() {
    boolean first = !followed;
    followed = true;
    return first;
  }

  /** It is not looked at ahead of time any more. */
  void unfollow() {
    followed = false;
  }

  boolean wasAskedSince(long nanos) {
    return askedNanos - nanos >= 0;
  }

  /** The disk still had this content when it was looked at, which was not before this time. */
  void confirm(long nanos) {
    checkedNanos = nanos;
  }

  /** Whether all its files are proven to be what they were. Blocks on the disk. */
  boolean isUnchanged(Site site, String path) throws IOException {
    if (!isUnchanged(plain, site, path)) {
      return false;
    }
    for (Coding coding : plain.form().varies() ? Coding.all() : List.<Coding>of()) {
      if (!isUnchanged(siblings.get(coding), site, path + coding.extension())) {
        return false;
      }
    }
    return true;
  }

  /** Of a file that was not there, whether it still is not. */
  private static boolean isUnchanged(Representation known, Site site, String path)
      throws IOException {
    FileStamp proof = known == null ? null : known.proof();
    return (known == null || proof != null) && Objects.equals(proof, stamp(site, path));
  }

  private static FileStamp stamp(Site site, String path) throws IOException {
    try {
      return site.root().stamp(site.path(path));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  // ---- its parts

  /** As the file has it. */
  Representation plain() {
    return plain;
  }

  /** What was made here; null if nothing was. */
  MemoryRepresentation zipped() {
    return zipped;
  }

  /** From the file with a coding's extension; null if there was none. */
  Representation sibling(Coding coding) {
    return siblings.get(coding);
  }

  /** Whether it was made of just these files. */
  boolean hasSiblings(Map<Coding, Representation> others) {
    return siblings.equals(others);
  }

  /** Length of the file. */
  long size() {
    return plain.size();
  }

  /** What the page takes of the cache's budget, about. */
  int weight(String key) {
    long bytes = plain.weight() + 2L * key.length() + OVERHEAD_BYTES;
    for (Representation each : coded) {
      bytes += each.weight() + OVERHEAD_BYTES;
    }
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }
}
