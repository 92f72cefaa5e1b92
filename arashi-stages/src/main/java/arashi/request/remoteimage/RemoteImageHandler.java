package arashi.request.remoteimage;

import arashi.front.page.BusyAnswers;
import arashi.front.session.User;
import arashi.remote.FetchException;
import arashi.remote.FetchException.Reason;
import arashi.remote.ImageLinks;
import arashi.remote.RemoteContent;
import arashi.remote.RemoteContent.Image;
import arashi.store.database.Outage;
import java.time.Duration;
import java.util.Optional;
import seda.kernel.Batch;
import seda.kernel.EventHandler;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** Returns an image, or a line of plain text with the reason why there is none. */
final class RemoteImageHandler implements EventHandler<HttpExchange> {
  private static final Duration UNTIL_FETCHED = Duration.ofSeconds(5);

  private final RemoteContent content;
  private final ImageLinks links;

  RemoteImageHandler(RemoteContent content, ImageLinks links) {
    this.content = content;
    this.links = links;
  }

  @Override
  public void handle(Batch<HttpExchange> batch) {
    while (batch.hasNext()) {
      HttpExchange exchange = batch.next();
      exchange.respond(answer(exchange.request()));
    }
  }

  private HttpResponse answer(HttpRequest request) {
    Optional<ImageLinks.Target> target = links.read(request);
    if (target.isEmpty()) {
      return without(404, "This image link is invalid or has expired.");
    }
    try {
      Image image = content.image(target.get().account(), target.get().url());
      return protectedAnswer(200)
          .header("Content-Disposition", "inline")
          .body(image.type().mediaType(), image.content());
    } catch (FetchException e) {
      return failed(e.reason());
    }
  }

  private static HttpResponse failed(Reason reason) {
    return switch (reason) {
      case OFF -> without(404, reason.text());
      case TOO_MANY -> busy(UNTIL_FETCHED, reason.text());
      default -> without(502, reason.text());
    };
  }

  /** Refuses a request; {@code user} is unknown, and the database is not read. */
  static void refuse(HttpExchange exchange, User user, Duration retryAfter, Outage outage) {
    exchange.respond(busy(retryAfter, "Too many images are being fetched. Try again later."));
  }

  private static HttpResponse busy(Duration retryAfter, String text) {
    return without(503, text)
        .header("Retry-After", Integer.toString(BusyAnswers.seconds(retryAfter)));
  }

  private static HttpResponse without(int status, String text) {
    return protectedAnswer(status).text(text + "\n");
  }

  /**
   * Creates a response that the frame may load. The frame has no origin, so a {@code same-origin}
   * policy would block it; the signed address is the authorization.
   */
  private static HttpResponse protectedAnswer(int status) {
    return HttpResponse.of(status)
        .header("Cache-Control", "no-store")
        .header("X-Content-Type-Options", "nosniff")
        .header("Referrer-Policy", "no-referrer")
        .header("Cross-Origin-Resource-Policy", "cross-origin")
        .header("Content-Security-Policy", "sandbox; default-src 'none'");
  }
}
