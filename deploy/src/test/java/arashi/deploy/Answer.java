package arashi.deploy;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** An answer of the service. */
public record Answer(HttpResponse<byte[]> response) {
  /** Status code. */
  public int status() {
    return response.statusCode();
  }

  /** First value of a header field, or an empty string. */
  public String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  List<String> headers(String name) {
    return response.headers().allValues(name);
  }

  byte[] bytes() {
    return response.body();
  }

  /** Body as UTF-8. */
  public String text() {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  /** Body as HTML. */
  public Document page() {
    return Jsoup.parse(text(), response.uri().toString());
  }

  /** The token that the page's forms carry. */
  public String csrf() {
    Element field = page().selectFirst("input[name=csrf]");
    return field == null ? "" : field.attr("value");
  }

  /** Paths of the messages in the list. */
  public List<String> rows() {
    return page().select("#list .rows a").stream().map(row -> row.attr("href")).toList();
  }

  /** Subjects of the messages in the list. */
  public List<String> subjects() {
    return page().select("#list .rows .subject").eachText();
  }

  String title() {
    return page().title();
  }
}
