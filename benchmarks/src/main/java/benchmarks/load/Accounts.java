package benchmarks.load;

import arashi.front.session.Cookies;
import arashi.front.session.Tokens;
import arashi.request.login.Passwords;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.account.NameTakenException;
import arashi.store.mail.FolderRole;
import benchmarks.report.BenchmarkException;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import seda.kernel.Clock;

/**
 * Accounts of a product, created through the store beside the running service. Methods block.
 *
 * @param connections connections to the database
 * @param store store of the product
 */
public record Accounts(HikariDataSource connections, Store store) implements AutoCloseable {
  /** The password of every account. */
  public static final String PASSWORD = "correct horse battery staple";

  /** The default service class. */
  public static final String STANDARD = "standard";

  private static final Duration SESSION = Duration.ofDays(1);
  private static final String HASH = Passwords.hash(PASSWORD);

  /** Opens the store of a running product. */
  public Accounts(Product product) throws IOException {
    this(product.database().open());
  }

  private Accounts(HikariDataSource connections) {
    this(connections, Store.over(connections, Clock.system()::instant));
  }

  /** A new account. */
  public Account create(String name) {
    try {
      return store.people().accounts().create(name, HASH, STANDARD, false, 0);
    } catch (NameTakenException e) {
      throw new BenchmarkException(e.getMessage(), e);
    }
  }

  /** The token of a new session. */
  public String session(Account account) {
    String token = Tokens.random();
    store
        .people()
        .sessions()
        .create(Tokens.hash(token), account.id(), Tokens.random(), SESSION, "bench", "127.0.0.1");
    return token;
  }

  /** A session as a cookie, {@code name=value}. */
  public static String cookie(String token) {
    return new Cookies(false).session() + "=" + token;
  }

  /** A signed-in browser. */
  public Browser browser(Product product, Account account) throws IOException {
    Browser browser = new Browser(product.address());
    browser.cookies(List.of(cookie(session(account))));
    return browser;
  }

  /** The folder of a role. */
  public long folder(Account account, FolderRole role) {
    return store.mail().folders().byRole(account.id(), role).orElseThrow().id();
  }

  @Override
  public void close() {
    store.service().availability().close();
    connections.close();
  }
}
