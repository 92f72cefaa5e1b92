package arashi.request.flag;

import arashi.front.Arguments;
import arashi.front.FolderPane;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.User;
import arashi.store.job.Work;
import arashi.store.mail.Flag;
import arashi.web.ErrorPage.Problem;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /mail/{folder}/flag} with {@code uid=…&set=&clear=}, or {@code all=1} and one flag.
 *
 * @param folder the folder
 * @param uids the messages
 * @param all whether all of the folder are meant instead
 * @param set flags to set
 * @param clear flags to clear
 * @param back where to go afterwards
 */
public record FlagRequest(
    HttpExchange exchange,
    User user,
    long folder,
    List<Long> uids,
    boolean all,
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
        arguments.all(),
        flags(arguments.form().all("set")),
        flags(arguments.form().all("clear")),
        arguments.back(FolderPane.url(folder)));
  }

  /** The same for all of the folder. */
  Work work() throws RequestProblem {
    if (set.size() + clear.size() != 1) {
      throw new RequestProblem(Problem.BAD_REQUEST, "one flag for all of a folder");
    }
    return set.isEmpty()
        ? new Work.Mark(folder, clear.iterator().next(), false)
        : new Work.Mark(folder, set.iterator().next(), true);
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
