package arashi.request.login;

import arashi.front.Front;
import arashi.front.InternalStage;
import arashi.front.OpenRequest;
import arashi.front.UserRequest;
import arashi.target.RequestType;
import java.net.InetAddress;
import java.time.Duration;
import seda.kernel.ThreadDomain;
import seda.netio.http.HttpExchange;

/** Signing in. The password pool checks passwords. */
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
   * Opens sessions.
   *
   * @param sessionLifetime how long a session lasts without being used
   * @param passwordPool runs it
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
   * Forgets how many logins from an address failed; called once, after those of the {@link
   * arashi.front.WarmUp}. What anybody else failed with, by name, still counts. Any thread.
   */
  public void forgive(InetAddress address) {
    handler.forgive(address);
  }

  /** Changes of passwords, under the same limits and on the same pool. */
  public ChangePassword changePassword(Front front, LoginConfig config, ThreadDomain passwordPool) {
    return new ChangePassword(
        new UserRequest.Room(config.queueCapacity(), passwordPool),
        new ChangePasswordHandler(front, handler.limiter(), handler.devices()));
  }

  /** The form for it; nothing there blocks. */
  public InternalStage<HttpExchange> form(Front front, ThreadDomain processors) {
    return InternalStage.open(
        "login form",
        processors,
        new LoginFormHandler(front.pages()),
        handler::refuse,
        Way.get("/login", (exchange, user, arguments) -> exchange));
  }
}
