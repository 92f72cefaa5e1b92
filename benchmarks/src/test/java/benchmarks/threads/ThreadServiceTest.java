package benchmarks.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import benchmarks.corpus.MailSupply;
import benchmarks.load.Accounts;
import benchmarks.load.Browser;
import benchmarks.load.Product;
import benchmarks.load.Reply;
import benchmarks.users.MailPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The product and the service with a thread per request, in turn on one data directory. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThreadServiceTest {
  private static final int MAILS = 60;
  private static final int CONNECTIONS = 4;
  private static final String SETTINGS = "warm-up = 0s\nmail.added-work = 64K\n";
  private static final String READER = "reader";
  private static final Pattern STYLE_SHEET = Pattern.compile("/static/[^\"]*\\.css");

  private final Map<String, Reply> ofStages = new LinkedHashMap<>();
  private final Map<String, Reply> ofThreads = new LinkedHashMap<>();
  private Product product;
  private ThreadService threads;

  @BeforeAll
  void askBoth() throws IOException {
    Optional<Path> java = ThreadService.java(null);
    assumeTrue(java.isPresent(), ThreadService.NO_JAVA);
    threads = new ThreadService(java.get(), CONNECTIONS);
    product = new Product(null, SETTINGS);
    fill("writer-a");
    fill("writer-b");
    fill(READER);
    List<String> session;
    try (Browser reader = signedIn(READER)) {
      ask(reader, new LinkedHashMap<>()); // marks the mail as read
      ask(reader, ofStages);
      session = reader.cookies();
    }
    write("writer-a", ofStages);
    refuse(ofStages);
    product.restart(threads.unlimited(), SETTINGS);
    try (Browser reader = new Browser(product.address())) {
      reader.cookies(session);
      ask(reader, ofThreads);
    }
    write("writer-b", ofThreads);
    refuse(ofThreads);
  }

  @AfterAll
  void stop() {
    if (product != null) {
      product.close();
    }
  }

  private void fill(String name) throws IOException {
    product.addUser(name, Accounts.PASSWORD);
    Path mbox = product.folder().resolve("mails.mbox");
    new MailSupply(List.of()).write(MAILS, 1, mbox);
    product.run("", List.of("import", "--user", name, mbox.toString()));
    Files.delete(mbox);
  }

  private Browser signedIn(String name) throws IOException {
    Browser browser = new Browser(product.address());
    String csrf = new MailPage(browser.get("/login")).csrf();
    Reply reply =
        browser.post("/login", List.of("csrf", csrf, "name", name, "password", Accounts.PASSWORD));
    assertThat(reply.status()).isEqualTo(303);
    return browser;
  }

  /** Reads pages of each kind. */
  private static void ask(Browser reader, Map<String, Reply> replies) throws IOException {
    replies.put("list folders", reader.get("/mail"));
    MailPage folders = new MailPage(replies.get("list folders"));
    String inbox = folders.folder("inbox");
    replies.put("list messages", reader.get(inbox));
    MailPage list = new MailPage(replies.get("list messages"));
    replies.put("older messages", reader.get(list.older().orElseThrow()));
    replies.put("sorted messages", reader.get(list.sortedBy("sender")));
    for (MailPage.Row row : list.rows()) {
      Reply page = reader.get(row.url());
      Optional<String> frame = new MailPage(page).frame();
      replies.put(frame.isEmpty() ? "show message" : "show message with HTML", page);
      if (frame.isPresent()) {
        replies.put("HTML body", reader.get(frame.get()));
      }
    }
    replies.put("search", reader.get("/search?q=the"));
    replies.put("unknown folder", reader.get("/mail/999999"));
    replies.put("unknown message", reader.get(inbox + "/999999"));
    replies.put("unknown page", reader.get("/nowhere"));
    replies.put("wrong method", reader.post("/search", List.of("csrf", folders.csrf())));
    replies.put(
        "wrong token",
        reader.post(inbox + "/flag", List.of("csrf", "x", "uid", "1", "set", "seen")));
    replies.put("no folder", reader.post("/mail/999999/delete", List.of("csrf", folders.csrf())));
    replies.put("no mail", reader.post(inbox + "/delete", List.of("csrf", folders.csrf())));
  }

  /** Changes a mailbox that no other service has changed. */
  private void write(String name, Map<String, Reply> replies) throws IOException {
    try (Browser writer = signedIn(name)) {
      MailPage folders = new MailPage(writer.get("/mail"));
      String csrf = folders.csrf();
      String inbox = folders.folder("inbox");
      List<MailPage.Row> rows = new MailPage(writer.get(inbox)).rows();
      String archive = folders.folder("archive").replaceAll(".*/", "");
      List<String> flag = List.of("csrf", csrf, "uid", rows.get(0).uid(), "set", "flagged");
      replies.put("flag", writer.post(inbox + "/flag", flag));
      List<String> refile = List.of("csrf", csrf, "uid", rows.get(1).uid(), "to", archive);
      replies.put("refile", writer.post(inbox + "/refile", refile));
      replies.put("refiled", writer.get(replies.get("refile").header("Location")));
      List<String> delete = List.of("csrf", csrf, "uid", rows.get(2).uid());
      replies.put("delete", writer.post(inbox + "/delete", delete));
      replies.put("deleted", writer.get(replies.get("delete").header("Location")));
      replies.put("logout", writer.post("/logout", List.of("csrf", csrf)));
      replies.put("ended session", writer.get("/mail"));
    }
  }

  /** Sends requests that need no session, or fail for the lack of one. */
  private void refuse(Map<String, Reply> replies) throws IOException {
    try (Browser stranger = new Browser(product.address())) {
      replies.put("root", stranger.get("/"));
      replies.put("no session", stranger.get("/mail"));
      replies.put("login form", stranger.get("/login"));
      String csrf = new MailPage(replies.get("login form")).csrf();
      replies.put(
          "wrong password",
          stranger.post("/login", List.of("csrf", csrf, "name", READER, "password", "wrong")));
      replies.put("foreign login", stranger.post("/login", List.of("name", READER)));
    }
  }

  /** Replaces what differs between two equal services: names, ids, tokens and moments. */
  private static String normal(String text) {
    return text == null
        ? null
        : text.replaceAll("writer-[ab]", "writer")
            .replaceAll("[A-Za-z0-9_-]{43}", "TOKEN")
            .replaceAll("/mail/\\d+(/\\d+)?", "/mail/N")
            .replaceAll("\\bs\\d+\\b", "sN")
            .replaceAll("after=[^\"&]+", "after=N")
            .replaceAll("value=\"\\d+\"", "value=\"N\"");
  }

  @Test
  void answersEachRequestWithTheSamePage() {
    assertThat(ofThreads.keySet()).containsExactlyElementsOf(ofStages.keySet());
    for (String request : ofStages.keySet()) {
      Reply expected = ofStages.get(request);
      Reply actual = ofThreads.get(request);
      assertThat(actual.status()).as(request).isEqualTo(expected.status());
      assertThat(normal(actual.body())).as(request).isEqualTo(normal(expected.body()));
      for (String name :
          List.of("Location", "Content-Type", "Cache-Control", "Content-Security-Policy")) {
        assertThat(normal(actual.header(name)))
            .as("%s of %s", name, request)
            .isEqualTo(normal(expected.header(name)));
      }
    }
  }

  @Test
  void asksForEveryKindOfAnswer() {
    assertThat(ofStages.values().stream().map(Reply::status).distinct())
        .contains(200, 303, 403, 404, 405);
    assertThat(ofStages).containsKeys("show message", "HTML body");
    assertThat(ofStages.get("search").body()).contains("rows");
  }

  @Test
  void doesNotServeOtherRequests() throws IOException {
    try (Browser reader = signedIn(READER)) {
      assertThat(reader.get("/compose").status()).isEqualTo(501);
      assertThat(reader.post("/send", List.of()).status()).isEqualTo(501);
    }
  }

  @Test
  void servesTheFilesOfThePages() throws IOException {
    try (Browser reader = new Browser(product.address())) {
      String path =
          STYLE_SHEET
              .matcher(reader.get("/login").body())
              .results()
              .findFirst()
              .orElseThrow()
              .group();
      Reply file = reader.get(path);
      assertThat(file.status()).isEqualTo(200);
      assertThat(file.header("Content-Type")).startsWith("text/css");
      assertThat(reader.get("/static/no-such-file.css").status()).isEqualTo(404);
    }
  }
}
