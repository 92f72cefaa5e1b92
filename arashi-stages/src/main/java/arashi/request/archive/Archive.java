package arashi.request.archive;

import arashi.front.Front;
import arashi.front.UserRequest;
import arashi.target.RequestType;
import java.time.Duration;

/** To the archive. */
public final class Archive extends UserRequest<ArchiveRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("archive", Duration.ofSeconds(1));

  /** Changes the store. */
  public Archive(Front front) {
    super(
        TYPE,
        new ArchiveHandler(front.pages(), front.store()),
        Way.post("/mail/{folder}/archive", ArchiveRequest::read));
  }
}
