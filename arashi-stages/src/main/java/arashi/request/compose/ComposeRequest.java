package arashi.request.compose;

import arashi.compose.AnswerKind;
import arashi.compose.Draft;
import arashi.compose.MailtoLink;
import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.route.Route;
import arashi.front.session.User;
import arashi.web.ErrorPage.Problem;
import seda.netio.http.HttpExchange;

/**
 * {@code GET /compose} with {@code ?draft=}, {@code ?mailto=} or the fields of a mail; or {@code
 * GET /mail/{folder}/{uid}/reply} and the other kinds of answers.
 */
record ComposeRequest(HttpExchange exchange, User user, Wanted wanted) implements MailRequest {
  private static final String MAILTO = "mailto:";

  sealed interface Wanted {}

  /** A new mail, perhaps with fields from a link. */
  record Fresh(Draft given) implements Wanted {}

  /** A saved draft. */
  record Saved(long id) implements Wanted {}

  /**
   * An answer to a mail.
   *
   * @param selection part of its text to quote; empty for all
   */
  record Answering(AnswerKind kind, long folder, long uid, String selection) implements Wanted {}

  static ComposeRequest read(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new ComposeRequest(exchange, user, wanted(arguments));
  }

  private static Wanted wanted(Arguments arguments) throws RequestProblem {
    String draft = arguments.query("draft");
    if (!draft.isEmpty()) {
      return new Saved(Arguments.parse(draft, Problem.NOT_FOUND));
    }
    String link = arguments.query("mailto");
    if (!link.isEmpty()) {
      return new Fresh(MailtoLink.parse(link.startsWith(MAILTO) ? link : MAILTO + link));
    }
    return new Fresh(
        Draft.empty()
            .withRecipients(arguments.query("to"), arguments.query("cc"), arguments.query("bcc"))
            .withSubject(arguments.query("subject").replaceAll("[\\r\\n]+", " "))
            .withText(arguments.query("body")));
  }

  static Route.Reader<ComposeRequest> answering(AnswerKind kind) {
    return (exchange, user, arguments) ->
        new ComposeRequest(
            exchange,
            user,
            new Answering(
                kind, arguments.number(0), arguments.number(1), arguments.query("quote")));
  }
}
