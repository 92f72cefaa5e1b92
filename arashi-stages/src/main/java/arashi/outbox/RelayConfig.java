package arashi.outbox;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;

/**
 * The server for mail to other sites.
 *
 * @param implicitTls true if TLS starts with the connection (RFC 8314); otherwise STARTTLS is used
 *     if offered
 * @param host name or address
 * @param user user name; empty: no authentication
 * @param password password of the user
 */
public record RelayConfig(
    boolean implicitTls, String host, int port, Optional<String> user, String password) {

  private static final String KEY = "mail.relay";
  private static final String FORM = "must be smtp://host:port or smtps://user@host:port";
  private static final int SUBMISSION = 587;
  private static final int SUBMISSION_BY_TLS = 465;

  /**
   * Parses the URL. The user precedes the {@code @}; an @ within it is written {@code %40}.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  static RelayConfig parse(String url, String password) {
    URI uri = uri(url);
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean tls = scheme.equals("smtps");
    boolean more =
        uri.getQuery() != null
            || uri.getFragment() != null
            || !(uri.getPath() == null || uri.getPath().isEmpty() || uri.getPath().equals("/"));
    if (!(tls || scheme.equals("smtp")) || uri.getHost() == null || more) {
      throw refused(url, FORM);
    }
    Optional<String> user = Optional.ofNullable(uri.getUserInfo()).filter(name -> !name.isEmpty());
    if (user.isPresent() && uri.getRawUserInfo().contains(":")) {
      throw new IllegalArgumentException(
          KEY + " must not contain a password; set mail.outbox.password-file instead");
    }
    if (user.isPresent() && password.isEmpty()) {
      throw refused(url, "needs a password: set mail.outbox.password-file");
    }
    int port = uri.getPort() > 0 ? uri.getPort() : tls ? SUBMISSION_BY_TLS : SUBMISSION;
    String host = uri.getHost().replaceAll("^\\[|]$", "");
    return new RelayConfig(tls, host, port, user, password);
  }

  private static URI uri(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      throw refused(url, FORM);
    }
  }

  private static IllegalArgumentException refused(String url, String why) {
    return new IllegalArgumentException(KEY + " = " + url + ", " + why);
  }

  /** True if the relay runs on this machine, so that no network is involved. */
  boolean isLoopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return (implicitTls ? "smtps://" : "smtp://") + host + ":" + port;
  }
}
