package arashi.request.restore;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.page.FolderPane;
import arashi.front.session.User;
import arashi.web.ErrorPage.Problem;
import java.util.ArrayList;
import java.util.List;
import seda.netio.http.Form;
import seda.netio.http.HttpExchange;

/** {@code /deleted} and {@code /mail/{folder}/restore}. */
record RestoreRequest(HttpExchange exchange, User user, Wanted wanted) implements MailRequest {

  sealed interface Wanted {}

  /**
   * {@code GET} with {@code ?before=}: lists restorable mails.
   *
   * @param before id of the last mail on the previous page
   */
  record Show(long before) implements Wanted {}

  /**
   * {@code POST}.
   *
   * @param back path to return to
   */
  record All(String back) implements Wanted {}

  /**
   * {@code POST} with {@code which=selected} and {@code message=ID}, repeated.
   *
   * @param back path to return to
   */
  record Some(List<Long> messages, String back) implements Wanted {}

  static RestoreRequest show(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    String before = arguments.query("before");
    long last = before.isEmpty() ? Long.MAX_VALUE : Arguments.parse(before, Problem.BAD_REQUEST);
    return new RestoreRequest(exchange, user, new Show(last));
  }

  static RestoreRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    String back = arguments.back(FolderPane.url(arguments.number(0)));
    Form form = arguments.form();
    if (!Arguments.first(form, "which").equals("selected")) {
      return new RestoreRequest(exchange, user, new All(back));
    }
    List<String> values = form.all("message");
    if (values.size() > RestoreHandler.MOST) {
      throw new RequestProblem(Problem.TOO_LARGE, values.size() + " messages");
    }
    List<Long> messages = new ArrayList<>();
    for (String value : values) {
      messages.add(Arguments.parse(value, Problem.BAD_REQUEST));
    }
    return new RestoreRequest(
        exchange, user, new Some(messages.stream().distinct().toList(), back));
  }
}
