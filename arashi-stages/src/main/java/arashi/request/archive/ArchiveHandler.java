package arashi.request.archive;

import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.front.turn.BulkWork;
import arashi.front.turn.SelectedMails;
import arashi.store.Store;
import arashi.store.mail.FolderRole;
import arashi.web.MessageKey;

/** Moves messages to the archive, with undo. */
final class ArchiveHandler extends RequestHandler<ArchiveRequest> {
  private final Store store;
  private final SelectedMails selected;
  private final MessageKey archived;

  ArchiveHandler(Pages pages, Store store, BulkWork bulk) {
    super(pages, pages.busyWords(Archive.TYPE.words()));
    this.store = store;
    this.selected = new SelectedMails(store, bulk);
    this.archived = pages.done("archived");
  }

  @Override
  protected void answer(ArchiveRequest request) {
    long account = request.user().account();
    long archive = store.mail().folders().ofRole(account, FolderRole.ARCHIVE).id();
    pages.redirect(
        request.exchange(),
        request.back(),
        selected.refile(account, request.messages(), archive, archived));
  }
}
