package arashi.request.flag;

import arashi.front.Front;
import arashi.front.UserRequest;
import arashi.target.RequestType;
import java.time.Duration;

/** Marks: read, unread, a star. */
public final class FlagMessages extends UserRequest<FlagRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("flag", Duration.ofSeconds(1));

  /** Changes the store. */
  public FlagMessages(Front front) {
    super(
        TYPE,
        new FlagHandler(front.pages(), front.store()),
        Way.post("/mail/{folder}/flag", FlagRequest::read));
  }
}
