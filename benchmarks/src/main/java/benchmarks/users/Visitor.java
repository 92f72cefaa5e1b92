package benchmarks.users;

import arashi.front.page.Flash;
import arashi.front.session.Cookies;
import benchmarks.load.Browser;
import benchmarks.load.HttpConnection;
import benchmarks.load.Reply;
import benchmarks.users.Mix.Action;
import benchmarks.users.RunResult.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A user of the papers: a Markov chain of actions over one connection, without a thread of its own.
 *
 * <pre>
 *   AWAY ──► sign in ──► folders ──► READY ── act ──► requests of an action ──► READY
 *    ▲          │           │                                  │
 *    │          └───────────┴──────── refused, failed ─────────┘
 *    └── leave, once nothing is awaited
 * </pre>
 *
 * After a refusal, {@link Habits.Retry} decides: the user of a closed loop starts over or sends the
 * same request again. In an open loop the user is READY, and the next arrival is another action.
 */
final class Visitor implements HttpConnection.Listener, OpenLoop.User {
  private static final int SEE_OTHER = 303;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int BUSY = 503;
  private static final String QUALITY = "Arashi-Quality";
  private static final String SESSION_COOKIE = new Cookies(false).session();

  private final int number;
  private final Person person;
  private final LoadRun run;
  private final HttpConnection connection;
  private final Random random;
  private final Map<String, String> cookies = new LinkedHashMap<>();

  private boolean leaving;
  private Action action;
  private String csrf;
  private String inbox;
  private String archive;
  // URLs of the last list, one a line: a list of strings would lengthen the collector's pauses
  private String rows = "";
  private String older;
  private MailPage.Row shown;
  private MailPage.Form owed; // undoes a move; null if there is none

  // the awaited reply
  private UserRequestType type; // null if the request isn't counted
  private String request;
  private Consumer<Reply> then;
  private long sentAt;
  private long intended; // start of the response time

  private Long due; // start of the next request's response time; null: when it is sent

  Visitor(int number, Person person, LoadRun run, HttpConnection connection) {
    this.number = number;
    this.person = person;
    this.run = run;
    this.connection = connection;
    this.random = new Random(number);
  }

  /** True once it knows its folders and can act. */
  boolean isSignedIn() {
    return action != null;
  }

  @Override
  public boolean isLeaving() {
    return leaving;
  }

  void leave() {
    leaving = true;
    if (!connection.isWaiting()) {
      connection.close();
    }
  }

  void close() {
    leaving = true;
    connection.abandon("the run has ended");
    connection.close();
  }

  void giveUpBefore(long nanos) {
    if (connection.isWaiting() && sentAt - nanos < 0) {
      connection.abandon("no answer");
    }
  }

  /** Closes the connection of a leaving user; returns true for it. */
  private boolean isGone() {
    if (leaving) {
      connection.close();
    }
    return leaving;
  }

  // ---- signing in

  /** Signs in by the form, or resumes a session, and opens the folders. */
  private void signIn(boolean byForm) {
    action = null;
    if (!byForm) {
      cookies.put(SESSION_COOKIE, person.session());
      folders();
      return;
    }
    cookies.remove(SESSION_COOKIE);
    get(null, "/login", form -> logIn(new MailPage(form).csrf()));
  }

  private void logIn(String token) {
    List<String> fields =
        List.of("csrf", token, "name", person.name(), "password", person.password());
    post(UserRequestType.LOGIN, "/login", fields, reply -> folders());
  }

  private void folders() {
    get(
        UserRequestType.LIST_FOLDERS,
        "/mail",
        reply -> {
          MailPage page = new MailPage(reply);
          csrf = page.csrf();
          inbox = page.folder("inbox");
          archive = page.folder("archive").replaceAll(".*/", "");
          action = Action.FOLDERS;
          undo(page);
        });
  }

  private void ready() {
    if (!isGone()) {
      run.ready(this);
    }
  }

  // ---- actions

  /**
   * Signs in, or takes the next action of the chain.
   *
   * @param at due time of its first request, from which the response time counts
   */
  @Override
  public void act(long at) {
    if (isGone()) {
      return;
    }
    due = at;
    boolean anew = run.habits.logins() > 0 && random.nextDouble() < run.habits.logins();
    if (action == null || anew) {
      signIn(anew || person.session() == null);
      return;
    }
    action = run.mix.after(action, random);
    switch (action) {
      case FOLDERS -> folders();
      case LIST -> list(inbox);
      case OLDER -> list(older == null ? inbox : older);
      case SHOW -> withMail(any(), this::show);
      case DELETE -> withMail(chosen(), mail -> move(UserRequestType.DELETE, form(mail)));
      case REFILE ->
          withMail(chosen(), mail -> move(UserRequestType.REFILE, form(mail, "to", archive)));
      case FLAG -> withMail(chosen(), this::flag);
      case SEARCH -> search();
    }
  }

  private void list(String url) {
    list(url, page -> ready());
  }

  private void list(String url, Consumer<MailPage> andThen) {
    shown = null;
    get(
        UserRequestType.LIST_MESSAGES,
        url,
        reply -> {
          MailPage page = new MailPage(reply);
          rows = page.rows().stream().map(MailPage.Row::url).collect(Collectors.joining("\n"));
          older = page.older().orElse(null);
          andThen.accept(page);
        });
  }

  /** The mail of the open page, or one of the list; null if the list is empty. */
  private MailPage.Row chosen() {
    return shown != null ? shown : any();
  }

  private MailPage.Row any() {
    List<String> urls = rows.lines().toList();
    return urls.isEmpty() ? null : new MailPage.Row(urls.get(random.nextInt(urls.size())));
  }

