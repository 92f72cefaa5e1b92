package haboob.http;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import seda.fileio.FileStamp;
import seda.kernel.Clock;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * Validators by which a client revalidates its copy (RFC 9110 §8.8, §13).
 *
 * @param etag entity tag with its quotes, weak or strong
 * @param lastModified in whole seconds
 * @param lastModifiedText the same in HTTP format
 */
record Validators(String etag, Instant lastModified, String lastModifiedText) {

  /** The result of a request's preconditions. */
  enum Outcome {
    /** There are none, or they hold. */
    PROCEED,
    /** The client has this content: 304. */
    NOT_MODIFIED,
    /** A precondition failed: 412. */
    FAILED
  }

  /**
   * Creates validators for a file.
   *
   * @param fileTime modification time, clamped between the epoch and now as §8.8.2.1 requires
   */
  static Validators of(String etag, Instant fileTime, Clock clock) {
    Instant now = clock.instant();
    Instant bounded = fileTime.isAfter(now) ? now : fileTime;
    if (bounded.isBefore(Instant.EPOCH)) {
      bounded = Instant.EPOCH;
    }
    Instant seconds = bounded.truncatedTo(ChronoUnit.SECONDS);
    return new Validators(etag, seconds, HttpDate.format(seconds));
  }

  /**
   * Builds a tag from size, time and identity, for a file that is not read. Strong if equal stamps
   * prove equal content.
   *
   * @param coding coding of the content; null for none
   */
  static String tag(FileStamp stamp, boolean settled, Coding coding) {
    long nanos = stamp.lastModified().to(TimeUnit.NANOSECONDS);
    int identity = String.valueOf(stamp.fileKey()).hashCode();
    String tag = String.format("%x-%x-%x", stamp.size(), nanos, identity);
    return (settled ? "\"" : "W/\"") + tag + (coding == null ? "" : "-" + coding.token()) + '"';
  }

  /** Adds the validators to a response. */
  HttpResponse addTo(HttpResponse response) {
    return response.header("ETag", etag).header("Last-Modified", lastModifiedText);
  }

  /** Evaluates the preconditions of a GET or HEAD in the order of §13.2.2. */
  Outcome judge(HttpRequest request) {
    if (request.header("If-Match") != null) {
      if (!isListed(request.headerAll("If-Match"), true)) {
        return Outcome.FAILED;
      }
    } else if (isModifiedSince(request.header("If-Unmodified-Since"), false)) {
      return Outcome.FAILED;
    }
    boolean has;
    if (request.header("If-None-Match") != null) {
      has = isListed(request.headerAll("If-None-Match"), false); // If-Modified-Since is ignored
    } else {
      String since = request.header("If-Modified-Since");
      has = since != null && !isModifiedSince(since, true);
    }
    return has ? Outcome.NOT_MODIFIED : Outcome.PROCEED;
  }

  /** False if {@code If-Range} says that the client has ranges of other content. */
  boolean allowParts(HttpRequest request) {
    String condition = request.header("If-Range");
    if (condition == null) {
      return true;
    }
    return condition.startsWith("\"") ? condition.equals(etag) : condition.equals(lastModifiedText);
  }

  /** Returns {@code otherwise} for a malformed date. */
  private boolean isModifiedSince(String field, boolean otherwise) {
    if (field == null) {
      return otherwise;
    }
    if (field.equals(lastModifiedText)) {
      return false;
    }
    return HttpDate.parse(field).map(lastModified::isAfter).orElse(otherwise);
  }

  /** True if the lists of entity tags contain this one (§8.8.3.2); {@code *} matches any. */
  private boolean isListed(List<String> lists, boolean strongly) {
    return lists.stream().anyMatch(list -> isListed(list, strongly));
  }

  private boolean isListed(String list, boolean strongly) {
    if (list.strip().equals("*")) {
      return true;
    }
    if (strongly && isWeak(etag)) {
      return false;
    }
    String mine = opaque(etag);
    int open = list.indexOf('"');
    while (open >= 0) {
      int close = list.indexOf('"', open + 1);
      if (close < 0) {
        return false;
      }
      boolean weak = list.startsWith("W/", open - 2);
      if (list.substring(open, close + 1).equals(mine) && !(strongly && weak)) {
        return true;
      }
      open = list.indexOf('"', close + 1);
    }
    return false;
  }

  private static boolean isWeak(String tag) {
    return tag.startsWith("W/");
  }

  private static String opaque(String tag) {
    return isWeak(tag) ? tag.substring(2) : tag;
  }
}
