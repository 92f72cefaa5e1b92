package benchmarks.users;

import arashi.front.Cookies;
import arashi.front.Flash;
import benchmarks.load.Browser;
import benchmarks.load.HttpConnection;
import benchmarks.load.Reply;
import benchmarks.users.Mix.Action;
import benchmarks.users.Samples.Outcome;
import java.io.IOException;
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
 *   AWAY ── begin ──► sign in ──► folders ──► READY ── act ──► requests of an action ──► READY
 *    ▲                   │           │                                  │
 *    │                   └───────────┴──────── refused, failed ─────────┘
 *    └── leave, once nothing is awaited
 * </pre>
 */
final class Visitor {
  private static final int SEE_OTHER = 303;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int BUSY = 503;
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
  // URLs of the last list, a line for each mail: objects would lengthen the collector's pauses
  private String rows = "";
  private String older;
  private MailPage.Row shown;
  private MailPage.Form owed; // takes back a move; null if there is none
  private long sentAt;

  Visitor(int number, Person person, LoadRun run, HttpConnection connection) {
    this.number = number;
    this.person = person;
    this.run = run;
    this.connection = connection;
    this.random = new Random(number);
  }

  int number() {
    return number;
  }

  /** True if it knows its folders, so that it can act. */
  boolean isSignedIn() {
    return action != null;
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

  // ---- signing in

  /** Signs in, or goes on with a session, and opens the folders. */
  void begin() {
    if (leaving) { // while it was away
      connection.close();
      return;
    }
    action = null;
    if (person.session() != null) {
      cookies.put(SESSION_COOKIE, person.session());
      folders(System.nanoTime());
      return;
    }
    cookies.remove(SESSION_COOKIE);
    get(null, System.nanoTime(), "/login", form -> logIn(new MailPage(form).csrf()));
  }

  private void logIn(String token) {
    List<String> fields =
        List.of("csrf", token, "name", person.name(), "password", person.password());
    long now = System.nanoTime();
    post(UserRequestType.LOGIN, now, "/login", fields, reply -> folders(System.nanoTime()));
  }

  private void folders(long intended) {
    get(
        UserRequestType.LIST_FOLDERS,
        intended,
        "/mail",
        reply -> {
          MailPage page = new MailPage(reply);
          csrf = page.csrf();
          inbox = page.folder("inbox");
          archive = page.folder("archive").replaceAll(".*/", "");
          action = Action.FOLDERS;
          takeBack(page);
        });
  }

  private void ready() {
    if (leaving) {
      connection.close();
    } else {
      run.pace().ready(this);
    }
  }

  // ---- actions

  /**
   * Takes the next action of the chain.
   *
   * @param intended when its first request should be sent: response times count from there
   */
  void act(long intended) {
    if (leaving) {
      connection.close();
      return;
    }
    action = run.mix().after(action, random);
    switch (action) {
      case FOLDERS -> folders(intended);
      case LIST -> list(inbox, intended);
      case OLDER -> list(older == null ? inbox : older, intended);
      case SHOW -> withMail(any(), intended, mail -> show(mail, intended));
      case DELETE ->
          withMail(
              chosen(),
              intended,
              mail -> move(UserRequestType.DELETE, intended, "/delete", form(mail)));
      case REFILE ->
          withMail(
              chosen(),
              intended,
              mail -> move(UserRequestType.REFILE, intended, "/refile", form(mail, "to", archive)));
      case FLAG -> withMail(chosen(), intended, mail -> flag(mail, intended));
      case SEARCH -> search(intended);
    }
  }

  private void list(String url, long intended) {
    shown = null;
    get(
        UserRequestType.LIST_MESSAGES,
        intended,
        url,
        reply -> {
          keepList(new MailPage(reply));
          ready();
        });
  }

  private void keepList(MailPage page) {
    rows = page.rows().stream().map(MailPage.Row::url).collect(Collectors.joining("\n"));
    older = page.older().orElse(null);
  }

  /** The mail of the open page, or one of the list; null if the list is empty. */
  private MailPage.Row chosen() {
    return shown != null ? shown : any();
  }

  private MailPage.Row any() {
    List<String> urls = rows.lines().toList();
    return urls.isEmpty() ? null : new MailPage.Row(urls.get(random.nextInt(urls.size())));
  }

  /** Loads the list instead if it has no mail. */
  private void withMail(MailPage.Row mail, long intended, Consumer<MailPage.Row> then) {
    if (mail == null) {
      list(inbox, intended);
    } else {
      then.accept(mail);
    }
  }

  private void show(MailPage.Row mail, long intended) {
    get(
        UserRequestType.SHOW_MESSAGE,
        intended,
        mail.url(),
        reply -> {
          if (reply.status() == NOT_FOUND) { // moved by another user of the mailbox
            list(inbox, System.nanoTime());
            return;
          }
          shown = mail;
          new MailPage(reply).frame().ifPresentOrElse(this::showFrame, this::ready);
        });
  }

  private void showFrame(String url) {
    get(UserRequestType.HTML_BODY, System.nanoTime(), url, body -> ready());
  }

  private List<String> form(MailPage.Row mail, String... more) {
    List<String> fields = new ArrayList<>(List.of("csrf", csrf, "uid", mail.uid()));
    fields.addAll(List.of(more));
    return fields;
  }

  private void flag(MailPage.Row mail, long intended) {
    post(
        UserRequestType.FLAG,
        intended,
        inbox + "/flag",
        form(mail, random.nextBoolean() ? "set" : "clear", "flagged"),
        reply -> list(reply.header("Location"), System.nanoTime()));
  }

  /** Moves a mail, and takes that back after a pause, so that a mailbox keeps its size. */
  private void move(UserRequestType type, long intended, String to, List<String> fields) {
    post(
        type,
        intended,
        inbox + to,
        fields,
        reply ->
            get(
                UserRequestType.LIST_MESSAGES,
                System.nanoTime(),
                reply.header("Location"),
                page -> {
                  MailPage list = new MailPage(page);
                  keepList(list);
                  shown = null;
                  takeBack(list);
                }));
  }

  /** Takes back the move in the page's notice, or an earlier one. */
  private void takeBack(MailPage page) {
    owed = page.undo().orElse(owed);
    if (owed == null) {
      ready();
      return;
    }
    MailPage.Form form = owed.renewed(csrf);
    run.afterThinking(
        at ->
            post(
                UserRequestType.REFILE,
                at,
                form.action(),
                form.fields(),
                reply -> {
                  owed = null;
                  cookies.remove(Flash.COOKIE); // that this was a move as well
                  list(reply.header("Location"), System.nanoTime());
                }));
  }

  private void search(long intended) {
    List<List<String>> kinds =
        List.of(person.words().common(), person.words().rare(), person.words().pairs());
    List<String> queries = kinds.get(random.nextInt(kinds.size()));
    String query = queries.isEmpty() ? "mail" : queries.get(random.nextInt(queries.size()));
    String path = "/search?q=" + Browser.encode(query);
    get(UserRequestType.SEARCH, intended, path, reply -> ready());
  }

  // ---- requests

  private void get(UserRequestType type, long intended, String path, Consumer<Reply> then) {
    send(type, intended, head("GET", path) + "\r\n", then);
  }

  private void post(
      UserRequestType type, long intended, String path, List<String> fields, Consumer<Reply> then) {
    send(type, intended, head("POST", path) + Browser.form(fields), then);
  }

  private String head(String method, String path) {
    StringBuilder head = new StringBuilder(512);
    head.append(method).append(' ').append(path).append(" HTTP/1.1\r\n").append(run.headers());
    if (!cookies.isEmpty()) {
      head.append("Cookie: ");
      cookies.forEach((name, value) -> head.append(name).append('=').append(value).append("; "));
      head.setLength(head.length() - 2);
      head.append("\r\n");
    }
    return head.toString();
  }

  /**
   * Sends a request, and goes on with its reply unless that is a refusal or an error.
   *
   * @param type null if the request isn't counted
   */
  private void send(UserRequestType type, long intended, String request, Consumer<Reply> then) {
    sentAt = System.nanoTime();
    connection.exchange(
        request,
        new HttpConnection.Listener() {
          @Override
          public void replied(Reply reply) {
            Browser.keep(cookies, reply);
            Outcome outcome = outcome(reply.status());
            count(type, intended, outcome);
            if (outcome != Outcome.OK) {
              owed = outcome == Outcome.REFUSED ? owed : null;
              startOver(reply.header("Retry-After"));
              return;
            }
            try {
              then.accept(reply);
            } catch (RuntimeException e) { // not the page that was asked for: signed out, perhaps
              count(type, intended, Outcome.FAILED);
              startOver(null);
            }
          }

          @Override
          public void failed(IOException cause) {
            count(type, intended, Outcome.FAILED);
            owed = null; // it may have been done
            startOver(null);
          }
        });
  }

  private static Outcome outcome(int status) {
    if (status == BUSY) {
      return Outcome.REFUSED;
    }
    return status == OK || status == SEE_OTHER || status == NOT_FOUND ? Outcome.OK : Outcome.FAILED;
  }

  private void count(UserRequestType type, long intended, Outcome outcome) {
    if (type != null) {
      run.count(this, type, intended, outcome);
    }
  }

  private void startOver(String retryAfter) {
    if (leaving) {
      connection.close();
    } else {
      run.pace().refused(this, run.habits().away(retryAfter, random.nextDouble()));
    }
  }
}
