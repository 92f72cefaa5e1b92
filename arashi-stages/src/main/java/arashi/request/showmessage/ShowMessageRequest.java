package arashi.request.showmessage;

import arashi.front.Arguments;
import arashi.front.ListPosition;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.User;
import seda.netio.http.HttpExchange;

/**
 * {@code GET /mail/{folder}/{uid}?view=&headers=&images=} with the order of the list beside it.
 *
 * @param folder the folder
 * @param uid the message
 * @param form what of it is wanted
 * @param images whether its remote images are asked for
 * @param position the order of the list that it was opened from
 */
public record ShowMessageRequest(
    HttpExchange exchange,
    User user,
    long folder,
    long uid,
    Form form,
    boolean images,
    ListPosition position)
    implements MailRequest {

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
    Form form = Form.PAGE;
    if (arguments.query("headers").equals("full")) {
      form = Form.PAGE_HEADERS;
    } else if (arguments.query("view").equals("plain")) {
      form = Form.PAGE_PLAIN;
    } else if (arguments.query("view").equals("html")) {
      form = Form.PAGE_HTML;
    }
    return new ShowMessageRequest(
        exchange,
        user,
        arguments.number(0),
        arguments.number(1),
        form,
        areAskedFor(arguments),
        ListPosition.read(arguments));
  }

  /** Reads the request for the HTML text. */
  public static ShowMessageRequest body(HttpExchange exchange, User user, Arguments arguments)
      throws RequestProblem {
    return new ShowMessageRequest(
        exchange,
        user,
        arguments.number(0),
        arguments.number(1),
        Form.HTML_BODY,
        areAskedFor(arguments),
        ListPosition.top());
  }

  private static boolean areAskedFor(Arguments arguments) {
    return arguments.query("images").equals("show");
  }
}
