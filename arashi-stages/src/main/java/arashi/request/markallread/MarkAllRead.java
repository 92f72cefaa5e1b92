package arashi.request.markallread;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.front.turn.BulkWork;
import arashi.target.RequestType;
import java.time.Duration;

/** Marks all mails of a folder as read. */
public final class MarkAllRead extends UserRequest<MarkAllReadRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("mark all read", Duration.ofSeconds(1));

  /** Marks mails with {@code bulk}. */
  public MarkAllRead(Front front, BulkWork bulk) {
    super(
        TYPE,
        new MarkAllReadHandler(front.pages(), bulk),
        Way.post("/mail/{folder}/read-all", MarkAllReadRequest::read));
  }
}
