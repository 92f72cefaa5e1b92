package arashi.request.editfolder;

import arashi.front.Front;
import arashi.front.UserRequest;
import arashi.target.RequestType;
import java.time.Duration;

/** Makes, renames, moves, hides or removes a folder. */
public final class EditFolder extends UserRequest<EditFolderRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("edit folder", Duration.ofSeconds(1));

  /** Changes the store. */
  public EditFolder(Front front) {
    super(
        TYPE,
        new EditFolderHandler(front.pages(), front.store().folderEdit()),
        Way.post("/folders", EditFolderRequest::create),
        Way.post("/mail/{folder}/rename", EditFolderRequest::rename),
        Way.post("/mail/{folder}/move", EditFolderRequest::move),
        Way.post("/mail/{folder}/remove", EditFolderRequest::remove),
        Way.post("/mail/{folder}/hide", EditFolderRequest::hide),
        Way.post("/mail/{folder}/unhide", EditFolderRequest::unhide));
  }
}
