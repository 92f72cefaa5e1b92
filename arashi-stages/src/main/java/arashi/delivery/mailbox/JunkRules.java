package arashi.delivery.mailbox;

import com.typesafe.config.Config;

/**
 * What is filed to Junk, of mail that trusted clients bring.
 *
 * @param spamHeaders whether the verdicts of rspamd and SpamAssassin count
 * @param authservId of the server whose {@code Authentication-Results} count; empty: none
 */
public record JunkRules(boolean spamHeaders, String authservId) {

  /** Reads {@code mail.delivery.junk}. */
  static JunkRules of(Config config) {
    return new JunkRules(
        config.getBoolean("mail.delivery.junk.spam-headers"),
        config.getString("mail.delivery.junk.authserv-id"));
  }
}
