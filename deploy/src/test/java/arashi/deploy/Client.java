package arashi.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;

/** A browser without a screen: it keeps cookies and fills in forms, and follows no redirect. */
public final class Client {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int MOST_RETURNS = 20;
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(PATIENCE)
          .build();

  private final URI service;
  private final Duration patience;
  private final Map<String, String> cookies = new HashMap<>();

  /** A client of {@code service} that waits a minute for an answer. */
  public Client(URI service) {
    this(service, PATIENCE);
  }

  /** A client that waits up to {@code patience} for an answer. */
  public Client(URI service, Duration patience) {
    this.service = service;
    this.patience = patience;
  }

  /** A form's field. */
  public record Field(String name, String value) {}

  /** A form's field. */
  public static Field field(String name, Object value) {
    return new Field(name, value.toString());
  }

  /** Requests a page; throws {@link UncheckedIOException} if no answer comes. */
  public Answer get(String path, String... headers) {
    return send("GET", path, null, headers);
  }

  /** The same; comes again when the service is busy and says so, as a browser does. */
  Answer getPatiently(String path) {
    return patiently(() -> get(path));
  }

  private static Answer patiently(Supplier<Answer> request) {
    Answer answer = request.get();
    for (int i = 0; i < MOST_RETURNS && answer.status() == 503; i++) {
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(Long.parseLong(answer.header("Retry-After"))));
      answer = request.get();
    }
    return answer;
  }

  Answer send(String method, String path, byte[] body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(service.resolve(path))
            .timeout(patience)
            .method(
                method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    if (!cookies.isEmpty()) {
      request.header("Cookie", cookies());
    }
    try {
      Answer answer = new Answer(HTTP.send(request.build(), BodyHandlers.ofByteArray()));
      answer.headers("Set-Cookie").forEach(this::keep);
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The cookies as a request sends them. */
  String cookies() {
    return cookies.entrySet().stream()
        .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
        .collect(Collectors.joining("; "));
  }

  private void keep(String cookie) {
    String pair = cookie.split(";", 2)[0];
    String name = pair.substring(0, pair.indexOf('='));
    String value = pair.substring(name.length() + 1);
    if (cookie.contains("; Max-Age=0")) {
      cookies.remove(name);
    } else {
      cookies.put(name, value);
    }
  }

  String cookie(String name) {
    return cookies.getOrDefault(name, "");
  }

  void cookie(String name, String value) {
    cookies.put(name, value);
  }

  /** Posts these fields, and adds no token. */
  public Answer post(String path, List<Field> fields, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add("Content-Type");
    all.add("application/x-www-form-urlencoded");
    return send(
        "POST", path, encode(fields).getBytes(StandardCharsets.UTF_8), all.toArray(String[]::new));
  }

  static String encode(List<Field> fields) {
    return fields.stream()
        .map(field -> encode(field.name()) + "=" + encode(field.value()))
        .collect(Collectors.joining("&"));
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Posts these fields with the token that our pages have now. */
  Answer act(String path, Field... fields) {
    List<Field> all = new ArrayList<>(List.of(fields));
    all.add(field("csrf", csrf()));
    return post(path, all);
  }

  /** The token that our pages have now. */
  String csrf() {
    return get("/mail").csrf();
  }

  /** Sends a form as a page has it, with some fields filled in. */
  Answer submit(Element form, Field... filled) {
    List<Field> fields = new ArrayList<>();
    for (Element input : form.select("input[name]")) {
      boolean set = List.of(filled).stream().anyMatch(f -> f.name().equals(input.attr("name")));
      if (!set && !input.attr("type").equals("checkbox")) {
        fields.add(field(input.attr("name"), input.attr("value")));
      }
    }
    fields.addAll(List.of(filled));
    return post(form.attr("action"), fields, "Origin", origin());
  }

  /** The origin that a browser names when a page of the service posts a form. */
  String origin() {
    return service.getScheme() + "://" + service.getAuthority();
  }

  /** Signs in through the form. */
  public Answer signIn(String name, String password) {
    Element form = get("/login").page().selectFirst("form[action=/login]");
    return submit(form, field("name", name), field("password", password));
  }

  /** Signs in, as patiently. */
  public Answer signInPatiently(String name, String password) {
    return patiently(() -> signIn(name, password));
  }

  /** Follows redirects of this service by GET. */
  Answer follow(Answer answer) {
    Answer last = answer;
    for (int i = 0; i < 5 && last.status() == 303; i++) {
      last = get(last.header("Location"));
    }
    return last;
  }
}
