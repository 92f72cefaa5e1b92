package arashi.target;

import arashi.store.policy.Policy;
import arashi.store.policy.Policy.ClassPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.ServiceClass;
import seda.kernel.Targets;

/**
 * The policy in force on this node: read on every enqueue, and replaced as a whole when the rows
 * have changed. Thread-safe.
 */
public final class PolicyInForce {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final Logger log = LoggerFactory.getLogger(PolicyInForce.class);

  private final Set<String> configured;
  private final List<RequestType> types = new ArrayList<>();
  private volatile View view;

  /** Precomputed values for frequent look-ups. */
  private static final class View {
    final Policy policy;
    final Map<String, ServiceClass> byName = new HashMap<>();
    final List<ServiceClass> classes;
    final long[][] targets; // by type and rank

    View(Policy policy, List<RequestType> types) {
      targets = new long[types.size()][ServiceClass.RANKS];
      this.policy = policy;
      int rank = 0;
      for (ClassPolicy one : policy.classes()) {
        ServiceClass serviceClass =
            new ServiceClass(one.name(), Math.min(rank, ServiceClass.MAX_RANK));
        byName.put(one.name(), serviceClass);
        for (int row = 0; row < types.size(); row++) {
          int millis = one.target(types.get(row).name(), types.get(row).target());
          targets[row][serviceClass.rank()] = millis * NANOS_PER_MILLI;
        }
        rank++;
      }
      classes =
          byName.values().stream()
              .sorted((one, other) -> Integer.compare(one.rank(), other.rank()))
              .toList();
    }
  }

  /**
   * Creates the initial policy.
   *
   * @param configured class names in the configuration; names missing from the policy are logged
   */
  public PolicyInForce(Policy policy, Set<String> configured) {
    this.configured = configured;
    replace(policy);
  }

  /** Replaces the policy in force. */
  public final synchronized void replace(Policy policy) {
    view = new View(policy, types);
    for (String name : unknown()) {
      log.warn(
          "the configuration names the service class {}, which does not exist; using {}",
          name,
          named(name).name());
    }
  }

  /** Returns the configured names without a class. */
  List<String> unknown() {
    View now = view;
    return configured.stream().filter(name -> !now.byName.containsKey(name)).toList();
  }

  /** Returns the policy. */
  public Policy policy() {
    return view.policy;
  }

  /** Returns the classes, highest first. */
  public List<ServiceClass> classes() {
    return view.classes;
  }

  /**
   * Returns the class with that name, or the lowest if there is none, such as after its removal.
   */
  public ServiceClass named(String name) {
    View now = view;
    ServiceClass found = now.byName.get(name);
    return found != null ? found : now.classes.get(now.classes.size() - 1);
  }

  /**
   * Returns a live view of a request type's targets. Call once per type, while the graph is
   * declared: the view holds the type's index, so that an enqueue needs no look-up by name.
   */
  public synchronized Targets targets(RequestType type) {
    int row = types.size();
    types.add(type);
    view = new View(view.policy, types);
    return rank -> view.targets[row][rank];
  }
}
