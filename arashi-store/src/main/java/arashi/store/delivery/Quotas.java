package arashi.store.delivery;

import java.util.Map;
import seda.kernel.Limit;

/**
 * Limits on the raw mail of accounts. They apply to arriving mail only, never to a user's changes
 * of stored mail.
 *
 * @param hardBytes limit of an account if neither it nor its class has a quota; 0 for unlimited
 * @param classBytes limit per account, by class name; 0 for unlimited
 * @param softShare share of the quota above which the user is warned
 * @param isTemporary whether mail for a full account is refused temporarily (452) or permanently
 *     (552)
 */
public record Quotas(
    long hardBytes, Map<String, Long> classBytes, double softShare, boolean isTemporary) {
  private static final String KEY = "mail.delivery.quota.";

  /** No limits. */
  public static final Quotas NONE = new Quotas(0, Map.of(), 1, false);

  /** Copies the map and validates the values. */
  public Quotas {
    classBytes = Map.copyOf(classBytes);
    Limit.atLeast(KEY + "hard", hardBytes, 0);
    classBytes.forEach((name, bytes) -> Limit.atLeast(KEY + "classes." + name + ".hard", bytes, 0));
    Limit.share(KEY + "soft", softShare);
  }

  /** Returns the limit of an account in bytes; {@link Long#MAX_VALUE} for unlimited. */
  public long bytesOf(long own, String serviceClass) {
    long bytes = own > 0 ? own : classBytes.getOrDefault(serviceClass, hardBytes);
    return bytes > 0 ? bytes : Long.MAX_VALUE;
  }

  /**
   * Returns true if a mail does not fit an account's quota.
   *
   * @param size bytes of the mail; 0 if unknown
   */
  public boolean isFull(Usage usage, long size) {
    long most = bytesOf(usage.quotaBytes(), usage.serviceClass());
    return usage.bytes() >= most || size > most - usage.bytes();
  }
}
