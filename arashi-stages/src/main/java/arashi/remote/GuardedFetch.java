package arashi.remote;

import static java.nio.charset.StandardCharsets.US_ASCII;

import arashi.remote.FetchException.Reason;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import seda.kernel.Timers;

/**
 * Sends one request to an untrusted server by HTTP/1.1 (RFC 9112), with or without TLS. The request
 * does not identify the reader: no cookie, no referrer, no credentials, the same {@code User-Agent}
 * for all.
 *
 * <p>The host is resolved once. {@link PublicAddresses} must allow all its addresses, and the
 * connection goes to one of exactly these. Redirects are checked like the first address.
 * Certificates must match the name (RFC 9110, 4.3.4).
 *
 * <p>Thread-safe. Calls block for at most {@link FetchLimits#timeout}, except that the system's
 * resolver has a time-out of its own.
 */
public final class GuardedFetch {
  private static final String AGENT = "Mozilla/5.0 (compatible; Arashi)";
  private static final String IMAGES = "image/webp, image/png, image/jpeg, image/gif";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final int MOST_ADDRESSES = 3;
  private static final int LAST_REDIRECT = 308;

  private final FetchLimits limits;
  private final PublicAddresses allowed;
  private final Resolver resolver;
  private final SSLSocketFactory tls;
  private final Timers timers;

  /** Resolves host names. */
  @FunctionalInterface
  public interface Resolver {
    /** Returns at least one address. May block. */
    List<InetAddress> addresses(String host) throws UnknownHostException;

    /** The resolver of the system. */
    static Resolver system() {
      return host -> List.of(InetAddress.getAllByName(host));
    }
  }

  /**
   * Fetches within limits.
   *
   * @param tls factory with the trusted certificates
   * @param timers end fetches that take too long
   */
  public GuardedFetch(FetchLimits limits, Resolver resolver, SSLSocketFactory tls, Timers timers) {
    this.limits = limits;
    this.allowed = new PublicAddresses(limits.permit());
    this.resolver = resolver;
    this.tls = tls;
    this.timers = timers;
  }

  /**
   * Returns the content of an address, by GET.
   *
   * @throws FetchException if the fetch fails or is not allowed
   */
  public byte[] get(RemoteUrl url) throws FetchException {
    return attempt(
        attempt -> {
          RemoteUrl at = url;
          for (int redirects = 0; redirects <= limits.redirects(); redirects++) {
            ResponseReader answer = attempt.send(at, request("GET", at, "Accept: " + IMAGES));
            ResponseReader.Head head = answer.head();
            if (head.status() == 200) {
              return answer.body(head);
            }
            at = next(at, head);
          }
          throw new FetchException(Reason.TOO_MANY_REDIRECTS);
        });
  }

  private static RemoteUrl next(RemoteUrl at, ResponseReader.Head head) throws FetchException {
    boolean redirect = head.status() > 300 && head.status() <= LAST_REDIRECT;
    if (!redirect || head.field("location").isEmpty()) {
      throw new FetchException(Reason.REFUSED);
    }
    return at.resolve(head.field("location").get())
        .orElseThrow(() -> new FetchException(Reason.BAD_ADDRESS));
  }

  /**
   * Posts a form. A redirect is not followed, and counts as a refusal (RFC 8058, 3.1).
   *
   * @param form encoded form, in ASCII
   * @throws FetchException unless the server answers with success (2xx)
   */
  public void post(RemoteUrl url, String form) throws FetchException {
    String fields = "Content-Type: " + FORM + "\r\nContent-Length: " + form.length();
    attempt(
        attempt -> {
          int status = attempt.send(url, request("POST", url, fields) + form).head().status();
          if (status / 100 != 2) {
            throw new FetchException(Reason.REFUSED);
          }
          return status;
        });
  }

