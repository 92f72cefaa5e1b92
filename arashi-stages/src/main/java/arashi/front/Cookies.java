package arashi.front;

/**
 * The cookies of the service (RFC 6265bis). Over HTTPS their names carry the {@code __Host-}
 * prefix, with which a browser takes them only from this very host.
 */
public final class Cookies {
  private static final String SESSION = "arashi_session";
  private static final String LOGIN = "arashi_login";
  private static final String ACCOUNT = "arashi_account";
  private static final String DEVICE = "arashi_device";

  private final boolean secure;

  /**
   * The cookies of a service.
   *
   * @param secure true if users reach it by HTTPS
   */
  public Cookies(boolean secure) {
    this.secure = secure;
  }

  /** Name of the cookie that holds the session's token. */
  public String session() {
    return name(SESSION);
  }

  /** Name of the cookie that ties a login form to the browser it was sent to. */
  public String login() {
    return name(LOGIN);
  }

  /** Name of the cookie that says who was signed in last, to know them when they come back. */
  public String account() {
    return name(ACCOUNT);
  }

  /** Name of the cookie that shows that a browser has signed in before; it outlives sessions. */
  public String device() {
    return name(DEVICE);
  }

  private String name(String plain) {
    return secure ? "__Host-" + plain : plain;
  }

  /** A {@code Set-Cookie} that lasts as long as the browser is open. */
  public String set(String name, String value) {
    return name + "=" + value + attributes();
  }

  /** A {@code Set-Cookie} that lasts for some seconds. */
  public String set(String name, String value, long seconds) {
    return name + "=" + value + "; Max-Age=" + seconds + attributes();
  }

  /** A {@code Set-Cookie} that removes it. */
  public String clear(String name) {
    return set(name, "", 0);
  }

  private String attributes() {
    return "; Path=/; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
  }
}
