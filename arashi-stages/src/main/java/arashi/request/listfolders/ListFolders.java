package arashi.request.listfolders;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.target.RequestType;
import java.time.Duration;

/** Lists the folders. */
public final class ListFolders extends UserRequest<ListFoldersRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("list folders", Duration.ofSeconds(1));

  /** Reads the folders, or shows the cached ones. */
  public ListFolders(Front front) {
    super(TYPE, new ListFoldersHandler(front.pages()), Way.get("/mail", ListFoldersRequest::read));
  }
}
