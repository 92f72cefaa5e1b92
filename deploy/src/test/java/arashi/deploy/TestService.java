package arashi.deploy;

import arashi.deploy.config.MailSettings;
import arashi.deploy.service.Service;
import arashi.front.route.Route;
import arashi.store.Store;
import arashi.store.database.Connections;
import arashi.store.database.OutageLimits;
import arashi.target.ControlledStage;
import arashi.target.RequestType;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import seda.kernel.Clock;
import seda.kernel.GraphSnapshot;

/** The service as it runs for users, on a free port and a test database. */
public final class TestService implements AutoCloseable {
  private static TestDatabase database;
  private static TestService shared;

  private final Store store;
  private final Service service;
  private final InetSocketAddress address;

  private TestService(Store store, Map<String, Object> settings, Clock clock) {
    this.store = store;
    MailSettings all =
        MailSettings.load(null)
            .with("port", 0)
            .with("data", Path.of("target", "test-service-" + TestDatabase.FORK).toString())
            .with("warm-up", "0 s")
            .with("mail.store-threads", 3);
    for (Map.Entry<String, Object> setting : settings.entrySet()) {
      all = all.with(setting.getKey(), setting.getValue());
    }
    try {
      service = new Service(store, all, clock);
      address = service.bind();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The service that all tests may use; it stops with the JVM. */
  public static synchronized TestService shared() {
    if (shared == null) {
      shared = with(Map.of());
      Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
    }
    return shared;
  }

  /**
   * A service with settings of its own, beside the shared one and on the same store. Failed logins
   * of earlier tests, all from one address, do not count against it.
   */
  static TestService with(Map<String, Object> settings) {
    Clock clock = Clock.system();
    Store.over(database().dataSource(), clock::instant)
        .people()
        .loginFailures()
        .trim(clock.instant(), 0);
    return over(database().dataSource(), settings, Clock.system());
  }

  /** A service on a database of its own, or with something between, by any clock. */
  static TestService over(DataSource database, Map<String, Object> settings, Clock clock) {
    return new TestService(Store.over(database, clock::instant), settings, clock);
  }

  /** A service whose pool and probes have connections of their own, as {@code arashi run}. */
  static TestService over(Connections connections, Map<String, Object> settings, Clock clock) {
    return new TestService(
        Store.over(connections, OutageLimits.DEFAULT, clock::instant, Clock.system()),
        settings,
        clock);
  }

  /** The database under all of them; dropped with its server, when the JVM ends. */
  public static synchronized TestDatabase database() {
    if (database == null) {
      database = TestDatabase.migrated();
    }
    return database;
  }

  /** Binds the sockets that take mail, as without demo accounts; where they are. */
  List<String> bindDelivery() throws IOException {
    return service.bindDelivery(false);
  }

  public Store store() {
    return store;
  }

  InetSocketAddress address() {
    return address;
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + address().getPort());
  }

  /** A client that is not signed in. */
  public Client client() {
    return new Client(url());
  }

  /** A fresh account. */
  public TestUser user() {
    return TestUser.create(store);
  }

  /** A client that is signed in. */
  public Client signedIn(TestUser user) {
    Client client = client();
    Answer answer = client.signIn(user.name(), TestUser.PASSWORD);
    if (answer.status() != 303) {
      throw new IllegalStateException("login answered " + answer.status());
    }
    return client;
  }

  /** Figures of all stages. */
  GraphSnapshot snapshot() {
    return service.snapshot();
  }

  /**
   * Puts what admins have set in force, in all stages, before it returns. (The revision in force is
   * no sign of that: it is there before the last stage has followed.)
   */
  void applyPolicy() {
    service.control().applyNewest(store.service().policies());
  }

  /** Path patterns of all routes of a method, like {@code /mail/{}/{}}. */
  List<String> patterns(String method) {
    return service.routes().stream()
        .filter(route -> route.method().equals(method))
        .map(route -> route.pattern().toString())
        .toList();
  }

  /** All request types, in the order of the graph. */
  List<RequestType> requestTypes() {
    return service.control().stages().stream().map(ControlledStage::type).toList();
  }

  /** Paths of all POSTs, with {} for each variable, as the service routes them. */
  List<String> posts() {
    return service.routes().stream()
        .filter(route -> route.method().equals("POST"))
        .map(route -> route.pattern().toString())
        .toList();
  }

  /** The routes of all requests. */
  List<Route> routes() {
    return service.routes();
  }

  /** A request type's stage under its controller. */
  ControlledStage controlled(RequestType type) {
    return service.control().stages().stream()
        .filter(stage -> stage.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until each request that a stage took has ended, and only once. */
  void awaitAllEnded() {
    Eventually.holds(
        () ->
            snapshot().stages().stream()
                .allMatch(s -> s.accepted() == s.completed() + s.failed() + s.shed()));
  }

  @Override
  public void close() {
    service.close();
    store.service().availability().close();
  }
}
