package arashi.front;

import arashi.store.mail.Items;
import arashi.web.ErrorPage.Problem;
import arashi.web.LocalPath;
import java.util.ArrayList;
import java.util.List;
import seda.netio.http.BadFormException;
import seda.netio.http.Form;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;

/** Checked arguments of a request: variables of its path, its query, its form. */
public final class Arguments {
  /** Messages that one form may name; no page shows as many. */
  public static final int MAX_UIDS = Items.MAX_UIDS;

  private final HttpExchange exchange;
  private final List<String> path;

  /**
   * Creates the arguments of a request.
   *
   * @param path parts of the path that stand for the placeholders of its pattern, in order
   */
  public Arguments(HttpExchange exchange, List<String> path) {
    this.exchange = exchange;
    this.path = path;
  }

  /** The request. */
  public HttpRequest request() {
    return exchange.request();
  }

  /**
   * Returns a number in the path.
   *
   * @param variable index of the path's variable, from 0
   * @throws RequestProblem not found, if the variable is no number
   */
  public long number(int variable) throws RequestProblem {
    return parse(path.get(variable), Problem.NOT_FOUND);
  }

  /** Returns a parameter of the query; empty if it is missing. */
  public String query(String name) {
    String value = request().query(name);
    return value == null ? "" : value;
  }

  /** Returns the posted form; of a multipart form, the fields before the first file. */
  public Form form() throws RequestProblem {
    return form(request());
  }

  /** Returns the posted form of a request. Never blocks. */
  public static Form form(HttpRequest request) throws RequestProblem {
    if (FormParts.isIn(request)) {
      return FormParts.fields(request);
    }
    try {
      return request.form();
    } catch (BadFormException e) {
      throw new RequestProblem(
          e.status() == 413 ? Problem.TOO_LARGE : Problem.BAD_REQUEST, e.getMessage());
    }
  }

  /** Returns the first value of a field of the form; empty if it is missing. */
  public static String first(Form form, String name) {
    String value = form.first(name);
    return value == null ? "" : value;
  }

  /** Returns the distinct messages that the form names; possibly none. */
  public List<Long> uids() throws RequestProblem {
    List<String> values = form().all("uid");
    if (values.size() > MAX_UIDS) {
      throw new RequestProblem(Problem.TOO_LARGE, values.size() + " uids");
    }
    List<Long> uids = new ArrayList<>(values.size());
    for (String value : values) {
      uids.add(parse(value, Problem.BAD_REQUEST));
    }
    return uids.stream().distinct().toList();
  }

  /** Returns the form's return path if it is a path of this service, else {@code otherwise}. */
  public String back(String otherwise) throws RequestProblem {
    String back = form().first("back");
    return back != null && LocalPath.isLocal(back) ? back : otherwise;
  }

  /**
   * Returns the path to go to after the form's messages have left their folder: the next message,
   * else {@link #back}.
   */
  public String onward(String otherwise) throws RequestProblem {
    String onward = form().first("onward");
    return onward != null && LocalPath.isLocal(onward) ? onward : back(otherwise);
  }

  /** Parses an unsigned number; {@code otherwise} is the problem if the text is none. */
  public static long parse(String text, Problem otherwise) throws RequestProblem {
    boolean digits = true;
    for (int i = 0; digits && i < text.length(); i++) {
      digits = text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    try {
      if (digits) {
        return Long.parseLong(text);
      }
    } catch (NumberFormatException e) {
      // empty or too large: refused below like other text
    }
    throw new RequestProblem(otherwise, "not a number");
  }
}
