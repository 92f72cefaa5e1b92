package arashi.delivery.protocol;

import seda.kernel.Limit;

/**
 * Limits of one session.
 *
 * @param commandBytes length of a command line with its CRLF
 * @param skippedBytes skipped octets of an overlong line that end the session
 * @param commands commands since the last accepted mail that end the session
 * @param errors errors since the last accepted mail that end the session
 * @param mailBytes size of a mail; of a refused mail, twice as much is read and discarded
 */
public record SessionLimits(
    int commandBytes, int skippedBytes, int commands, int errors, long mailBytes) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public SessionLimits {
    Limit.atLeast("mail.delivery.command-size", commandBytes, 512);
    Limit.atLeast("mail.delivery.skipped-size", skippedBytes, 0);
    Limit.atLeast("mail.delivery.max-commands", commands, 1);
    Limit.atLeast("mail.delivery.max-errors", errors, 1);
    Limit.atLeast("mail.max-mail-size", mailBytes, 1);
  }
}
