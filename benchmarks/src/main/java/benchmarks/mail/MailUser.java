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

/** A user at a browser, with the service's pages and forms. For one thread; methods block. */
final class MailUser {
  final Browser browser;
  private final String name;
  private String csrf = "";

  MailUser(URI server, String name) throws IOException {
    this.browser = new Browser(server);
    this.name = name;
  }

  /** Logs in by the form; returns the page of folders. */
  MailPage logIn() throws IOException {
    login(page("/login").csrf());
    MailPage folders = page("/mail");
    csrf = folders.csrf();
    return folders;
  }

  void login(String formToken) throws IOException {
    submit("/login", List.of("csrf", formToken, "name", name, "password", Accounts.PASSWORD));
  }

  MailPage page(String path) throws IOException {
    return new MailPage(get(path));
  }

  Reply get(String path) throws IOException {
    return expect(200, path, browser.get(path));
  }

  /** Sends a form with the session's token. */
  void post(String path, List<String> fields) throws IOException {
    List<String> all = new ArrayList<>(List.of("csrf", csrf));
    all.addAll(fields);
    submit(path, all);
  }

  void submit(String path, List<String> fields) throws IOException {
    expect(303, path, browser.post(path, fields));
  }

  private static Reply expect(int status, String path, Reply reply) {
    if (reply.status() != status) {
      throw new BenchmarkException(path + " was answered with status " + reply.status());
    }
    return reply;
  }
}
