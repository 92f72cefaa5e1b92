package arashi.request.refile;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.page.FolderPane;
import arashi.front.page.Selection;
import arashi.front.session.User;
import arashi.web.ErrorPage.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import seda.netio.http.HttpExchange;

/**
 * {@code POST /mail/{folder}/refile} with {@code to=}, and {@code /search/refile}, where each
 * message may name its own destination: {@code uid=FOLDER:UID:TO}.
 *
 * @param moves messages and destinations
 * @param all whether the first folder is moved as a whole
 * @param back path to return to
 * @param undoes whether this undoes an earlier move
 */
record RefileRequest(
    HttpExchange exchange, User user, List<Move> moves, boolean all, String back, boolean undoes)
    implements MailRequest {

  private static final int PARTS = 3;

  /**
   * Messages of one folder with a common destination.
   *
   * @param to destination folder; 0 if none was chosen
   */
  record Move(long folder, long to, List<Long> uids) {}

  static RefileRequest ofFolder(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    Selection messages = Selection.ofFolder(arguments);
    long folder = messages.folder();
    Move move = new Move(folder, destination(arguments), messages.uids().get(folder));
    return of(exchange, user, arguments, List.of(move), messages.all(), FolderPane.url(folder));
  }

  static RefileRequest ofFolders(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    long destination = destination(arguments);
    Map<List<Long>, Move> moves = new LinkedHashMap<>();
    for (List<Long> place : Selection.places(arguments, PARTS)) {
      long to = place.size() == PARTS ? place.get(2) : destination;
      Move move = new Move(place.get(0), to, new ArrayList<>());
      moves.computeIfAbsent(List.of(move.folder(), to), key -> move).uids().add(place.get(1));
    }
    return of(exchange, user, arguments, List.copyOf(moves.values()), false, "/search");
  }

  private static RefileRequest of(
      HttpExchange exchange,
      User user,
      Arguments arguments,
      List<Move> moves,
      boolean all,
      String list)
      throws RequestProblem {
    boolean isChosen = moves.stream().noneMatch(move -> move.to() == 0);
    return new RefileRequest(
        exchange,
        user,
        moves,
        all,
        isChosen ? arguments.onward(list) : arguments.back(list),
        "1".equals(arguments.form().first("undo")));
  }

  private static long destination(Arguments arguments) throws RequestProblem {
    String to = arguments.form().first("to");
    return to == null || to.isEmpty() ? 0 : Arguments.parse(to, Problem.BAD_REQUEST);
  }
}