  /** Acts on a mail, or reloads the list if it is null. */
  private void withMail(MailPage.Row mail, Consumer<MailPage.Row> act) {
    if (mail == null) {
      list(inbox);
    } else {
      act.accept(mail);
    }
  }

  private void show(MailPage.Row mail) {
    get(
        UserRequestType.SHOW_MESSAGE,
        mail.url(),
        reply -> {
          if (reply.status() == NOT_FOUND) { // another user has moved it
            list(inbox);
            return;
          }
          shown = mail;
          new MailPage(reply)
              .frame()
              .ifPresentOrElse(
                  url -> get(UserRequestType.HTML_BODY, url, body -> ready()), this::ready);
        });
  }

  private List<String> form(MailPage.Row mail, String... more) {
    List<String> fields = new ArrayList<>(List.of("csrf", csrf, "uid", mail.uid()));
    fields.addAll(List.of(more));
    return fields;
  }

  private void flag(MailPage.Row mail) {
    post(
        UserRequestType.FLAG,
        inbox + "/flag",
        form(mail, random.nextBoolean() ? "set" : "clear", "flagged"),
        reply -> list(reply.header("Location")));
  }

  /** Moves a mail, and undoes that after a pause, so that a mailbox keeps its size. */
  private void move(UserRequestType action, List<String> fields) {
    String path = inbox + "/" + action.title();
    post(action, path, fields, reply -> list(reply.header("Location"), this::undo));
  }

  /** Undoes the move in the page's notice, or an earlier one. */
  private void undo(MailPage page) {
    owed = page.undo().orElse(owed);
    if (owed == null) {
      ready();
      return;
    }
    MailPage.Form form = owed.renewed(csrf);
    run.afterThinking(
        at -> {
          due = at;
          post(
              UserRequestType.REFILE,
              form.action(),
              form.fields(),
              reply -> {
                owed = null;
                cookies.remove(Flash.COOKIE); // it offers to undo the undo
                list(reply.header("Location"));
              });
        });
  }

  private void search() {
    List<List<String>> kinds =
        List.of(person.words().common(), person.words().rare(), person.words().pairs());
    List<String> queries = kinds.get(random.nextInt(kinds.size()));
    String query = queries.isEmpty() ? "mail" : queries.get(random.nextInt(queries.size()));
    get(UserRequestType.SEARCH, "/search?q=" + Browser.encode(query), reply -> ready());
  }

  // ---- requests

  private void get(UserRequestType of, String path, Consumer<Reply> andThen) {
    send(of, head("GET", path) + "\r\n", andThen);
  }

  private void post(UserRequestType of, String path, List<String> fields, Consumer<Reply> andThen) {
    send(of, head("POST", path) + Browser.form(fields), andThen);
  }

  private String head(String method, String path) {
    StringBuilder head = new StringBuilder(512);
    head.append(method).append(' ').append(path).append(" HTTP/1.1\r\n").append(run.headers);
    String separator = "Cookie: ";
    for (Map.Entry<String, String> cookie : cookies.entrySet()) {
      head.append(separator).append(cookie.getKey()).append('=').append(cookie.getValue());
      separator = "; ";
    }
    return head.append(cookies.isEmpty() ? "" : "\r\n").toString();
  }

  /** Sends a request; {@code andThen} gets its reply unless that is a refusal or an error. */
  private void send(UserRequestType of, String text, Consumer<Reply> andThen) {
    sentAt = System.nanoTime();
    intended = due == null ? sentAt : due;
    due = null;
    type = of;
    request = text;
    then = andThen;
    connection.exchange(text, this);
  }

  @Override
  public void replied(Reply reply) {
    Outcome outcome = outcome(reply.status());
    if (outcome == Outcome.REFUSED) { // first, because most replies of an overload are refusals
      count(outcome, 0);
      refused(reply);
      return;
    }
    Browser.keep(cookies, reply);
    String quality = reply.header(QUALITY);
    count(outcome, quality == null ? Requests.FULL_QUALITY : Float.parseFloat(quality));
    if (outcome == Outcome.FAILED) {
      fail();
      return;
    }
    try {
      then.accept(reply);
    } catch (RuntimeException e) { // an unexpected page, such as the login form
      failed(new IOException(e));
    }
  }

  @Override
  public void failed(IOException cause) {
    count(Outcome.FAILED, 0);
    fail();
  }

  private void fail() {
    owed = null; // the server may have done it
    later(run.habits.afterFailure(), this::startOver);
  }

  private void refused(Reply reply) {
    String retryAfter = reply.header("Retry-After");
    Duration away = run.habits.away(retryAfter, random.nextDouble());
    boolean sameAgain = run.habits.retry() == Habits.Retry.AT_ONCE;
    later(away, run.habits.isOpen() ? this::ready : sameAgain ? this::reload : this::startOver);
  }

  private void later(Duration away, Runnable andThen) {
    if (!isGone()) {
      run.after(away, andThen);
    }
  }

  private void reload() {
    if (!isGone()) {
      send(type, request, then);
    }
  }

  private void startOver() {
    action = null;
    if (run.habits.isOpen()) {
      ready();
    } else {
      act(System.nanoTime());
    }
  }

  private static Outcome outcome(int status) {
    return switch (status) {
      case OK, SEE_OTHER, NOT_FOUND -> Outcome.OK;
      case BUSY -> Outcome.REFUSED;
      default -> Outcome.FAILED;
    };
  }

  private void count(Outcome outcome, float quality) {
    if (type != null) {
      run.count(number, type, intended, outcome, quality);
    } else if (outcome != Outcome.OK) { // without the form there is no login
      run.count(number, UserRequestType.LOGIN, intended, outcome, quality);
    }
  }
}
