package arashi.request.delete;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.front.turn.BulkWork;
import arashi.target.RequestType;
import java.time.Duration;

/** Moves messages to Trash, or deletes them from it. */
public final class Delete extends UserRequest<DeleteRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("delete", Duration.ofSeconds(1));

  /**
   * Changes the store.
   *
   * @param bulk worker for whole folders
   */
  public Delete(Front front, BulkWork bulk) {
    super(
        TYPE,
        new DeleteHandler(front.pages(), front.store(), bulk),
        Way.post("/mail/{folder}/delete", DeleteRequest::ofFolder),
        Way.post("/search/delete", DeleteRequest::ofFolders));
  }
}
