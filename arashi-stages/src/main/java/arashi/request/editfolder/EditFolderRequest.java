package arashi.request.editfolder;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.User;
import arashi.store.mail.Folder;
import arashi.web.ErrorPage.Problem;
import seda.netio.http.Form;
import seda.netio.http.HttpExchange;

/**
 * One change of one folder.
 *
 * @param folder 0 for one that is to be made
 * @param name as typed; empty unless the folder is to get it
 * @param to where it is to lie; {@link Folder#TOP} if the change says nothing of that
 * @param undoes whether it takes back what was done before
 */
record EditFolderRequest(
    HttpExchange exchange, User user, Edit edit, long folder, String name, long to, boolean undoes)
    implements MailRequest {

  /** What is to be done. */
  enum Edit {
    CREATE,
    RENAME,
    MOVE,
    REMOVE,
    HIDE,
    UNHIDE
  }

  static EditFolderRequest create(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return of(exchange, user, arguments, Edit.CREATE, 0);
  }

  static EditFolderRequest rename(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return of(exchange, user, arguments, Edit.RENAME, arguments.number(0));
  }

  static EditFolderRequest move(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return of(exchange, user, arguments, Edit.MOVE, arguments.number(0));
  }

  static EditFolderRequest remove(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return of(exchange, user, arguments, Edit.REMOVE, arguments.number(0));
  }

  static EditFolderRequest hide(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return of(exchange, user, arguments, Edit.HIDE, arguments.number(0));
  }

  static EditFolderRequest unhide(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return of(exchange, user, arguments, Edit.UNHIDE, arguments.number(0));
  }

  private static EditFolderRequest of(
      HttpExchange exchange, User user, Arguments arguments, Edit edit, long folder)
      throws RequestProblem {
    Form form = arguments.form();
    String to = Arguments.first(form, "to");
    return new EditFolderRequest(
        exchange,
        user,
        edit,
        folder,
        Arguments.first(form, "name"),
        to.isEmpty() ? Folder.TOP : Arguments.parse(to, Problem.BAD_REQUEST),
        "1".equals(Arguments.first(form, "undo")));
  }
}
