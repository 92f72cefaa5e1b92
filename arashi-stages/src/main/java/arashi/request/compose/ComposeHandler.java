package arashi.request.compose;

import arashi.compose.Draft;
import arashi.compose.Identity;
import arashi.front.RequestProblem;
import arashi.front.compose.ComposePages;
import arashi.front.compose.MailForm;
import arashi.front.page.Pages;
import arashi.front.page.RawMails;
import arashi.front.route.RequestHandler;
import arashi.front.route.RetryAfter;
import arashi.request.compose.ComposeRequest.Answering;
import arashi.request.compose.ComposeRequest.Fresh;
import arashi.request.compose.ComposeRequest.Saved;
import arashi.store.Store;
import arashi.store.draft.Drafts;
import arashi.store.draft.StoredDraft;
import arashi.web.ErrorPage.Problem;
import java.io.IOException;
import java.util.List;

/** Shows the form of a mail. Nothing is saved until the form is posted. */
final class ComposeHandler extends RequestHandler<ComposeRequest> {
  private final ComposePages compose;
  private final Drafts drafts;
  private final AnswerForms answers;
  private final RetryAfter retryAfter;

  ComposeHandler(
      Pages pages, ComposePages compose, Store store, AnswerForms answers, RetryAfter retryAfter) {
    super(pages, pages.busyWords(Compose.TYPE.words()));
    this.compose = compose;
    this.drafts = store.outgoing().drafts();
    this.answers = answers;
    this.retryAfter = retryAfter;
  }

  @Override
  protected void answer(ComposeRequest request) throws RequestProblem, IOException {
    if (request.wanted() instanceof Fresh fresh) {
      compose.show(request, MailForm.begin(begun(request, fresh.given())));
    } else if (request.wanted() instanceof Saved saved) {
      compose.show(request, MailForm.of(stored(request, saved.id())));
    } else if (request.wanted() instanceof Answering answering
        && !answers.begin(request, answering)) {
      busy(request, retryAfter.spread(RawMails.UNTIL_USED));
    }
  }

  private StoredDraft stored(ComposeRequest request, long id) throws RequestProblem {
    return drafts
        .find(request.user().account(), id)
        .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "draft " + id));
  }

  /** Completes a draft from a link with the default address and its signature. */
  private Draft begun(ComposeRequest request, Draft given) {
    List<Identity> identities = compose.identities(request.user().account());
    if (identities.isEmpty()) {
      return given;
    }
    Draft own = Draft.of(identities.get(0));
    return given.withFrom(own.from()).withText(given.text() + own.text());
  }
}
