package arashi.request.savedraft;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.compose.MailForm;
import arashi.front.session.User;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /drafts}, {@code POST /drafts/discard} or {@code POST /drafts/{id}/restore}.
 *
 * @param form form of the mail; null for {@link Action#RESTORE}
 * @param id id of the draft to restore, otherwise 0
 */
record SaveDraftRequest(HttpExchange exchange, User user, Action action, MailForm form, long id)
    implements MailRequest {

  enum Action {
    SAVE,
    DISCARD,
    RESTORE
  }

  static SaveDraftRequest save(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    MailForm form = MailForm.read(arguments.form());
    return new SaveDraftRequest(exchange, user, Action.SAVE, form, 0);
  }

  static SaveDraftRequest discard(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    MailForm form = MailForm.read(arguments.form());
    return new SaveDraftRequest(exchange, user, Action.DISCARD, form, 0);
  }

  static SaveDraftRequest restore(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new SaveDraftRequest(exchange, user, Action.RESTORE, null, arguments.number(0));
  }
}
