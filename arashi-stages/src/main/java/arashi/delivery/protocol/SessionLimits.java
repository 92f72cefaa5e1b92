package arashi.delivery.protocol;

import seda.netio.Limit;

/**
 * What a client may ask of one session.
 *
 * @param commandBytes of a command line with its CRLF
 * @param skippedBytes of a line that is too long, before the session ends
 * @param commands between two mails that were taken, before the session ends
 * @param errors between two mails that were taken, before the session ends
 * @param mailBytes of a mail; twice as much is read and thrown away of one that can't be taken
 */
public record SessionLimits(
    int commandBytes, int skippedBytes, int commands, int errors, long mailBytes) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
   */
  public SessionLimits {
    Limit.atLeast("mail.delivery.command-size", commandBytes, 512);
    Limit.atLeast("mail.delivery.skipped-size", skippedBytes, 0);
    Limit.atLeast("mail.delivery.max-commands", commands, 1);
    Limit.atLeast("mail.delivery.max-errors", errors, 1);
    Limit.atLeast("mail.max-mail-size", mailBytes, 1);
  }
}
