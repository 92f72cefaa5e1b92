package arashi.front.route;

import arashi.front.session.SessionCache;
import arashi.front.session.TrustedProxies;
import arashi.front.session.User;
import arashi.target.ClassRules;
import arashi.target.PolicyInForce;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import seda.kernel.ServiceClass;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;

/** Determines the service class of a request. Any thread. */
public final class Classes {
  private final PolicyInForce policy;
  private final ClassRules rules;
  private final TrustedProxies proxies;

  /** Classes of {@code policy}; {@code rules} decide before the user is known. */
  public Classes(PolicyInForce policy, ClassRules rules, TrustedProxies proxies) {
    this.policy = policy;
    this.rules = rules;
    this.proxies = proxies;
  }

  /** Returns the class of a signed-in user. */
  public ServiceClass of(User user) {
    return policy.named(user.serviceClass());
  }

  /** Returns the class of a request before its user is known. */
  public ServiceClass before(HttpExchange exchange) {
    return before(exchange.request(), exchange.remote());
  }

  /** Returns the class of a request from an address before its user is known. */
  ServiceClass before(HttpRequest request, InetSocketAddress remote) {
    InetAddress client = proxies.clientOf(request, remote.getAddress());
    return policy.named(rules.classOf(client, request::header));
  }

  /** Returns the class of the session's cached user, else the class before the user is known. */
  public ServiceClass likely(SessionLookup lookup, SessionCache sessions) {
    User last = sessions.lastSeen(lookup.session());
    return last == null ? before(lookup.exchange()) : of(last);
  }
}
