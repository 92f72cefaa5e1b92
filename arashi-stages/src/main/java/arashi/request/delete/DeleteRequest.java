package arashi.request.delete;

import arashi.front.Arguments;
import arashi.front.FolderPane;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.User;
import java.util.List;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /mail/{folder}/delete} with {@code uid=…}.
 *
 * @param folder the folder
 * @param uids the messages
 * @param back where to go afterwards
 */
public record DeleteRequest(
    HttpExchange exchange, User user, long folder, List<Long> uids, String back)
    implements MailRequest {

  /** Reads the request. */
  public static DeleteRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    long folder = arguments.number(0);
    return new DeleteRequest(
        exchange, user, folder, arguments.uids(), arguments.onward(FolderPane.url(folder)));
  }
}
