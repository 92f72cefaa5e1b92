package arashi.request.delete;

import arashi.front.page.Flash;
import arashi.front.page.Pages;
import arashi.front.page.Selection;
import arashi.front.route.RequestHandler;
import arashi.front.turn.BulkWork;
import arashi.front.turn.SelectedMails;
import arashi.store.Store;
import arashi.store.job.Work;
import arashi.store.mail.Deleted;
import arashi.store.mail.FolderRole;
import arashi.web.MessageKey;
import java.util.List;

/** Moves messages to Trash, with undo; in Trash, deletes them permanently. */
final class DeleteHandler extends RequestHandler<DeleteRequest> {
  private final Store store;
  private final BulkWork bulk;
  private final SelectedMails selected;
  private final MessageKey deleted;
  private final MessageKey deletedForEver;

  DeleteHandler(Pages pages, Store store, BulkWork bulk) {
    super(pages, pages.busyWords(Delete.TYPE.words()));
    this.store = store;
    this.bulk = bulk;
    this.selected = new SelectedMails(store, bulk);
    this.deleted = pages.done("deleted");
    this.deletedForEver = pages.done("deleted_for_ever");
  }

  @Override
  protected void answer(DeleteRequest request) {
    long account = request.user().account();
    Selection messages = request.messages();
    Flash flash =
        request.forGood() && !messages.all()
            ? ofFolder(account, messages.folder(), messages.uids().get(messages.folder()))
            : delete(account, messages);
    pages.redirect(request.exchange(), request.back(), flash);
  }

  private Flash ofFolder(long account, long folder, List<Long> uids) {
    Deleted result = store.mail().items().delete(account, folder, uids);
    return result instanceof Deleted.ToTrash trash
        ? Flash.moved(deleted, folder, trash.refiled())
        : Flash.of(deletedForEver, ((Deleted.Forever) result).uids().size());
  }

  private Flash delete(long account, Selection messages) {
    long trash = store.mail().folders().ofRole(account, FolderRole.TRASH).id();
    return messages.all() && messages.folder() == trash
        ? bulk.start(account, new Work.Empty(trash), deletedForEver)
        : selected.refile(account, messages, trash, deleted);
  }
}