  private static String request(String method, RemoteUrl url, String fields) {
    return method
        + " "
        + url.target()
        + " HTTP/1.1\r\nHost: "
        + url.authority()
        + "\r\nUser-Agent: "
        + AGENT
        + "\r\nAccept-Encoding: identity\r\nConnection: close\r\n"
        + fields
        + "\r\n\r\n";
  }

  /** Work within one attempt. */
  @FunctionalInterface
  private interface Work<T> {
    T within(Attempt attempt) throws IOException;
  }

  private <T> T attempt(Work<T> work) throws FetchException {
    Attempt attempt = new Attempt();
    Timers.Handle end = timers.after(limits.timeout(), attempt::expire);
    try {
      return work.within(attempt);
    } catch (FetchException e) {
      throw attempt.isExpired() ? new FetchException(Reason.TOO_SLOW, e) : e;
    } catch (SSLException e) {
      throw new FetchException(attempt.isExpired() ? Reason.TOO_SLOW : Reason.UNTRUSTED, e);
    } catch (IOException e) {
      throw new FetchException(attempt.isExpired() ? Reason.TOO_SLOW : Reason.UNREACHABLE, e);
    } finally {
      end.cancel();
      attempt.close();
    }
  }

  private List<InetAddress> judged(RemoteUrl url) throws FetchException {
    if (!limits.ports().contains(url.port())) {
      throw new FetchException(Reason.BAD_ADDRESS);
    }
    List<InetAddress> addresses;
    try {
      addresses = resolver.addresses(url.host());
    } catch (UnknownHostException e) {
      throw new FetchException(Reason.UNKNOWN_HOST, e);
    }
    if (!addresses.stream().allMatch(allowed::allow)) {
      throw new FetchException(Reason.NOT_PUBLIC);
    }
    return addresses;
  }

  /** One fetch with its redirects: one socket at a time, closed when the attempt ends. */
  private final class Attempt {
    private Socket socket; // guarded by this
    private boolean expired; // guarded by this

    ResponseReader send(RemoteUrl url, String request) throws IOException {
      Socket connected = connect(judged(url), url.port());
      Socket secured = url.secure() ? secured(connected, url.host()) : connected;
      secured.getOutputStream().write(request.getBytes(US_ASCII));
      BufferedInputStream in = new BufferedInputStream(secured.getInputStream());
      return new ResponseReader(in, limits.headerBytes(), limits.imageBytes());
    }

    /** Tries several addresses, because some may be unreachable from here. */
    private Socket connect(List<InetAddress> addresses, int port) throws IOException {
      IOException failure = new FetchException(Reason.UNKNOWN_HOST);
      int tried = Math.min(addresses.size(), MOST_ADDRESSES);
      int millis = (int) Math.max(1, limits.timeout().toMillis() / tried);
      for (InetAddress address : addresses.subList(0, tried)) {
        Socket next = new Socket(Proxy.NO_PROXY);
        begin(next);
        try {
          next.connect(new InetSocketAddress(address, port), millis);
          return next;
        } catch (IOException e) {
          failure = e;
        }
      }
      throw failure;
    }

    /** Starts TLS; closing the underlying socket aborts even an endless handshake. */
    private Socket secured(Socket connected, String host) throws IOException {
      SSLSocket secured = (SSLSocket) tls.createSocket(connected, host, connected.getPort(), false);
      SSLParameters parameters = secured.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secured.setSSLParameters(parameters);
      secured.startHandshake();
      return secured;
    }

    private synchronized void begin(Socket next) throws IOException {
      close();
      if (expired) {
        next.close();
        throw new FetchException(Reason.TOO_SLOW);
      }
      socket = next;
    }

    synchronized void expire() {
      expired = true;
      close();
    }

    synchronized boolean isExpired() {
      return expired;
    }

    synchronized void close() {
      Optional.ofNullable(socket).ifPresent(Attempt::closeQuietly);
      socket = null;
    }

    private static void closeQuietly(Socket open) {
      try {
        open.close();
      } catch (IOException e) {
        // nothing is lost: reading and writing are over
      }
    }
  }
}
