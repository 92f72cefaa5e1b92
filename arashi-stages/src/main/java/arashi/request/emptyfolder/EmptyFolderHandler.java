package arashi.request.emptyfolder;

import arashi.front.RequestProblem;
import arashi.front.page.Flash;
import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.front.turn.BulkWork;
import arashi.store.job.Work;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Folders;
import arashi.web.ErrorPage.Problem;
import arashi.web.MessageKey;

/** Deletes the content of Trash or Junk permanently; other folders are refused. */
final class EmptyFolderHandler extends RequestHandler<EmptyFolderRequest> {
  private final Folders folders;
  private final BulkWork bulk;
  private final MessageKey deletedForEver;

  EmptyFolderHandler(Pages pages, Folders folders, BulkWork bulk) {
    super(pages, pages.busyWords(EmptyFolder.TYPE.words()));
    this.folders = folders;
    this.bulk = bulk;
    this.deletedForEver = pages.done("deleted_for_ever");
  }

  @Override
  protected void answer(EmptyFolderRequest request) throws RequestProblem {
    long account = request.user().account();
    Folder folder =
        folders
            .byId(account, request.folder())
            .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "no such folder"));
    if (folder.role().filter(FolderRole::isEmptied).isEmpty()) {
      throw new RequestProblem(Problem.BAD_REQUEST, "only Trash and Junk can be emptied");
    }
    Flash flash = bulk.start(account, new Work.Empty(folder.id()), deletedForEver);
    pages.redirect(request.exchange(), request.back(), flash);
  }
}
