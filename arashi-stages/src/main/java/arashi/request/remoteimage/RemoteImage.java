package arashi.request.remoteimage;

import arashi.front.RequestProblem;
import arashi.front.route.OpenRequest;
import arashi.remote.ImageLinks;
import arashi.remote.RemoteContent;
import arashi.target.RequestType;
import arashi.web.ErrorPage.Problem;
import java.time.Duration;
import seda.kernel.ThreadDomain;
import seda.netio.http.HttpExchange;

/**
 * Serves a remote image of a mail. The request has no session, because the frame that makes it has
 * no origin and so no cookies. A signed address identifies the account.
 */
public final class RemoteImage extends OpenRequest {
  /** The request type. Remote servers take most of its time. */
  public static final RequestType TYPE = RequestType.of("remote image", Duration.ofSeconds(10));

  /**
   * Creates the stage that fetches images.
   *
   * @param pool pool that runs it and may wait
   * @param content fetcher of images
   * @param links verifier of image addresses
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

  /** Rejects unsigned addresses before they take room in the queue. */
  private static HttpExchange own(ImageLinks links, HttpExchange exchange) throws RequestProblem {
    if (links.read(exchange.request()).isEmpty()) {
      throw new RequestProblem(Problem.NOT_FOUND, "the image link is invalid or expired");
    }
    return exchange;
  }
}
