package arashi.request.refile;

import arashi.front.BulkWork;
import arashi.front.Flash;
import arashi.front.Pages;
import arashi.front.RequestHandler;
import arashi.front.RequestProblem;
import arashi.store.Store;
import arashi.store.job.Work;
import arashi.store.mail.Refiled;
import arashi.web.ErrorPage.Problem;
import arashi.web.MessageKey;

/** Moves messages to another folder: one transaction, in which they get new uids. */
final class RefileHandler extends RequestHandler<RefileRequest> {
  private final Store store;
  private final BulkWork bulk;
  private final MessageKey done;
  private final MessageKey undone;

  RefileHandler(Pages pages, Store store, BulkWork bulk) {
    super(pages, pages.busyWords(Refile.TYPE.words()));
    this.store = store;
    this.bulk = bulk;
    this.done = pages.done("refiled");
    this.undone = pages.done("restored");
  }

  @Override
  protected void answer(RefileRequest request) throws RequestProblem {
    long account = request.user().account();
    if (request.to() == 0) {
      pages.redirect(request.exchange(), request.back(), Flash.of(done, 0));
      return;
    }
    if (store.folders().byId(account, request.to()).isEmpty()) {
      throw new RequestProblem(Problem.NOT_FOUND, "folder " + request.to());
    }
    if (request.all() && request.folder() != request.to()) {
      Work work = new Work.Refile(request.folder(), request.to());
      pages.redirect(request.exchange(), request.back(), bulk.start(account, work, done));
      return;
    }
    Refiled refiled = store.items().refile(account, request.folder(), request.uids(), request.to());
    pages.redirect(
        request.exchange(),
        request.back(),
        Flash.moved(request.undoes() ? undone : done, request.folder(), refiled));
  }
}
