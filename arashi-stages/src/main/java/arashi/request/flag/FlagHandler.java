package arashi.request.flag;

import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.store.Store;

/** Marks messages as read or unread, and with a star. */
final class FlagHandler extends RequestHandler<FlagRequest> {
  private final Store store;

  /** A handler that changes {@code store}. */
  FlagHandler(Pages pages, Store store) {
    super(pages, pages.busyWords(FlagMessages.TYPE.words()));
    this.store = store;
  }

  @Override
  protected void answer(FlagRequest request) {
    store
        .items()
        .flag(
            request.user().account(),
            request.folder(),
            request.uids(),
            request.set(),
            request.clear());
    request.exchange().respond(Pages.redirect(request.back()));
  }
}
