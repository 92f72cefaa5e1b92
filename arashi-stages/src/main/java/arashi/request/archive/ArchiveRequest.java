package arashi.request.archive;

import arashi.front.Arguments;
import arashi.front.FolderPane;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.User;
import java.util.List;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /mail/{folder}/archive} with {@code uid=…} or {@code all=1}.
 *
 * @param folder the folder
 * @param uids the messages
 * @param all whether all of the folder are meant instead
 * @param back where to go afterwards
 */
record ArchiveRequest(
    HttpExchange exchange, User user, long folder, List<Long> uids, boolean all, String back)
    implements MailRequest {

  static ArchiveRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    long folder = arguments.number(0);
    return new ArchiveRequest(
        exchange,
        user,
        folder,
        arguments.uids(),
        arguments.all(),
        arguments.onward(FolderPane.url(folder)));
  }
}
