package arashi.request.refile;

import arashi.front.Flash;
import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.front.RequestProblem;
import arashi.store.Refiled;
import arashi.store.Store;
import arashi.web.ErrorPage.Problem;

/** Moves messages to another folder: one transaction, in which they get new uids. */
public final class RefileHandler extends RequestHandler<RefileRequest> {
  private final Store store;

  /** A handler that changes {@code store}. */
  public RefileHandler(Pages pages, Store store) {
    super(pages);
    this.store = store;
  }

  @Override
  protected void answer(RefileRequest request) throws RequestProblem {
    long account = request.user().account();
    if (request.to() == 0) {
      pages.redirect(request.exchange(), request.back(), Flash.of(Flash.Done.NOTHING, 0));
      return;
    }
    if (store.folders().byId(account, request.to()).isEmpty()) {
      throw new RequestProblem(Problem.NOT_FOUND, "folder " + request.to());
    }
    Refiled refiled = store.items().refile(account, request.folder(), request.uids(), request.to());
    pages.redirect(
        request.exchange(),
        request.back(),
        Flash.moved(Flash.Done.REFILED, request.folder(), refiled));
  }
}
