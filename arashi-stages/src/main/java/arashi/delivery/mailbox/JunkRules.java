package arashi.delivery.mailbox;

import com.typesafe.config.Config;

/**
 * Rules for filing mail of trusted clients to Junk.
 *
 * @param spamHeaders true if the verdicts of rspamd and SpamAssassin count
 * @param authservId server whose {@code Authentication-Results} count; empty: none
 */
public record JunkRules(boolean spamHeaders, String authservId) {

  /** Reads {@code mail.delivery.junk}. */
  static JunkRules of(Config config) {
    return new JunkRules(
        config.getBoolean("mail.delivery.junk.spam-headers"),
        config.getString("mail.delivery.junk.authserv-id"));
  }
}
