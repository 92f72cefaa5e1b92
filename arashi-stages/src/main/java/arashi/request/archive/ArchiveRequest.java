package arashi.request.archive;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.page.FolderPane;
import arashi.front.page.Selection;
import arashi.front.session.User;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /mail/{folder}/archive} and {@code /search/archive}.
 *
 * @param back path to return to
 */
record ArchiveRequest(HttpExchange exchange, User user, Selection messages, String back)
    implements MailRequest {

  static ArchiveRequest ofFolder(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    Selection messages = Selection.ofFolder(arguments);
    String list = FolderPane.url(messages.folder());
    return new ArchiveRequest(exchange, user, messages, arguments.onward(list));
  }

  static ArchiveRequest ofFolders(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new ArchiveRequest(
        exchange, user, Selection.ofFolders(arguments), arguments.onward("/search"));
  }
}
