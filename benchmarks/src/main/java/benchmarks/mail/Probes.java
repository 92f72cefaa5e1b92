package benchmarks.mail;

import benchmarks.corpus.SearchWords;
import benchmarks.load.Browser;
import benchmarks.load.Probe;
import benchmarks.report.BenchmarkException;
import benchmarks.users.MailPage;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A user of one mailbox, and the probes of each request type, with the addresses that the pages
 * themselves lead to.
 */
public final class Probes implements AutoCloseable {
  /** Pages to the one that counts as deep. */
  static final int DEEP = 20;

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
   * Logs in and looks around.
   *
   * @param deep pages from the first to the one that counts as deep, if there are as many
   */
  public Probes(URI server, Mailbox mailbox, int deep) throws IOException {
    this.server = server;
    this.mailbox = mailbox;
    this.user = new MailUser(server, mailbox);
    MailPage folders = user.logIn();
    inbox = folders.folder("inbox");
    archive = folders.folder("archive");
    trash = folders.folder("trash");
    listBySender = user.page(inbox).sortedBy("sender");
    deepList = walk(deep);
  }

  /** Pages through the inbox; returns the last page seen. */
  private String walk(int deep) throws IOException {
    String at = inbox;
    List<MailPage.Row> rows = new ArrayList<>();
    for (int i = 0; i < deep; i++) {
      MailPage page = user.page(at);
      rows.addAll(page.rows());
      Optional<String> older = page.older();
      if (older.isEmpty()) {
        break;
      }
      at = older.get();
    }
    int step = Math.max(1, rows.size() / LOOKED_AT);
    for (int i = 0; i < rows.size(); i += step) {
      String url = rows.get(i).url();
      Optional<String> frame = user.page(url).frame();
      (frame.isPresent() ? html : plain).add(url);
      frame.ifPresent(frames::add);
      raw.add(url.replaceAll("\\?.*", "") + "/raw");
    }
    return at;
  }

  /** The probe of a request type. */
  public Probe of(MeasuredRequest type) throws IOException {
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
      case FLAG -> flag();
    };
  }

  private Probe pages(List<String> urls) {
    if (urls.isEmpty()) {
      throw new BenchmarkException("the mailbox lacks mails of a kind that is measured");
    }
    return index -> user.get(urls.get(index % urls.size()));
  }

  private Probe search(List<String> queries) {
    return pages(queries.stream().map(query -> "/search?q=" + Browser.encode(query)).toList());
  }

  /** One login form, sent again and again; the sessions are ended afterwards. */
  private Probe login() throws IOException {
    MailUser guest = new MailUser(server, mailbox);
    List<List<String>> sessions = new ArrayList<>();
    return new Probe() {
      private List<String> formCookies;
      private String formToken;

      @Override
      public int ready(int wanted) throws IOException {
        guest.browser().cookies(List.of());
        formToken = guest.page("/login").csrf();
        formCookies = guest.browser().cookies();
        return wanted;
      }

      @Override
      public void request(int index) throws IOException {
        guest.browser().cookies(formCookies);
        guest.login(formToken);
        sessions.add(guest.browser().cookies());
      }

      @Override
      public void restore() throws IOException {
        for (List<String> session : sessions) {
          guest.browser().cookies(session);
          guest.submit("/logout", List.of("csrf", guest.page("/mail").csrf()));
        }
        sessions.clear();
        guest.close();
      }
    };
  }

  private List<MailPage.Row> newest(int atMost) throws IOException {
    List<MailPage.Row> rows = new ArrayList<>();
    Optional<String> at = Optional.of(inbox);
    while (at.isPresent() && rows.size() < atMost) {
      MailPage page = user.page(at.get());
      rows.addAll(page.rows());
      at = page.older();
    }
    return rows.subList(0, Math.min(rows.size(), atMost));
  }

  /** Moves mails out of the inbox, one a request; brings them back together. */
  private Probe move(String action, String to, List<String> fields) {
    List<String> back = List.of("to", inbox.replaceAll(".*/", ""));
    return new OneByOne(action, fields) {
      @Override
      public void restore() throws IOException {
        for (MailPage page = user.page(to); !page.rows().isEmpty(); page = user.page(to)) {
          post(to + "/refile", back, page.rows());
        }
      }
    };
  }

  /** Stars mails, one a request; takes the stars away together. */
  private Probe flag() {
    return new OneByOne("/flag", List.of("set", "flagged")) {
      @Override
      public void restore() throws IOException {
        post(inbox + "/flag", List.of("clear", "flagged"), rows);
      }
    };
  }

  private void post(String path, List<String> fields, List<MailPage.Row> rows) throws IOException {
    List<String> form = new ArrayList<>(fields);
    rows.forEach(row -> form.addAll(List.of("uid", row.uid())));
    user.post(path, form);
  }

  /** Does something to one of the newest mails with each request. */
  private abstract class OneByOne implements Probe {
    private final String action;
    private final List<String> fields;
    List<MailPage.Row> rows;

    OneByOne(String action, List<String> fields) {
      this.action = action;
      this.fields = fields;
    }

    @Override
    public int ready(int wanted) throws IOException {
      rows = newest(Math.min(wanted, MOST_MAILS));
      return rows.size();
    }

    @Override
    public void request(int index) throws IOException {
      post(inbox + action, fields, List.of(rows.get(index)));
    }
  }

  @Override
  public void close() throws IOException {
    user.logOut();
    user.close();
  }
}
