package benchmarks.mail;

import benchmarks.load.Accounts;
import benchmarks.load.Browser;
import benchmarks.load.Reply;
import benchmarks.report.BenchmarkException;
import benchmarks.users.MailPage;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A user at a browser, with the service's pages and forms. For one thread. */
final class MailUser implements AutoCloseable {
  private static final int OK = 200;
  private static final int SEE_OTHER = 303;

  private final Browser browser;
  private final Mailbox mailbox;
  private String csrf = "";

  MailUser(URI server, Mailbox mailbox) throws IOException {
    this.browser = new Browser(server);
    this.mailbox = mailbox;
  }

  Browser browser() {
    return browser;
  }

  /** Fills the login form in and sends it; returns the page of folders. */
  MailPage logIn() throws IOException {
    login(page("/login").csrf());
    MailPage folders = page("/mail");
    csrf = folders.csrf();
    return folders;
  }

  void login(String formToken) throws IOException {
    submit(
        "/login",
        List.of("csrf", formToken, "name", mailbox.user(), "password", Accounts.PASSWORD));
  }

  void logOut() throws IOException {
    post("/logout", List.of());
  }

  MailPage page(String path) throws IOException {
    return new MailPage(get(path));
  }

  Reply get(String path) throws IOException {
    return expect(OK, path, browser.get(path));
  }

  /** Sends a form of the session's pages, with their token; returns where to go next. */
  String post(String path, List<String> fields) throws IOException {
    List<String> all = new ArrayList<>(List.of("csrf", csrf));
    all.addAll(fields);
    return submit(path, all);
  }

  /** Sends a form as it is; returns where to go next. */
  String submit(String path, List<String> fields) throws IOException {
    return expect(SEE_OTHER, path, browser.post(path, fields)).header("Location");
  }

  private static Reply expect(int status, String path, Reply reply) {
    if (reply.status() != status) {
      throw new BenchmarkException(path + " was answered with status " + reply.status());
    }
    return reply;
  }

  @Override
  public void close() {
    browser.close();
  }
}
