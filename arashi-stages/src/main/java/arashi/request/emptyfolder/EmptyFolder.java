package arashi.request.emptyfolder;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.front.turn.BulkWork;
import arashi.target.RequestType;
import java.time.Duration;

/** Empties Trash or Junk. */
public final class EmptyFolder extends UserRequest<EmptyFolderRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("empty folder", Duration.ofSeconds(1));

  /** Empties folders with {@code bulk}. */
  public EmptyFolder(Front front, BulkWork bulk) {
    super(
        TYPE,
        new EmptyFolderHandler(front.pages(), front.store().mail().folders(), bulk),
        Way.post("/mail/{folder}/empty", EmptyFolderRequest::read));
  }
}
