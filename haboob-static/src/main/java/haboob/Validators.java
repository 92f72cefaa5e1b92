package haboob;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import seda.kernel.Clock;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/**
 * By what a client tells whether the copy that it has is still good (RFC 9110 §8.8, §13).
 *
 * @param etag entity tag with its quotes, weak or strong
 * @param lastModified in whole seconds
 * @param lastModifiedText the same as HTTP writes it
 */
record Validators(String etag, Instant lastModified, String lastModifiedText) {

  /**
   * Validators for a file.
   *
   * @param fileTime what the file system has; brought between the epoch and now, as §8.8.2.1 asks
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

  /** Adds the validators to a response. */
  HttpResponse addTo(HttpResponse response) {
    return response.header("ETag", etag).header("Last-Modified", lastModifiedText);
  }

  /** True if a GET or HEAD is to be answered 304: its client has this content (§13.2.2). */
  boolean match(HttpRequest request) {
    List<String> tags = request.headerAll("If-None-Match");
    if (!tags.isEmpty()) {
      return tags.stream().anyMatch(this::isListed); // the date then counts for nothing
    }
    String since = request.header("If-Modified-Since");
    if (since == null) {
      return false;
    }
    return since.equals(lastModifiedText)
        || HttpDate.parse(since).map(date -> !lastModified.isAfter(date)).orElse(false);
  }

  /** Whether a list of entity tags has this one, weakly compared (§8.8.3.2); {@code *} is any. */
  private boolean isListed(String list) {
    if (list.strip().equals("*")) {
      return true;
    }
    String mine = opaque(etag);
    int open = list.indexOf('"');
    while (open >= 0) {
      int close = list.indexOf('"', open + 1);
      if (close < 0) {
        return false;
      }
      if (list.substring(open, close + 1).equals(mine)) {
        return true;
      }
      open = list.indexOf('"', close + 1);
    }
    return false;
  }

  private static String opaque(String tag) {
    return tag.startsWith("W/") ? tag.substring(2) : tag;
  }
}
