package benchmarks.users;

import benchmarks.load.Reply;
import benchmarks.report.BenchmarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A page of the service with its links and forms. It searches by {@link String#indexOf}, which
 * takes far less CPU time than a regular expression: the load shares the machine with the service.
 */
public final class MailPage {
  private static final String FOLDER = "/mail/";
  private static final String LINK = "href=\"";
  private static final String ROWS = "<ol class=\"rows\">";
  private static final String FORM = "<form method=\"post\" action=\"";
  private static final String HIDDEN = "<input type=\"hidden\" name=\"";
  private static final String QUOTE = "\"";

  private final String html;

  /** The page of a reply. */
  public MailPage(Reply reply) {
    this.html = reply.body();
  }

  /** A form of the page, with names and values of its fields in turn. */
  public record Form(String action, List<String> fields) {
    /** The same form with a newer token. */
    public Form renewed(String csrf) {
      List<String> renewed = new ArrayList<>(fields);
      renewed.set(renewed.indexOf("csrf") + 1, csrf);
      return new Form(action, renewed);
    }
  }

  /** A row of a list, with its message's URL like {@code /mail/1/7?sort=sender}. */
  public record Row(String url) {
    /** Its number in the folder. */
    public String uid() {
      return url.split("[/?]", 5)[3];
    }
  }

  /** The token of the page's forms. */
  public String csrf() {
    return value("name=\"csrf\" value=\"")
        .orElseThrow(() -> new BenchmarkException("the page has no CSRF token"));
  }

  /** The rows of the list. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    int begin = html.indexOf(ROWS);
    if (begin < 0) {
      return rows;
    }
    int end = html.indexOf("</ol>", begin);
    for (int at = find(LINK, begin); at < end; at = find(LINK, at)) {
      String url = valueAt(at);
      if (isMail(url)) {
        rows.add(new Row(url));
      }
    }
    return rows;
  }

  /** True for {@code /mail/1/7} and longer. */
  private static boolean isMail(String url) {
    int number = url.indexOf('/', FOLDER.length()) + 1;
    return url.startsWith(FOLDER)
        && number > 0
        && number < url.length()
        && Character.isDigit(url.charAt(number));
  }

  /** The next page of the list. */
  public Optional<String> older() {
    return value("class=\"button older\" rel=\"next\" href=\"");
  }

  /** The list in another order. */
  public String sortedBy(String key) {
    for (int at = find(LINK, 0); at < html.length(); at = find(LINK, at)) {
      String url = valueAt(at);
      if (url.contains("sort=" + key)) {
        return url;
      }
    }
    throw new BenchmarkException("no list sorted by " + key);
  }

  /** The frame with a mail's HTML text. */
  public Optional<String> frame() {
    int frame = find("<iframe ", 0);
    int source = find("src=\"", frame);
    return source < html.length() && source < html.indexOf('>', frame)
        ? Optional.of(valueAt(source))
        : Optional.empty();
  }

  /** The folder with a role, like {@code inbox}: a link that begins with the role's icon. */
  public String folder(String role) {
    String icon = "<i class=\"i i-" + role + QUOTE;
    for (int at = html.indexOf(icon); at >= 0; at = html.indexOf(icon, at + 1)) {
      int link = find(LINK, html.lastIndexOf('<', at - 1));
      if (link < at && html.startsWith(FOLDER, link)) {
        return valueAt(link);
      }
    }
    throw new BenchmarkException("no folder " + role);
  }

  /** The form that undoes the last action. */
  public Optional<Form> undo() {
    int form = find(FORM, find("<div class=\"notice", 0));
    if (form == html.length()) {
      return Optional.empty();
    }
    int end = html.indexOf("</form>", form);
    List<String> fields = new ArrayList<>();
    for (int at = find(HIDDEN, form); at < end; at = find(HIDDEN, at)) {
      fields.add(valueAt(at));
      fields.add(valueAt(find("value=\"", at)));
    }
    return Optional.of(new Form(valueAt(form), fields));
  }

  /** The end of the next such text; the length of the page if there is none. */
  private int find(String text, int from) {
    int at = html.indexOf(text, from);
    return at < 0 ? html.length() : at + text.length();
  }

  private Optional<String> value(String before) {
    int at = find(before, 0);
    return at < html.length() ? Optional.of(valueAt(at)) : Optional.empty();
  }

  /** The attribute's value that begins here. */
  private String valueAt(int begin) {
    return unescape(html.substring(begin, html.indexOf(QUOTE, begin)));
  }

  private static String unescape(String text) {
    return text.indexOf('&') < 0
        ? text
        : text.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&amp;", "&");
  }
}
