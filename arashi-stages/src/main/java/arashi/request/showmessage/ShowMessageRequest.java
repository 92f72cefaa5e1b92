package arashi.request.showmessage;

import arashi.front.Arguments;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.page.ListPosition;
import arashi.front.page.MessageRows;
import arashi.front.session.User;
import arashi.web.ErrorPage.Problem;
import arashi.web.LocalPath;
import seda.netio.http.HttpExchange;

/**
 * {@code GET /mail/{folder}/{uid}?view=&headers=&images=&found=} with the order of the list beside
 * it, and {@code GET /mail/{folder}/{uid}/mail/{n}?view=&images=} for a mail attached to it.
 *
 * @param attached number of the attached mail, or -1 for the message itself
 * @param images whether remote images are requested
 * @param position order of the list that links here
 * @param found query of the search that links here; empty for a folder
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

  /** The requested form of a message. */
  public enum Form {
    /** The page; an HTML mail as HTML. */
    PAGE,
    /** The page; an HTML mail as HTML, even under load. */
    PAGE_HTML,
    /** The page; an HTML mail as plain text. */
    PAGE_PLAIN,
    /** The page with the plain text in letters of one width. */
    PAGE_FIXED,
    /** The page with the plain text in the usual font. */
    PAGE_PROPORTIONAL,
    /** The page with all header fields. */
    PAGE_HEADERS,
    /** The HTML text alone, for the sandboxed frame. */
    HTML_BODY;

    /** Whether an HTML mail is shown as plain text. */
    boolean isPlain() {
      return this == PAGE_PLAIN || this == PAGE_FIXED || this == PAGE_PROPORTIONAL;
    }
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
      throw new RequestProblem(Problem.BAD_REQUEST, "found is not a valid search query");
    }
    return found;
  }

  /** Returns the URL of the search that links here, or null. */
  String foundUrl() {
    return found.isEmpty() ? null : SEARCH + found;
  }

  /** Returns the query of its page's URL, with a question mark unless empty. */
  String query() {
    return found.isEmpty() ? position.orderQuery() : MessageRows.foundBy(found);
  }

  private static Form form(Arguments arguments) {
    return switch (arguments.query("view")) {
      case "plain" -> Form.PAGE_PLAIN;
      case "fixed" -> Form.PAGE_FIXED;
      case "proportional" -> Form.PAGE_PROPORTIONAL;
      case "html" -> Form.PAGE_HTML;
      default -> Form.PAGE;
    };
  }

  /** Whether a mail attached to the message is requested. */
  boolean isOfAttached() {
    return attached != NONE;
  }
}
