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
 * A page in all codings in which it can be sent, in memory or in open files. Immutable, except for
 * the times of its last check and request; any thread.
 *
 * <p>Reference-counted: the creator and the cache each hold a reference. The last release closes
 * the files. Responses that exist already keep the resources they need.
 */
final class Page {
  /** Approximate overhead of a representation: responses, their headers, a cache entry. */
  private static final int OVERHEAD_BYTES = 2048;

  private static final String VERSION = "v";

  private final Representation plain;
  private final Map<Coding, Representation> siblings;
  private final MemoryRepresentation zipped;
  private final List<Representation> coded;
  private final UseCount users; // null if nothing needs closing
  private volatile long checkedNanos;
  private volatile long askedNanos;
  private volatile boolean followed;

  /**
   * Creates a page with one user.
   *
   * @param siblings representations from files beside its own
   * @param zipped representation compressed here; null if there is none
   * @param checkedNanos time at which the reading of its file was requested
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

  /** True if the request's query names a version of the page. */
  static boolean namesVersion(HttpRequest request) {
    return request.query(VERSION) != null;
  }

  // ---- users

  /** Adds a user; false if the page is closed. */
  boolean retain() {
    return users == null || users.retain();
  }

  /** Removes a user. */
  void release() {
    if (users != null) {
      users.release();
    }
  }

  private void releaseFiles() {
    plain.release();
    siblings.values().forEach(Representation::release);
  }

  // ---- responses

  /** True if the response needs no access to the disk. */
  boolean canAnswerUnchecked(HttpRequest request) {
    return plain.mayAnswerUnchecked(request) && (plain.isHashed() || !namesVersion(request));
  }

  /** Responds to a GET or HEAD; the caller must be a user. */
  HttpResponse answer(HttpRequest request) throws IOException {
    return choose(request).answer(request, plain.isVersion(request.query(VERSION)));
  }

  /** Chooses the coding with the client's highest weight, among equals the shortest. */
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

  // ---- revalidation

  /** True if the page was checked within {@code withinNanos}. */
  boolean isFresh(long nowNanos, long withinNanos) {
    return nowNanos - checkedNanos < withinNanos;
  }

  /**
   * Notes a request, with a resolution of {@code afterNanos}.
   *
   * @return true, once until {@link #unfollow}, if the last check is at least {@code afterNanos}
   *     ago
   */
  boolean isToBeFollowed(long nowNanos, long afterNanos) {
    if (nowNanos - askedNanos >= afterNanos) {
      askedNanos = nowNanos; // rarely written, since other processors read it
    }
    return !followed && nowNanos - checkedNanos >= afterNanos && follow();
  }

  private synchronized boolean follow() {
    boolean first = !followed;
    followed = true;
    return first;
  }

  /** Ends checks ahead of time. */
  void unfollow() {
    followed = false;
  }

  boolean wasAskedSince(long nanos) {
    return askedNanos - nanos >= 0;
  }

  /** Records that the disk had this content at {@code nanos} or later. */
  void confirm(long nanos) {
    checkedNanos = nanos;
  }

  /** True if the stamps prove all its files unchanged. Blocks on the disk. */
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

  /** For a file that was missing, true if it is still missing. */
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

  // ---- representations

  /** The file's own content. */
  Representation plain() {
    return plain;
  }

  /** The representation compressed here; null if there is none. */
  MemoryRepresentation zipped() {
    return zipped;
  }

  /** The representation from the file with a coding's extension; null if there is none. */
  Representation sibling(Coding coding) {
    return siblings.get(coding);
  }

  /** True if the page was made of exactly these files. */
  boolean hasSiblings(Map<Coding, Representation> others) {
    return siblings.equals(others);
  }

  /** Length of the file. */
  long size() {
    return plain.size();
  }

  /** Approximate weight of the page in the cache's budget. */
  int weight(String key) {
    long bytes = plain.weight() + 2L * key.length() + OVERHEAD_BYTES;
    for (Representation each : coded) {
      bytes += each.weight() + OVERHEAD_BYTES;
    }
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }
}
