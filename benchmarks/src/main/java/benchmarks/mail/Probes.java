package benchmarks.mail;

import benchmarks.corpus.SearchWords;
import benchmarks.load.Browser;
import benchmarks.load.Probe;
import benchmarks.report.BenchmarkException;
import benchmarks.users.MailPage;
import benchmarks.users.MailPage.Row;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A user of one mailbox with probes of each request type, whose URLs are those of the pages. */
final class Probes implements AutoCloseable {
  private static final int MOST_MAILS = 400;
  private static final int LOOKED_AT = 250;

  private final MailUser user;
  private final URI server;
  private final Mailbox mailbox;
  private final String inbox;
  private final String archive;
  private final String trash;
  private final String deepList;
  private final String listBySender;
  private final List<String> plain = new ArrayList<>();
  private final List<String> html = new ArrayList<>();
  private final List<String> frames = new ArrayList<>();
  private final List<String> raw = new ArrayList<>();

  /**
   * Logs in, and reads the first pages of the inbox and some of their mails.
   *
   * @param deep pages from the first to the deep one, if there are as many
   */
  Probes(URI server, Mailbox mailbox, int deep) throws IOException {
    this.server = server;
    this.mailbox = mailbox;
    this.user = new MailUser(server, mailbox.user());
    MailPage folders = user.logIn();
    inbox = folders.folder("inbox");
    archive = folders.folder("archive");
    trash = folders.folder("trash");
    listBySender = user.page(inbox).sortedBy("sender");
    List<Row> rows = new ArrayList<>();
    deepList = walk(deep, Integer.MAX_VALUE, rows);
    int step = Math.max(1, rows.size() / LOOKED_AT);
    for (int i = 0; i < rows.size(); i += step) {
      String url = rows.get(i).url();
      Optional<String> frame = user.page(url).frame();
      (frame.isPresent() ? html : plain).add(url);
      frame.ifPresent(frames::add);
      raw.add(url.replaceAll("\\?.*", "") + "/raw");
    }
  }

  /** Reads the inbox until there are enough pages or rows; returns the next page or the last. */
  private String walk(int pages, int enough, List<Row> rows) throws IOException {
    Optional<String> next = Optional.of(inbox);
    String at = inbox;
    for (int i = 0; i < pages && rows.size() < enough && next.isPresent(); i++) {
      MailPage page = user.page(at);
      rows.addAll(page.rows());
      next = page.older();
      at = next.orElse(at);
    }
    return at;
  }

  /** The probe of a request type. */
  Probe of(MeasuredRequest type) throws IOException {
    SearchWords words = mailbox.words();
    return switch (type) {
      case LOGIN -> login();
      case FOLDERS -> pages(List.of("/mail"));
      case LIST -> pages(List.of(inbox));
      case LIST_DEEP -> pages(List.of(deepList));
      case LIST_BY_SENDER -> pages(List.of(listBySender));
      case SHOW_PLAIN -> pages(plain);
      case SHOW_HTML -> pages(html);
      case HTML_BODY -> pages(frames);
      case RAW -> pages(raw);
      case SEARCH_COMMON -> search(words.common());
      case SEARCH_RARE -> search(words.rare());
      case SEARCH_TWO -> search(words.pairs());
      case SEARCH_PHRASE -> search(words.phrases());
      case SEARCH_FIELD -> search(words.subjects());
      case SEARCH_NONE -> search(words.none());
      case REFILE -> move("/refile", archive, List.of("to", archive.replaceAll(".*/", "")));
      case DELETE -> move("/delete", trash, List.of());
      case FLAG ->
          oneByOne(
              "/flag",
              List.of("set", "flagged"),
              rows -> post(inbox + "/flag", List.of("clear", "flagged"), rows));
    };
  }

  private Probe pages(List<String> urls) {
    BenchmarkException.require(!urls.isEmpty(), "the mailbox lacks mails of a measured kind");
    return index -> user.get(urls.get(index % urls.size()));
  }

  private Probe search(List<String> queries) {
    return pages(queries.stream().map(query -> "/search?q=" + Browser.encode(query)).toList());
  }

  /** Sends one login form again and again, and logs the sessions out afterwards. */
  private Probe login() throws IOException {
    MailUser guest = new MailUser(server, mailbox.user());
    List<List<String>> sessions = new ArrayList<>();
    return new Probe() {
      private List<String> formCookies;
      private String formToken;

      @Override
      public int ready(int wanted) throws IOException {
        guest.browser.cookies(List.of());
        formToken = guest.page("/login").csrf();
        formCookies = guest.browser.cookies();
        return wanted;
      }

      @Override
      public void request(int index) throws IOException {
        guest.browser.cookies(formCookies);
        guest.login(formToken);
        sessions.add(guest.browser.cookies());
      }

      @Override
      public void restore() throws IOException {
        for (List<String> session : sessions) {
          guest.browser.cookies(session);
          guest.submit("/logout", List.of("csrf", guest.page("/mail").csrf()));
        }
        sessions.clear();
        guest.browser.close();
      }
    };
  }

  /** Moves mails out of the inbox, one with each request, and moves them back together. */
  private Probe move(String action, String to, List<String> fields) {
    List<String> back = List.of("to", inbox.replaceAll(".*/", ""));
    return oneByOne(
        action,
        fields,
        moved -> {
          for (MailPage page = user.page(to); !page.rows().isEmpty(); page = user.page(to)) {
            post(to + "/refile", back, page.rows());
          }
        });
  }

  @FunctionalInterface
  private interface Undo {
    void of(List<Row> rows) throws IOException;
  }

  /** Changes one of the newest mails with each request. */
  private Probe oneByOne(String action, List<String> fields, Undo undo) {
    return new Probe() {
      private List<Row> rows;

      @Override
      public int ready(int wanted) throws IOException {
        int most = Math.min(wanted, MOST_MAILS);
        List<Row> newest = new ArrayList<>();
        walk(Integer.MAX_VALUE, most, newest);
        rows = newest.subList(0, Math.min(newest.size(), most));
        return rows.size();
      }

      @Override
      public void request(int index) throws IOException {
        post(inbox + action, fields, List.of(rows.get(index)));
      }

      @Override
      public void restore() throws IOException {
        undo.of(rows);
      }
    };
  }

  private void post(String path, List<String> fields, List<Row> rows) throws IOException {
    List<String> form = new ArrayList<>(fields);
    rows.forEach(row -> form.addAll(List.of("uid", row.uid())));
    user.post(path, form);
  }

  @Override
  public void close() throws IOException {
    user.post("/logout", List.of());
    user.browser.close();
  }
}
