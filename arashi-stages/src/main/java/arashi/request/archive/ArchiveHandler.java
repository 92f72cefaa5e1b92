package arashi.request.archive;

import arashi.front.BulkWork;
import arashi.front.Flash;
import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.store.Store;
import arashi.store.job.Work;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.web.MessageKey;

/** Moves messages to the archive, from where they can be taken back. */
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
    Folder archive = store.folders().ofRole(account, FolderRole.ARCHIVE);
    if (archive.id() == request.folder()) {
      return Flash.of(archived, 0);
    }
    if (request.all()) {
      return bulk.start(account, new Work.Refile(request.folder(), archive.id()), archived);
    }
    return Flash.moved(
        archived,
        request.folder(),
        store.items().refile(account, request.folder(), request.uids(), archive.id()));
  }
}
