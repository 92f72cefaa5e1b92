package arashi.request.archive;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.front.turn.BulkWork;
import arashi.target.RequestType;
import java.time.Duration;

/** Moves messages to the archive. */
public final class Archive extends UserRequest<ArchiveRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("archive", Duration.ofSeconds(1));

  /**
   * Changes the store.
   *
   * @param bulk worker for whole folders
   */
  public Archive(Front front, BulkWork bulk) {
    super(
        TYPE,
        new ArchiveHandler(front.pages(), front.store(), bulk),
        Way.post("/mail/{folder}/archive", ArchiveRequest::ofFolder),
        Way.post("/search/archive", ArchiveRequest::ofFolders));
  }
}
