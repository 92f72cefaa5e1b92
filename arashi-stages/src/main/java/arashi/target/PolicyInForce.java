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
 * The policy that this node goes by: read on every enqueue, replaced as a whole when the rows have
 * changed. Thread-safe.
 */
public final class PolicyInForce {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final Logger log = LoggerFactory.getLogger(PolicyInForce.class);

  private final Set<String> configured;
  private final List<RequestType> types = new ArrayList<>();
  private volatile View view;

  /** What is asked for often, worked out once. */
  private static final class View {
    final Policy policy;
    final Map<String, ServiceClass> byName = new HashMap<>();
    final List<ServiceClass> classes;
    final long[][] targets; // by the places of the types, and by rank

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
   * A policy to begin with.
   *
   * @param configured names of classes in the configuration; a name that is not in the policy in
   *     force is logged
   */
  public PolicyInForce(Policy policy, Set<String> configured) {
    this.configured = configured;
    replace(policy);
  }

  /** Puts another policy in force. */
  public final synchronized void replace(Policy policy) {
    view = new View(policy, types);
    for (String name : unknown()) {
      log.warn(
          "there is no service class {}, which the configuration names: {} instead",
          name,
          named(name).name());
    }
  }

  /** The configured names of which there is no class. */
  List<String> unknown() {
    View now = view;
    return configured.stream().filter(name -> !now.byName.containsKey(name)).toList();
  }

  /** All that is set. */
  public Policy policy() {
    return view.policy;
  }

  /** The classes, highest first. */
  public List<ServiceClass> classes() {
    return view.classes;
  }

  /** The class of that name; the lowest if there is none any more, as after its removal. */
  public ServiceClass named(String name) {
    View now = view;
    ServiceClass found = now.byName.get(name);
    return found != null ? found : now.classes.get(now.classes.size() - 1);
  }

  /**
   * The targets of a request type, as they are at the time of asking. Called once for each type,
   * while the graph is declared: what is given has the type's place at hand, so that an enqueue
   * looks nothing up by name.
   */
  public synchronized Targets targets(RequestType type) {
    int row = types.size();
    types.add(type);
    view = new View(view.policy, types);
    return rank -> view.targets[row][rank];
  }
}
