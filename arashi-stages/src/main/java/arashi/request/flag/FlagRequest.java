package arashi.request.flag;

import arashi.front.Arguments;
import arashi.front.FolderPane;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.User;
import arashi.store.mail.Flag;
import arashi.web.ErrorPage.Problem;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /mail/{folder}/flag} with {@code uid=…&set=&clear=}.
 *
 * @param folder the folder
 * @param uids the messages
 * @param set flags to set
 * @param clear flags to clear
 * @param back where to go afterwards
 */
public record FlagRequest(
    HttpExchange exchange,
    User user,
    long folder,
    List<Long> uids,
    Set<Flag> set,
    Set<Flag> clear,
    String back)
    implements MailRequest {

  /** Reads the request. */
  public static FlagRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    long folder = arguments.number(0);
    return new FlagRequest(
        exchange,
        user,
        folder,
        arguments.uids(),
        flags(arguments.form().all("set")),
        flags(arguments.form().all("clear")),
        arguments.back(FolderPane.url(folder)));
  }

  private static Set<Flag> flags(List<String> names) throws RequestProblem {
    Set<Flag> flags = EnumSet.noneOf(Flag.class);
    for (String name : names) {
      switch (name) {
        case "seen" -> flags.add(Flag.SEEN);
        case "flagged" -> flags.add(Flag.FLAGGED);
        default -> throw new RequestProblem(Problem.BAD_REQUEST, "flag");
      }
    }
    return flags;
  }
}
