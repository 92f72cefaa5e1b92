package arashi.request.flag;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.front.turn.BulkWork;
import arashi.target.RequestType;
import java.time.Duration;

/** Sets flags: read, unread, starred. */
public final class FlagMessages extends UserRequest<FlagRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("flag", Duration.ofSeconds(1));

  /**
   * Changes the store.
   *
   * @param bulk worker for whole folders
   */
  public FlagMessages(Front front, BulkWork bulk) {
    super(
        TYPE,
        new FlagHandler(front.pages(), front.store(), bulk),
        Way.post("/mail/{folder}/flag", FlagRequest::ofFolder),
        Way.post("/search/flag", FlagRequest::ofFolders));
  }
}
