package arashi.front;

import arashi.target.ClassRules;
import arashi.target.PolicyInForce;
import seda.kernel.ServiceClass;
import seda.netio.http.HttpExchange;

/** Which service class a request has. Any thread. */
public final class Classes {
  private final PolicyInForce policy;
  private final ClassRules rules;

  /** Classes of this policy; {@code rules} decide while it is not known who asks. */
  public Classes(PolicyInForce policy, ClassRules rules) {
    this.policy = policy;
    this.rules = rules;
  }

  /** The class of a signed-in user. */
  public ServiceClass of(User user) {
    return policy.named(user.serviceClass());
  }

  /** The class of a request that nobody is known to make. */
  public ServiceClass before(HttpExchange exchange) {
    return policy.named(rules.classOf(exchange.remote().getAddress(), exchange.request()::header));
  }

  /** The class that a session's user had when this node last saw it; else that of anybody. */
  public ServiceClass likely(SessionLookup lookup, SessionCache sessions) {
    String last = sessions.lastClass(lookup.session());
    return last == null ? before(lookup.exchange()) : policy.named(last);
  }
}
