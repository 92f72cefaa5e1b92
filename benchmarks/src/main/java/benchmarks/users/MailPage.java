package benchmarks.users;

import benchmarks.load.Reply;
import benchmarks.report.BenchmarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of the service with its links and forms. */
public final class MailPage {
  private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]*)\"");
  private static final String ROWS = "<ol class=\"rows\">";
  private static final Pattern ROW = Pattern.compile("href=\"(/mail/\\d+/\\d+[^\"]*)\"");
  private static final Pattern OLDER =
      Pattern.compile("class=\"button older\" rel=\"next\" href=\"([^\"]*)\"");
  private static final Pattern FRAME = Pattern.compile("<iframe [^>]*src=\"([^\"]*)\"");
  private static final Pattern FOLDER =
      Pattern.compile("href=\"(/mail/\\d+)\"[^>]*><i class=\"i i-(\\w+)\"");
  private static final Pattern NOTICE =
      Pattern.compile(
          "<div class=\"notice.*?<form method=\"post\" action=\"([^\"]*)\">(.*?)</form>",
          Pattern.DOTALL);
  private static final Pattern HIDDEN =
      Pattern.compile("<input type=\"hidden\" name=\"([^\"]*)\" value=\"([^\"]*)\"");

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
    return first(CSRF).orElseThrow(() -> new BenchmarkException("the page has no CSRF token"));
  }

  /** The rows of the list. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    int begin = html.indexOf(ROWS);
    if (begin < 0) {
      return rows;
    }
    Matcher row = ROW.matcher(html).region(begin, html.indexOf("</ol>", begin));
    while (row.find()) {
      rows.add(new Row(unescape(row.group(1))));
    }
    return rows;
  }

  /** The next page of the list. */
  public Optional<String> older() {
    return first(OLDER);
  }

  /** The list in another order. */
  public String sortedBy(String key) {
    return first(Pattern.compile("href=\"([^\"]*sort=" + key + "[^\"]*)\""))
        .orElseThrow(() -> new BenchmarkException("no list sorted by " + key));
  }

  /** The frame with a mail's HTML text. */
  public Optional<String> frame() {
    return first(FRAME);
  }

  /** The folder with a role, like {@code inbox}. */
  public String folder(String role) {
    return FOLDER
        .matcher(html)
        .results()
        .filter(folder -> folder.group(2).equals(role))
        .findFirst()
        .orElseThrow(() -> new BenchmarkException("no folder " + role))
        .group(1);
  }

  /** The form that undoes the last action. */
  public Optional<Form> undo() {
    Matcher notice = NOTICE.matcher(html);
    if (!notice.find()) {
      return Optional.empty();
    }
    List<String> fields = new ArrayList<>();
    Matcher hidden = HIDDEN.matcher(notice.group(2));
    while (hidden.find()) {
      fields.add(unescape(hidden.group(1)));
      fields.add(unescape(hidden.group(2)));
    }
    return Optional.of(new Form(unescape(notice.group(1)), fields));
  }

  private Optional<String> first(Pattern pattern) {
    Matcher matcher = pattern.matcher(html);
    return matcher.find() ? Optional.of(unescape(matcher.group(1))) : Optional.empty();
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
