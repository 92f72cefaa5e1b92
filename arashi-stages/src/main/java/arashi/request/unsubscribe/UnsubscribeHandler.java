package arashi.request.unsubscribe;

import arashi.front.RequestProblem;
import arashi.front.page.Flash;
import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.mime.view.MailView;
import arashi.mime.view.OneClick;
import arashi.remote.FetchException;
import arashi.remote.RemoteContent;
import arashi.store.Store;
import arashi.store.mail.Message;
import arashi.store.mail.Messages;
import arashi.web.ErrorPage.Problem;
import arashi.web.MessageKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Posts to the mail's unsubscribe address and reports the result. */
final class UnsubscribeHandler extends RequestHandler<UnsubscribeRequest> {
  private static final Logger log = LoggerFactory.getLogger(UnsubscribeHandler.class);

  private final Messages messages;
  private final RemoteContent content;
  private final MessageKey unsubscribed;

  UnsubscribeHandler(Pages pages, Store store, RemoteContent content) {
    super(pages, pages.busyWords(Unsubscribe.TYPE.words()));
    this.messages = store.mail().messages();
    this.content = content;
    this.unsubscribed = pages.done("unsubscribed");
  }

  @Override
  protected void answer(UnsubscribeRequest request) throws RequestProblem {
    long account = request.user().account();
    Message message =
        messages
            .get(account, request.folder(), request.uid())
            .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "message " + request.uid()));
    String url =
        OneClick.url(message.trace(), MailView.decodeWithoutHtml(message.display()))
            .orElseThrow(
                () -> new RequestProblem(Problem.NOT_FOUND, "the mail has no one-click address"));
    try {
      content.unsubscribe(account, url);
    } catch (FetchException e) {
      log.debug("unsubscription failed: {}", e.reason());
      boolean waits = e.reason() == FetchException.Reason.TOO_MANY;
      Problem problem = waits ? Problem.TOO_MANY : Problem.NOT_UNSUBSCRIBED;
      throw new RequestProblem(problem, e.reason().text());
    }
    pages.redirect(request.exchange(), request.back(), Flash.of(unsubscribed, 1));
  }
}
