package arashi.request.refile;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.front.turn.BulkWork;
import arashi.target.RequestType;
import java.time.Duration;

/** Moves messages to another folder. */
public final class Refile extends UserRequest<RefileRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("refile", Duration.ofSeconds(1));

  /**
   * Changes the store.
   *
   * @param bulk worker for whole folders
   */
  public Refile(Front front, BulkWork bulk) {
    super(
        TYPE,
        new RefileHandler(front.pages(), front.store(), bulk),
        Way.post("/mail/{folder}/refile", RefileRequest::ofFolder),
        Way.post("/search/refile", RefileRequest::ofFolders));
  }
}
