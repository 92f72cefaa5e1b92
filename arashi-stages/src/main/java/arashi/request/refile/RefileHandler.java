package arashi.request.refile;

import arashi.front.RequestProblem;
import arashi.front.page.Flash;
import arashi.front.page.Pages;
import arashi.front.page.Selection;
import arashi.front.route.RequestHandler;
import arashi.front.turn.BulkWork;
import arashi.front.turn.SelectedMails;
import arashi.store.Store;
import arashi.store.mail.Refiled;
import arashi.web.ErrorPage.Problem;
import arashi.web.MessageKey;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Moves messages to another folder in one transaction, which assigns new uids. */
final class RefileHandler extends RequestHandler<RefileRequest> {
  private final Store store;
  private final SelectedMails selected;
  private final MessageKey done;
  private final MessageKey undone;

  RefileHandler(Pages pages, Store store, BulkWork bulk) {
    super(pages, pages.busyWords(Refile.TYPE.words()));
    this.store = store;
    this.selected = new SelectedMails(store, bulk);
    this.done = pages.done("refiled");
    this.undone = pages.done("restored");
  }

  @Override
  protected void answer(RefileRequest request) throws RequestProblem {
    pages.redirect(request.exchange(), request.back(), refile(request));
  }

  private Flash refile(RefileRequest request) throws RequestProblem {
    long account = request.user().account();
    for (RefileRequest.Move move : request.moves()) {
      if (move.to() == 0) {
        return Flash.of(done, 0);
      }
      if (store.mail().folders().byId(account, move.to()).isEmpty()) {
        throw new RequestProblem(Problem.NOT_FOUND, "folder " + move.to());
      }
    }
    if (request.all()) {
      RefileRequest.Move all = request.moves().get(0);
      return selected.refileAll(account, all.folder(), all.to(), done);
    }
    SortedMap<Long, Refiled> moved = new TreeMap<>();
    List<Refiled> results = new ArrayList<>();
    Selection.eachPart(
        request.moves(),
        move -> {
          Refiled result =
              store.mail().items().refile(account, move.folder(), move.uids(), move.to());
          moved.put(move.folder(), result);
          results.add(result);
        });
    MessageKey words = request.undoes() ? undone : done;
    boolean scatters = moved.size() < results.size(); // from one folder to several
    return scatters
        ? Flash.of(words, results.stream().mapToInt(result -> result.uids().size()).sum())
        : Flash.moved(words, moved);
  }
}
