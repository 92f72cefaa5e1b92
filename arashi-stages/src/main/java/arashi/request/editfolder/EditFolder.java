package arashi.request.editfolder;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.request.editfolder.EditFolderRequest.Edit;
import arashi.target.RequestType;
import java.time.Duration;

/** Creates, renames, moves, hides or removes a folder, or assigns it a special use. */
public final class EditFolder extends UserRequest<EditFolderRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("edit folder", Duration.ofSeconds(1));

  /** Changes the store. */
  public EditFolder(Front front) {
    super(
        TYPE,
        new EditFolderHandler(front.pages(), front.store().mail().folderEdit()),
        way("/folders", Edit.CREATE),
        way("/mail/{folder}/rename", Edit.RENAME),
        way("/mail/{folder}/move", Edit.MOVE),
        way("/mail/{folder}/remove", Edit.REMOVE),
        way("/mail/{folder}/hide", Edit.HIDE),
        way("/mail/{folder}/unhide", Edit.UNHIDE),
        way("/mail/{folder}/use", Edit.USE));
  }

  private static Way<EditFolderRequest> way(String path, Edit edit) {
    return Way.post(
        path, (exchange, user, arguments) -> EditFolderRequest.of(exchange, user, arguments, edit));
  }
}
