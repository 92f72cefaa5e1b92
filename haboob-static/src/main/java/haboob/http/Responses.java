package haboob.http;

import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.fileio.FileOpened;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** Responses that are not cached pages. */
public final class Responses {
  private static final Logger log = LoggerFactory.getLogger(Responses.class);

  private static final String ALLOWED = "GET, HEAD, OPTIONS";

  /** To OPTIONS, for any page. */
  public static final HttpResponse OPTIONS = safe(HttpResponse.of(204)).header("Allow", ALLOWED);

  /** 404. */
  public static final HttpResponse NOT_FOUND = refusal(404).text("There is no such page.\n");

  /** 405: method not supported by pages. */
  public static final HttpResponse NOT_ALLOWED =
      refusal(405).header("Allow", ALLOWED).text("This page can only be read.\n");

  /** 500: the disk failed. */
  public static final HttpResponse FAILED =
      refusal(500).text("The page can't be read at the moment.\n");

  private Responses() {}

  /** Creates an error response that is not cached. */
  static HttpResponse refusal(int status) {
    return safe(HttpResponse.of(status)).header("Cache-Control", "no-store");
  }

  /** Adds the field that disables content sniffing by browsers. */
  public static HttpResponse safe(HttpResponse response) {
    return response.header("X-Content-Type-Options", "nosniff");
  }

  /** 503 with {@code Retry-After}, at least one second. */
  public static HttpResponse busy(Duration retryAfter) {
    long seconds = Math.max(1, retryAfter.plusNanos(999_999_999).toSeconds());
    return refusal(503)
        .header("Retry-After", Long.toString(seconds))
        .text("The server is busy. Please try again in a moment.\n");
  }

  /** Redirects to the address plus a slash, so relative links resolve below it. */
  public static HttpResponse toDirectory(HttpRequest request) {
    String target = request.target();
    int mark = target.indexOf('?');
    String path = mark < 0 ? target : target.substring(0, mark);
    String name = path.substring(path.lastIndexOf('/') + 1);
    if (name.isEmpty()) {
      return NOT_FOUND;
    }
    String query = mark < 0 ? "" : target.substring(mark);
    // relative and starting with a dot: cannot lead to another host
    return safe(HttpResponse.of(301))
        .header("Location", "./" + name + "/" + query)
        .text("The page is a directory.\n");
  }

  /** Closes a file; a failure is logged. */
  public static void close(FileOpened opened) {
    try {
      opened.channel().close();
    } catch (IOException e) {
      log.warn("closing a file failed", e);
    }
  }
}
