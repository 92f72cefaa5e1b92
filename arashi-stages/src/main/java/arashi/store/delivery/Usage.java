package arashi.store.delivery;

/**
 * What an account holds.
 *
 * @param bytes of the raw mails in its folders
 * @param quotaBytes its own quota; 0: what its class has
 * @param serviceClass name of its class
 */
public record Usage(long account, long bytes, long quotaBytes, String serviceClass) {}
