package arashi.compose;

/**
 * An address that the account may write from.
 *
 * @param address {@code local@domain}
 * @param name display name, or empty
 * @param signature text below the mail, without its separator; or empty
 * @param replyTo where answers shall go, if elsewhere; or empty
 */
public record Identity(String address, String name, String signature, String replyTo) {}
