package arashi.request.delete;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.page.FolderPane;
import arashi.front.page.Selection;
import arashi.front.session.User;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /mail/{folder}/delete} and {@code /search/delete}.
 *
 * @param forGood whether messages in Trash are deleted permanently; false for rows of several
 *     folders, where that would surprise
 * @param back path to return to
 */
record DeleteRequest(
    HttpExchange exchange, User user, Selection messages, boolean forGood, String back)
    implements MailRequest {

  static DeleteRequest ofFolder(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    Selection messages = Selection.ofFolder(arguments);
    String list = FolderPane.url(messages.folder());
    return new DeleteRequest(exchange, user, messages, true, arguments.onward(list));
  }

  static DeleteRequest ofFolders(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new DeleteRequest(
        exchange, user, Selection.ofFolders(arguments), false, arguments.onward("/search"));
  }
}
