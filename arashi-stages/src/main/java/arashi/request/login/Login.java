package arashi.request.login;

import arashi.front.route.Front;
import arashi.front.route.InternalStage;
import arashi.front.route.OpenRequest;
import arashi.front.route.UserRequest;
import arashi.target.RequestType;
import java.net.InetAddress;
import java.time.Duration;
import seda.kernel.ThreadDomain;
import seda.netio.http.HttpExchange;

/** Logs users in. The password pool checks passwords. */
public final class Login extends OpenRequest {
  /** The request type. */
  public static final RequestType TYPE =
      RequestType.of("login", Duration.ofSeconds(3)).atSpeedOfPaper();

  private final LoginHandler handler;

  private Login(LoginConfig config, ThreadDomain passwordPool, LoginHandler handler) {
    super(
        TYPE,
        config.queueCapacity(),
        passwordPool,
        handler,
        handler::refuse,
        Way.post("/login", (exchange, user, arguments) -> exchange));
    this.handler = handler;
  }

  /**
   * Creates the stage that opens sessions.
   *
   * @param sessionLifetime lifetime of an unused session
   * @param passwordPool pool that runs it
   */
  public static Login of(
      Front front, LoginConfig config, Duration sessionLifetime, ThreadDomain passwordPool) {
    LoginHandler handler =
        new LoginHandler(
            front.store(),
            front.pages(),
            front.cookies(),
            front.guard(),
            front.proxies(),
            config.limits(),
            sessionLifetime,
            front.clock());
    return new Login(config, passwordPool, handler);
  }

  /**
   * Forgets the failed logins from an address. Called once, after the logins of the {@link
   * arashi.front.route.WarmUp}. Failures counted by name stay. Thread-safe.
   */
  public void forgive(InetAddress address) {
    handler.forgive(address);
  }

  /** Creates the password change, with the same limits and pool. */
  public ChangePassword changePassword(Front front, LoginConfig config, ThreadDomain passwordPool) {
    return new ChangePassword(
        new UserRequest.Room(config.queueCapacity(), passwordPool),
        new ChangePasswordHandler(front, handler.limiter(), handler.devices()));
  }

  /** Creates the login form, which never blocks. */
  public InternalStage<HttpExchange> form(Front front, ThreadDomain processors) {
    return InternalStage.open(
        "login form",
        processors,
        new LoginFormHandler(front.pages()),
        handler::refuse,
        Way.get("/login", (exchange, user, arguments) -> exchange));
  }
}
