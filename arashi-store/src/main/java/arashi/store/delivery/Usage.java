package arashi.store.delivery;

/**
 * Storage used by an account.
 *
 * @param bytes bytes of the raw mails in its folders
 * @param quotaBytes its own quota; 0 for that of its class
 * @param serviceClass name of its class
 */
public record Usage(long account, long bytes, long quotaBytes, String serviceClass) {}
