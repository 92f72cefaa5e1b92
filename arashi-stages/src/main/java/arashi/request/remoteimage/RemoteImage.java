package arashi.request.remoteimage;

import arashi.front.OpenRequest;
import arashi.front.RequestProblem;
import arashi.remote.ImageLinks;
import arashi.remote.RemoteContent;
import arashi.target.RequestType;
import arashi.web.ErrorPage.Problem;
import java.time.Duration;
import seda.kernel.ThreadDomain;
import seda.netio.http.HttpExchange;

/**
 * A remote image of a mail. It comes without a session, because the frame that asks for it has no
 * origin and so no cookies: its address says, signed, whose it is.
 */
public final class RemoteImage extends OpenRequest {
  /** The request type. Most of its time is that of servers elsewhere. */
  public static final RequestType TYPE = RequestType.of("remote image", Duration.ofSeconds(10));

  /**
   * Fetches images.
   *
   * @param pool runs it, and may wait
   * @param content fetches them
   * @param links read its addresses
   */
  public RemoteImage(
      int queueCapacity, ThreadDomain pool, RemoteContent content, ImageLinks links) {
    super(
        TYPE,
        queueCapacity,
        pool,
        new RemoteImageHandler(content, links),
        RemoteImageHandler::refuse,
        Way.get(ImageLinks.PATH, (exchange, user, arguments) -> own(links, exchange)));
  }

  /** What has no signature of ours takes no place in the queue. */
  private static HttpExchange own(ImageLinks links, HttpExchange exchange) throws RequestProblem {
    if (links.read(exchange.request()).isEmpty()) {
      throw new RequestProblem(Problem.NOT_FOUND, "no link of ours, or its time is over");
    }
    return exchange;
  }
}
