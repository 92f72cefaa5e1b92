package arashi.request.flag;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.page.FolderPane;
import arashi.front.page.Selection;
import arashi.front.session.User;
import arashi.store.job.Work;
import arashi.store.mail.Flag;
import arashi.web.ErrorPage.Problem;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /mail/{folder}/flag} and {@code /search/flag}, with {@code set=&clear=}.
 *
 * @param set flags to set
 * @param clear flags to clear
 * @param back path to return to
 */
record FlagRequest(
    HttpExchange exchange,
    User user,
    Selection messages,
    Set<Flag> set,
    Set<Flag> clear,
    String back)
    implements MailRequest {

  static FlagRequest ofFolder(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    Selection messages = Selection.ofFolder(arguments);
    return of(exchange, user, arguments, messages, FolderPane.url(messages.folder()));
  }

  static FlagRequest ofFolders(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return of(exchange, user, arguments, Selection.ofFolders(arguments), "/search");
  }

  private static FlagRequest of(
      HttpExchange exchange, User user, Arguments arguments, Selection messages, String list)
      throws RequestProblem {
    return new FlagRequest(
        exchange,
        user,
        messages,
        flags(arguments.form().all("set")),
        flags(arguments.form().all("clear")),
        arguments.back(list));
  }

  /** Returns the change as work on the whole folder. */
  Work work() throws RequestProblem {
    if (set.size() + clear.size() != 1) {
      throw new RequestProblem(Problem.BAD_REQUEST, "a whole folder takes exactly one flag");
    }
    return set.isEmpty()
        ? new Work.Mark(messages.folder(), clear.iterator().next(), false)
        : new Work.Mark(messages.folder(), set.iterator().next(), true);
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
