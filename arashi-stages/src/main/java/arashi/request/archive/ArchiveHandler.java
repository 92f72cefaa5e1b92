package arashi.request.archive;

import arashi.front.BulkWork;
import arashi.front.Flash;
import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.front.Selection;
import arashi.store.Store;
import arashi.store.job.Work;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Refiled;
import arashi.web.MessageKey;
import java.util.List;
import java.util.Map;
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
    Folder archive = store.folders().ofRole(account, FolderRole.ARCHIVE);
    Selection messages = request.messages();
    if (messages.all()) {
      return archive.id() == messages.folder()
          ? Flash.of(archived, 0)
          : bulk.start(account, new Work.Refile(messages.folder(), archive.id()), archived);
    }
    SortedMap<Long, Refiled> moved = new TreeMap<>();
    for (Map.Entry<Long, List<Long>> each : messages.eachFolder()) {
      if (each.getKey() != archive.id()) {
        moved.put(
            each.getKey(),
            store.items().refile(account, each.getKey(), each.getValue(), archive.id()));
      }
    }
    return Flash.moved(archived, moved);
  }
}
