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
 * @param role the special use that it is to get; empty if the change says nothing of that
 * @param to where it is to lie; {@link Folder#TOP} if the change says nothing of that
 * @param undoes whether it takes back what was done before
 */
record EditFolderRequest(
    HttpExchange exchange,
    User user,
    Edit edit,
    long folder,
    String name,
    String role,
    long to,
    boolean undoes)
    implements MailRequest {

  /** What is to be done. */
  enum Edit {
    CREATE,
    RENAME,
    MOVE,
    REMOVE,
    HIDE,
    UNHIDE,
    USE
  }

  static EditFolderRequest of(HttpExchange exchange, User user, Arguments arguments, Edit edit)
      throws RequestProblem {
    Form form = arguments.form();
    String to = Arguments.first(form, "to");
    return new EditFolderRequest(
        exchange,
        user,
        edit,
        edit == Edit.CREATE ? 0 : arguments.number(0),
        Arguments.first(form, "name"),
        Arguments.first(form, "role"),
        to.isEmpty() ? Folder.TOP : Arguments.parse(to, Problem.BAD_REQUEST),
        "1".equals(Arguments.first(form, "undo")));
  }
}
