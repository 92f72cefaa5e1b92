package arashi.front.session;

/**
 * The cookies of the service (RFC 6265bis). Over HTTPS their names carry the prefix {@code
 * __Host-}, which binds them to this host.
 */
public final class Cookies {
  private static final String SESSION = "arashi_session";
  private static final String LOGIN = "arashi_login";
  private static final String ACCOUNT = "arashi_account";
  private static final String DEVICE = "arashi_device";

  private final boolean secure;

  /**
   * Cookies of a service.
   *
   * @param secure true if users reach the service by HTTPS
   */
  public Cookies(boolean secure) {
    this.secure = secure;
  }

  /** Name of the cookie that holds the session's token. */
  public String session() {
    return name(SESSION);
  }

  /** Name of the cookie that binds a login form to its browser. */
  public String login() {
    return name(LOGIN);
  }

  /** Name of the cookie that names the last user, for the next login. */
  public String account() {
    return name(ACCOUNT);
  }

  /** Name of the cookie of a browser that has signed in before; it outlives sessions. */
  public String device() {
    return name(DEVICE);
  }

  private String name(String plain) {
    return secure ? "__Host-" + plain : plain;
  }

  /** Returns a {@code Set-Cookie} that lasts until the browser closes. */
  public String set(String name, String value) {
    return name + "=" + value + attributes();
  }

  /** Returns a {@code Set-Cookie} that lasts for {@code seconds}. */
  public String set(String name, String value, long seconds) {
    return name + "=" + value + "; Max-Age=" + seconds + attributes();
  }

  /** Returns a {@code Set-Cookie} that removes the cookie. */
  public String clear(String name) {
    return set(name, "", 0);
  }

  private String attributes() {
    return "; Path=/; HttpOnly; SameSite=Lax" + (secure ? "; Secure" : "");
  }
}
