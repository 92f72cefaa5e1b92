package arashi.request.refile;

import arashi.front.Arguments;
import arashi.front.FolderPane;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.User;
import java.util.List;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /mail/{folder}/refile} with {@code uid=…&to=}.
 *
 * @param folder the folder
 * @param uids the messages
 * @param to the folder that they go to
 * @param back where to go afterwards
 */
public record RefileRequest(
    HttpExchange exchange, User user, long folder, List<Long> uids, long to, String back)
    implements MailRequest {

  /** Reads the request. */
  public static RefileRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    long folder = arguments.number(0);
    return new RefileRequest(
        exchange,
        user,
        folder,
        arguments.uids(),
        arguments.formNumber("to"),
        arguments.back(FolderPane.url(folder)));
  }
}
