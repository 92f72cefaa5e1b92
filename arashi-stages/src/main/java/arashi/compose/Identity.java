package arashi.compose;

/**
 * A sender identity of an account.
 *
 * @param address {@code local@domain}
 * @param name display name, or empty
 * @param signature text below the mail, without its separator; or empty
 * @param replyTo address for answers if it differs; or empty
 */
public record Identity(String address, String name, String signature, String replyTo) {}
