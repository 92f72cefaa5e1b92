package arashi.request.complete;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.target.RequestType;
import java.time.Duration;

/** Completes addresses as the user types. */
public final class Complete extends UserRequest<CompleteRequest> {
  /** The request type. */
  public static final RequestType TYPE =
      RequestType.of("complete", Duration.ofMillis(500)).withDegradation();

  /**
   * Reads the store.
   *
   * @param rows maximum rows read of each of the two ranges
   */
  public Complete(Front front, int rows) {
    super(
        TYPE,
        new CompleteHandler(front.pages(), front.store(), rows, front.clock()),
        Way.get("/complete", CompleteRequest::read));
  }
}
