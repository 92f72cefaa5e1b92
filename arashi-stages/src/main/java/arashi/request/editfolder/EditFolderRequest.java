package arashi.request.editfolder;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.session.User;
import arashi.store.mail.Folder;
import arashi.web.ErrorPage.Problem;
import seda.netio.http.Form;
import seda.netio.http.HttpExchange;

/**
 * One change of one folder.
 *
 * @param folder folder id; 0 for a new folder
 * @param name new name as typed; empty if the change does not set it
 * @param role new special use; empty if the change does not set it
 * @param to new parent; {@link Folder#TOP} if the change does not set it
 * @param undoes whether this undoes an earlier change
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
