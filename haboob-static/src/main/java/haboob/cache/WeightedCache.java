package haboob.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToIntBiFunction;

/**
 * A cache of named values within a weight budget. Eviction is W-TinyLFU [G. Einziger, R. Friedman,
 * B. Manes: <i>TinyLFU: A Highly Efficient Cache Admission Policy</i>, ACM ToS 2017]: a value
 * requested once, for example by a crawler, does not displace frequently requested ones.
 *
 * <p>Any thread. Look-ups take no lock; the policy learns from them later, on whichever thread
 * finds no other doing so.
 *
 * @param <V> the value; neither it nor its weight changes while it is cached
 */
public final class WeightedCache<V> {
  private final Cache<String, V> values;
  private final Policy.Eviction<String, V> eviction;

  /**
   * Creates an empty cache.
   *
   * @param budget maximum total weight
   * @param weigher weight of a value with its name
   * @param removed called with each removed value, on the thread that detects the removal
   */
  public WeightedCache(long budget, ToIntBiFunction<String, V> weigher, Consumer<V> removed) {
    this.values =
        Caffeine.newBuilder()
            .maximumWeight(budget)
            .weigher(weigher::applyAsInt)
            .removalListener((String name, V value, RemovalCause cause) -> removed.accept(value))
            .executor(Runnable::run) // no threads besides the kernel's
            .build();
    this.eviction = values.policy().eviction().orElseThrow();
  }

  /** Returns the value of that name, or null. */
  public V find(String name) {
    return values.getIfPresent(name);
  }

  /** Like {@link #find}, but does not count as a request. */
  public V peek(String name) {
    return values.policy().getIfPresentQuietly(name);
  }

  /** Puts or replaces a value; the policy may evict it at once. */
  public void keep(String name, V value) {
    values.put(name, value);
  }

  /** Removes a value. */
  public void drop(String name) {
    values.invalidate(name);
  }

  /** Removes all values. */
  public void clear() {
    values.invalidateAll();
  }

  /** Approximate number of values. */
  public long size() {
    return values.estimatedSize();
  }

  /** Approximate total weight. */
  public long weight() {
    return eviction.weightedSize().orElse(0);
  }

  /** Returns a view of the remaining values; exact only while no thread modifies the cache. */
  public Map<String, V> settled() {
    values.cleanUp();
    return values.asMap();
  }
}
