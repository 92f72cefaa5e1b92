package arashi.request.unsubscribe;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.remote.RemoteContent;
import arashi.target.RequestType;
import java.time.Duration;
import seda.kernel.ThreadDomain;

/** Unsubscribes from a mailing list with one click. */
public final class Unsubscribe extends UserRequest<UnsubscribeRequest> {
  /** The request type. Remote servers take most of its time. */
  public static final RequestType TYPE = RequestType.of("unsubscribe", Duration.ofSeconds(10));

  /**
   * Reads the store and posts the request.
   *
   * @param pool pool that runs it and may wait
   */
  public Unsubscribe(Front front, int queueCapacity, ThreadDomain pool, RemoteContent content) {
    super(
        TYPE,
        new Room(queueCapacity, pool),
        new UnsubscribeHandler(front.pages(), front.store(), content),
        Way.post("/mail/{folder}/{uid}/unsubscribe", UnsubscribeRequest::read));
  }
}
