package haboob.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToIntBiFunction;

/**
 * Values by name, within a budget. Which go is decided by W-TinyLFU [G. Einziger, R. Friedman, B.
 * Manes: <i>TinyLFU: A Highly Efficient Cache Admission Policy</i>, ACM ToS 2017]: one that is
 * asked for once, as a crawler does, displaces none that is asked for often.
 *
 * <p>Any thread. A look waits for no lock; what it teaches the policy is worked in later, by
 * whichever thread finds that nobody else is doing so.
 *
 * @param <V> a value; neither it nor its weight changes while it is here
 */
public final class WeightedCache<V> {
  private final Cache<String, V> values;
  private final Policy.Eviction<String, V> eviction;

  /**
   * An empty cache.
   *
   * @param budget most that the values may weigh together
   * @param weigher what a value weighs, with its name
   * @param removed told of each value that is here no more, on the thread that found it so
   */
  public WeightedCache(long budget, ToIntBiFunction<String, V> weigher, Consumer<V> removed) {
    this.values =
        Caffeine.newBuilder()
            .maximumWeight(budget)
            .weigher(weigher::applyAsInt)
            .removalListener((String name, V value, RemovalCause cause) -> removed.accept(value))
            .executor(Runnable::run) // no thread but the kernel's
            .build();
    this.eviction = values.policy().eviction().orElseThrow();
  }

  /** The value of that name, or null. */
  public V find(String name) {
    return values.getIfPresent(name);
  }

  /** The same, but it doesn't count as asking for it. */
  public V peek(String name) {
    return values.policy().getIfPresentQuietly(name);
  }

  /** Keeps a value instead of any of that name, unless the policy has it go at once. */
  public void keep(String name, V value) {
    values.put(name, value);
  }

  /** Lets go of a value. */
  public void drop(String name) {
    values.invalidate(name);
  }

  /** Lets go of all. */
  public void clear() {
    values.invalidateAll();
  }

  /** How many there are, about. */
  public long size() {
    return values.estimatedSize();
  }

  /** What they weigh, about. */
  public long weight() {
    return eviction.weightedSize().orElse(0);
  }

  /** All that stay, exactly, once nobody changes them any more; a view. */
  public Map<String, V> settled() {
    values.cleanUp();
    return values.asMap();
  }
}
