package arashi.request.delete;

import arashi.front.Flash;
import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.store.Deleted;
import arashi.store.Store;

/** Moves messages to Trash, from where they can be taken back; in Trash, removes them for good. */
public final class DeleteHandler extends RequestHandler<DeleteRequest> {
  private final Store store;

  /** A handler that changes {@code store}. */
  public DeleteHandler(Pages pages, Store store) {
    super(pages);
    this.store = store;
  }

  @Override
  protected void answer(DeleteRequest request) {
    Deleted deleted =
        store.items().delete(request.user().account(), request.folder(), request.uids());
    pages.redirect(request.exchange(), request.back(), flash(request, deleted));
  }

  private static Flash flash(DeleteRequest request, Deleted deleted) {
    if (deleted instanceof Deleted.Forever gone) {
      return Flash.of(Flash.Done.DELETED_FOR_EVER, gone.uids().size());
    }
    return Flash.moved(Flash.Done.DELETED, request.folder(), ((Deleted.ToTrash) deleted).refiled());
  }
}
