package arashi.request.showmessage;

import arashi.front.Arguments;
import arashi.front.ListPosition;
import arashi.front.MailRequest;
import arashi.front.MessageRows;
import arashi.front.RequestProblem;
import arashi.front.User;
import arashi.web.ErrorPage.Problem;
import arashi.web.LocalPath;
import seda.netio.http.HttpExchange;

/**
 * {@code GET /mail/{folder}/{uid}?view=&headers=&images=&found=} with the order of the list beside
 * it, and {@code GET /mail/{folder}/{uid}/mail/{n}?view=&images=} for a mail that is attached to
 * it.
 *
 * @param folder the folder
 * @param uid the message
 * @param attached number of the attached mail that is wanted, or -1 for the message itself
 * @param form what of it is wanted
 * @param images whether its remote images are asked for
 * @param position the order of the list that it was opened from
 * @param found the query of the search that it was opened from; empty for a folder
 */
public record ShowMessageRequest(
    HttpExchange exchange,
    User user,
    long folder,
    long uid,
    int attached,
    Form form,
    boolean images,
    ListPosition position,
    String found)
    implements MailRequest {

  private static final int NONE = -1;
  private static final String SEARCH = "/search?";

  /** What of a message is wanted. */
  public enum Form {
    /** The page; an HTML mail as HTML. */
    PAGE,
    /** The page; an HTML mail as HTML, even if there is much to do. */
    PAGE_HTML,
    /** The page; an HTML mail as plain text. */
    PAGE_PLAIN,
    /** The page with all header fields. */
    PAGE_HEADERS,
    /** The HTML text alone, for the sandboxed frame. */
    HTML_BODY
  }

  /** Reads the request for a page. */
  public static ShowMessageRequest page(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    Form form = form(arguments);
    if (arguments.query("headers").equals("full")) {
      form = Form.PAGE_HEADERS;
    }
    return of(exchange, user, arguments, NONE, form, ListPosition.read(arguments));
  }

  /** Reads the request for the HTML text. */
  public static ShowMessageRequest body(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return of(exchange, user, arguments, NONE, Form.HTML_BODY, ListPosition.top());
  }

  /** Reads the request for the page of an attached mail. */
  public static ShowMessageRequest attachedPage(
      HttpExchange exchange, User user, Arguments arguments) throws RequestProblem {
    return attached(exchange, user, arguments, form(arguments));
  }

  /** Reads the request for the HTML text of an attached mail. */
  public static ShowMessageRequest attachedBody(
      HttpExchange exchange, User user, Arguments arguments) throws RequestProblem {
    return attached(exchange, user, arguments, Form.HTML_BODY);
  }

  private static ShowMessageRequest attached(
      HttpExchange exchange, User user, Arguments arguments, Form form) throws RequestProblem {
    int number = (int) Math.min(Integer.MAX_VALUE, arguments.number(2));
    return of(exchange, user, arguments, number, form, ListPosition.top());
  }

  private static ShowMessageRequest of(
      HttpExchange exchange,
      User user,
      Arguments arguments,
      int attached,
      Form form,
      ListPosition position)
      throws RequestProblem {
    return new ShowMessageRequest(
        exchange,
        user,
        arguments.number(0),
        arguments.number(1),
        attached,
        form,
        arguments.query("images").equals("show"),
        position,
        found(arguments));
  }

  private static String found(Arguments arguments) throws RequestProblem {
    String found = arguments.query("found");
    if (found.length() > MessageRows.MOST_FOUND_BY || !LocalPath.isLocal(SEARCH + found)) {
      throw new RequestProblem(Problem.BAD_REQUEST, "the search that it was found by");
    }
    return found;
  }

  /** The page of the search that it was opened from, or null. */
  String foundUrl() {
    return found.isEmpty() ? null : SEARCH + found;
  }

  /** What the address of its page ends in, with a question mark unless it is empty. */
  String query() {
    return found.isEmpty() ? position.orderQuery() : MessageRows.foundBy(found);
  }

  private static Form form(Arguments arguments) {
    return switch (arguments.query("view")) {
      case "plain" -> Form.PAGE_PLAIN;
      case "html" -> Form.PAGE_HTML;
      default -> Form.PAGE;
    };
  }

  /** Whether a mail is wanted that is attached to the message. */
  boolean isOfAttached() {
    return attached != NONE;
  }
}
