package arashi.front;

import arashi.target.ClassRules;
import arashi.target.PolicyInForce;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import seda.kernel.ServiceClass;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;

/** Which service class a request has. Any thread. */
public final class Classes {
  private final PolicyInForce policy;
  private final ClassRules rules;
  private final TrustedProxies proxies;

  /** Classes of this policy; {@code rules} decide before the user is known. */
  public Classes(PolicyInForce policy, ClassRules rules, TrustedProxies proxies) {
    this.policy = policy;
    this.rules = rules;
    this.proxies = proxies;
  }

  /** The class of a signed-in user. */
  public ServiceClass of(User user) {
    return policy.named(user.serviceClass());
  }

  /** The class of a request before its user is known. */
  public ServiceClass before(HttpExchange exchange) {
    return before(exchange.request(), exchange.remote());
  }

  /** The class of a request from that address before its user is known. */
  ServiceClass before(HttpRequest request, InetSocketAddress remote) {
    InetAddress client = proxies.clientOf(request, remote.getAddress());
    return policy.named(rules.classOf(client, request::header));
  }

  /**
   * The class that a session's user had when this node last saw it; else the class before the user
   * is known.
   */
  public ServiceClass likely(SessionLookup lookup, SessionCache sessions) {
    User last = sessions.lastSeen(lookup.session());
    return last == null ? before(lookup.exchange()) : of(last);
  }
}
