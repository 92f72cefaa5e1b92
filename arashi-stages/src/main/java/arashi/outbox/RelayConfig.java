package arashi.outbox;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;

/**
 * The server that takes mail to other sites.
 *
 * @param implicitTls whether TLS begins with the connection (RFC 8314); else by STARTTLS, if the
 *     server offers it
 * @param host name or address
 * @param user who sends; empty: without authentication
 * @param password of the user
 */
public record RelayConfig(
    boolean implicitTls, String host, int port, Optional<String> user, String password) {

  private static final String KEY = "mail.relay";
  private static final String FORM = "must be smtp://host:port or smtps://user@host:port";
  private static final int SUBMISSION = 587;
  private static final int SUBMISSION_BY_TLS = 465;

  /**
   * Reads the URL. A user stands before the {@code @}, with {@code %40} for an @ of its own.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
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
          KEY + " has a password, which others can see; set mail.outbox.password-file");
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

  /** Whether it is on this machine, where nobody listens in. */
  boolean isLoopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Without the password. */
  @Override
  public String toString() {
    return (implicitTls ? "smtps://" : "smtp://") + host + ":" + port;
  }
}
