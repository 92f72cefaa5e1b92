package arashi.request.archive;

import arashi.front.page.Flash;
import arashi.front.page.Pages;
import arashi.front.page.Selection;
import arashi.front.route.RequestHandler;
import arashi.front.turn.BulkWork;
import arashi.store.Store;
import arashi.store.job.Work;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Refiled;
import arashi.web.MessageKey;
import java.util.SortedMap;
import java.util.TreeMap;

/** Moves messages to the archive, with undo. */
final class ArchiveHandler extends RequestHandler<ArchiveRequest> {
  private final Store store;
  private final BulkWork bulk;
  private final MessageKey archived;

  ArchiveHandler(Pages pages, Store store, BulkWork bulk) {
    super(pages, pages.busyWords(Archive.TYPE.words()));
    this.store = store;
    this.bulk = bulk;
    this.archived = pages.done("archived");
  }

  @Override
  protected void answer(ArchiveRequest request) {
    pages.redirect(request.exchange(), request.back(), archive(request));
  }

  private Flash archive(ArchiveRequest request) {
    long account = request.user().account();
    Folder archive = store.mail().folders().ofRole(account, FolderRole.ARCHIVE);
    Selection messages = request.messages();
    if (messages.all()) {
      return archive.id() == messages.folder()
          ? Flash.of(archived, 0)
          : bulk.start(account, new Work.Refile(messages.folder(), archive.id()), archived);
    }
    SortedMap<Long, Refiled> moved = new TreeMap<>();
    messages.eachFolder(
        (folder, uids) -> {
          if (folder != archive.id()) {
            moved.put(folder, store.mail().items().refile(account, folder, uids, archive.id()));
          }
        });
    return Flash.moved(archived, moved);
  }
}
