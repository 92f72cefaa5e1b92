package arashi.request.flag;

import arashi.front.RequestProblem;
import arashi.front.page.Flash;
import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.front.turn.BulkWork;
import arashi.store.Store;
import arashi.web.MessageKey;

/** Marks messages as read or unread, or stars them. */
final class FlagHandler extends RequestHandler<FlagRequest> {
  private final Store store;
  private final BulkWork bulk;
  private final MessageKey marked;

  FlagHandler(Pages pages, Store store, BulkWork bulk) {
    super(pages, pages.busyWords(FlagMessages.TYPE.words()));
    this.store = store;
    this.bulk = bulk;
    this.marked = pages.done("marked");
  }

  @Override
  protected void answer(FlagRequest request) throws RequestProblem {
    long account = request.user().account();
    if (request.messages().all()) {
      Flash flash = bulk.start(account, request.work(), marked);
      pages.redirect(request.exchange(), request.back(), flash);
      return;
    }
    request
        .messages()
        .eachFolder(
            (folder, uids) ->
                store.mail().items().flag(account, folder, uids, request.set(), request.clear()));
    request.exchange().respond(Pages.redirect(request.back()));
  }
}
