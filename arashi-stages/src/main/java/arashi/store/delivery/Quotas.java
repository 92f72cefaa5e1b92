package arashi.store.delivery;

import java.util.Map;

/**
 * How much raw mail accounts may hold. Judged when mail arrives, and never a reason to refuse what
 * the user does with mail that is there.
 *
 * @param hardBytes of an account without a quota of its own, whose class has none; 0: no limit
 * @param classBytes of the accounts of a class, by its name; 0: no limit
 * @param softShare of the quota above which the user is told
 * @param isTemporary whether mail for a full account is refused for now (452), not for good (552)
 */
public record Quotas(
    long hardBytes, Map<String, Long> classBytes, double softShare, boolean isTemporary) {

  /** No limit for anybody. */
  public static final Quotas NONE = new Quotas(0, Map.of(), 1, false);

  /** Copies the map, and checks the values. */
  public Quotas {
    classBytes = Map.copyOf(classBytes);
    if (hardBytes < 0 || classBytes.values().stream().anyMatch(bytes -> bytes < 0)) {
      throw new IllegalArgumentException("a quota must not be negative");
    }
    if (!(softShare > 0 && softShare <= 1)) {
      throw new IllegalArgumentException("the soft share is above 0, and at most 1");
    }
  }

  /** The most bytes that an account may hold; {@link Long#MAX_VALUE}: no limit. */
  public long bytesOf(long own, String serviceClass) {
    long bytes = own > 0 ? own : classBytes.getOrDefault(serviceClass, hardBytes);
    return bytes > 0 ? bytes : Long.MAX_VALUE;
  }

  /**
   * True if an account can't take a mail.
   *
   * @param size of the mail, 0 if that is not known
   */
  public boolean isFull(Usage usage, long size) {
    long most = bytesOf(usage.quotaBytes(), usage.serviceClass());
    return usage.bytes() >= most || size > most - usage.bytes();
  }
}
