package arashi.request.send;

import arashi.front.compose.ComposePages;
import arashi.front.compose.DraftSaves;
import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.outbox.Submission;
import arashi.target.RequestType;
import java.time.Duration;

/** Sends a mail, at once or later; recalls or reschedules it. */
public final class Send extends UserRequest<SendRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("send", Duration.ofSeconds(3));

  /** Submits mail to {@code submission}. */
  public Send(Front front, ComposePages pages, DraftSaves saves, Submission submission) {
    super(
        TYPE,
        new SendHandler(front, pages, saves, submission),
        Way.post("/send", SendRequest::send),
        Way.get("/outbox/{id}", SendRequest::show),
        Way.post("/outbox/{id}/undo", SendRequest::undo),
        Way.post("/outbox/{id}/time", SendRequest::reschedule));
  }
}
