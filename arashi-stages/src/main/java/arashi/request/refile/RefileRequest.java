package arashi.request.refile;

import arashi.front.Arguments;
import arashi.front.FolderPane;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.User;
import arashi.web.ErrorPage.Problem;
import java.util.List;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /mail/{folder}/refile} with {@code uid=…&to=} or {@code all=1&to=}.
 *
 * @param folder the folder
 * @param uids the messages
 * @param all whether all of the folder are meant instead
 * @param to the folder that they go to, or 0 if none was chosen
 * @param back where to go afterwards
 * @param undoes whether it takes back what was done before
 */
public record RefileRequest(
    HttpExchange exchange,
    User user,
    long folder,
    List<Long> uids,
    boolean all,
    long to,
    String back,
    boolean undoes)
    implements MailRequest {

  /** Reads the request. */
  public static RefileRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    long folder = arguments.number(0);
    long to = destination(arguments);
    String list = FolderPane.url(folder);
    return new RefileRequest(
        exchange,
        user,
        folder,
        arguments.uids(),
        arguments.all(),
        to,
        to == 0 ? arguments.back(list) : arguments.onward(list),
        "1".equals(arguments.form().first("undo")));
  }

  private static long destination(Arguments arguments) throws RequestProblem {
    String to = arguments.form().first("to");
    return to == null || to.isEmpty() ? 0 : Arguments.parse(to, Problem.BAD_REQUEST);
  }
}
