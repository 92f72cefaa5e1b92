package benchmarks.mail;

import benchmarks.load.Reply;
import benchmarks.load.Sample;
import benchmarks.mail.Mix.Action;
import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** A user of the mix: a closed loop with a pause before each action. For one thread. */
final class MixUser implements AutoCloseable {

  /** A request of the mix, as it is counted. */
  enum Step {
    FOLDERS("list folders"),
    LIST("list messages"),
    SHOW("show message"),
    BODY("HTML body"),
    DELETE("delete"),
    REFILE("refile"),
    FLAG("flag"),
    SEARCH("search");

    private final String title;

    Step(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  private static final int NOT_FOUND = 404;

  private final MailUser user;
  private final Mailbox mailbox;
  private final Mix mix;
  private final Random random;
  private final Duration think;
  private final Map<Step, Histogram> times = new EnumMap<>(Step.class);
  private String inbox;
  private String archive;
  private MailPage list;
  private MailPage.Row shown;
  private int gone;

  MixUser(URI server, Mailbox mailbox, Mix mix, Duration think, long seed) {
    this.user = new MailUser(server, mailbox);
    this.mailbox = mailbox;
    this.mix = mix;
    this.think = think;
    this.random = new Random(seed);
    for (Step step : Step.values()) {
      times.put(step, Sample.histogram());
    }
  }

  void logIn() throws IOException {
    MailPage folders = user.logIn();
    inbox = folders.folder("inbox");
    archive = folders.folder("archive");
    list = user.page(inbox);
  }

  /** Response times by request. */
  Map<Step, Histogram> times() {
    return times;
  }

  /** Requests for a mail that another user of the same mailbox had just moved. */
  int gone() {
    return gone;
  }

  /** Acts for so long. */
  void run(Duration time) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Action action = Action.FOLDERS;
    while (System.nanoTime() - start < time.toNanos()) {
      act(action);
      action = mix.after(action, random);
      pause();
    }
  }

  private void pause() throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(think.toNanos());
  }

  private void act(Action action) throws IOException, InterruptedException {
    switch (action) {
      case FOLDERS -> get(Step.FOLDERS, "/mail");
      case LIST -> list(inbox);
      case OLDER -> list(list.older().orElse(inbox));
      case SHOW -> show();
      case DELETE -> move(Step.DELETE, "/delete", List.of("uid", chosen()));
      case REFILE ->
          move(
              Step.REFILE,
              "/refile",
              List.of("uid", chosen(), "to", archive.replaceAll(".*/", "")));
      case FLAG -> {
        String change = random.nextBoolean() ? "set" : "clear";
        list(post(Step.FLAG, inbox + "/flag", List.of("uid", chosen(), change, "flagged")));
      }
      case SEARCH -> search();
    }
  }

  private void list(String url) throws IOException {
    shown = null;
    list = new MailPage(get(Step.LIST, url));
    if (list.rows().isEmpty()) {
      list = new MailPage(get(Step.LIST, inbox));
    }
  }

  /** Opens a mail, unless another user has moved it since the list was shown. */
  private void show() throws IOException {
    List<MailPage.Row> rows = list.rows();
    MailPage.Row row = rows.get(random.nextInt(rows.size()));
    Optional<Reply> page = unlessGone(Step.SHOW, row.url());
    if (page.isEmpty()) {
      list(inbox);
      return;
    }
    shown = row;
    Optional<String> frame = new MailPage(page.get()).frame();
    if (frame.isPresent()) {
      unlessGone(Step.BODY, frame.get());
    }
  }

  private Optional<Reply> unlessGone(Step step, String url) throws IOException {
    Reply reply = timed(step, () -> user.browser().get(url));
    if (reply.status() == NOT_FOUND) {
      gone++;
      return Optional.empty();
    }
    return Optional.of(require(reply, 200, url));
  }

  /** The mail that is open, or else one of the list. */
  private String chosen() {
    List<MailPage.Row> rows = list.rows();
    MailPage.Row row = shown != null ? shown : rows.get(random.nextInt(rows.size()));
    return row.uid();
  }

  private void move(Step step, String action, List<String> fields)
      throws IOException, InterruptedException {
    list(post(step, inbox + action, fields));
    Optional<MailPage.Form> undo = list.undo();
    if (undo.isEmpty()) {
      gone++;
      return;
    }
    pause();
    MailPage.Form form = undo.get();
    Reply reply = timed(Step.REFILE, () -> user.browser().post(form.action(), form.fields()));
    list(require(reply, 303, form.action()).header("Location"));
  }

  private void search() throws IOException {
    SearchWords words = mailbox.words();
    List<List<String>> kinds = List.of(words.common(), words.rare(), words.pairs());
    List<String> queries = kinds.get(random.nextInt(kinds.size()));
    String query = queries.get(random.nextInt(queries.size()));
    get(Step.SEARCH, "/search?q=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
  }

  private Reply get(Step step, String url) throws IOException {
    return require(timed(step, () -> user.browser().get(url)), 200, url);
  }

  private String post(Step step, String url, List<String> fields) throws IOException {
    long start = System.nanoTime();
    String next = user.post(url, fields);
    Sample.record(times.get(step), start);
    return next;
  }

  @FunctionalInterface
  private interface Request {
    Reply send() throws IOException;
  }

  private Reply timed(Step step, Request request) throws IOException {
    long start = System.nanoTime();
    Reply reply = request.send();
    Sample.record(times.get(step), start);
    return reply;
  }

  private static Reply require(Reply reply, int status, String url) {
    if (reply.status() != status) {
      throw new BenchmarkException(url + " was answered with status " + reply.status());
    }
    return reply;
  }

  @Override
  public void close() throws IOException {
    user.logOut();
    user.close();
  }
}
