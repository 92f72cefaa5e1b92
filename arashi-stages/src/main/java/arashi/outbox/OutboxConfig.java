package arashi.outbox;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.Optional;
import seda.kernel.Limit;

/**
 * Configuration of outgoing mail.
 *
 * @param relay server for mail to other sites; empty: such mail is refused
 * @param hold time in which a mail can be recalled
 * @param firstRetry pause after the first attempt; it doubles with each further attempt
 * @param longestRetry longest pause between attempts
 * @param giveUp time after which no attempt starts, if there were enough ({@link RetryTimes})
 * @param recipientsAnHour recipients per account and hour
 * @param threads connections to the relay, each with a thread and a database connection
 * @param poll interval between checks for due mail
 * @param connectTimeout time-out of connecting to the relay
 * @param answerTimeout time-out of each reply of the relay
 * @param idleTimeout time that an idle connection is kept; 0: connections are not reused
 * @param mailsPerConnection mails after which a connection is closed
 * @param lease time without progress after which another node takes over an attempt
 * @param mailBytes size limit of a mail
 */
public record OutboxConfig(
    Optional<RelayConfig> relay,
    Duration hold,
    Duration firstRetry,
    Duration longestRetry,
    Duration giveUp,
    int recipientsAnHour,
    int threads,
    Duration poll,
    Duration connectTimeout,
    Duration answerTimeout,
    Duration idleTimeout,
    int mailsPerConnection,
    Duration lease,
    long mailBytes) {

  /** A node must notice the loss of a lease before it waits for a reply in vain. */
  private static final Duration SPARE = Duration.ofMinutes(1);

  private static final int MOST_THREADS = 100;

  /** Checks the values. */
  public OutboxConfig {
    Limit.positive("mail.outbox.first-retry", firstRetry);
    Limit.positive("mail.outbox.poll", poll);
    Limit.positive("mail.outbox.connect-timeout", connectTimeout);
    Limit.positive("mail.outbox.answer-timeout", answerTimeout);
    Limit.notNegative("mail.outbox.hold", hold);
    if (idleTimeout.isNegative()) {
      throw refused("idle-timeout", idleTimeout, "must not be negative");
    }
    if (mailsPerConnection < 1) {
      throw refused("mails-per-connection", mailsPerConnection, "must be at least 1");
    }
    if (longestRetry.compareTo(firstRetry) < 0) {
      throw refused("longest-retry", longestRetry, "must be at least first-retry");
    }
    if (giveUp.compareTo(firstRetry) < 0) {
      throw refused("give-up", giveUp, "must be at least first-retry");
    }
    Limit.atLeast("mail.outbox.recipients-an-hour", recipientsAnHour, 1);
    Limit.within("mail.outbox.threads", threads, 1, MOST_THREADS);
    if (lease.compareTo(answerTimeout.plus(SPARE)) < 0) {
      throw refused("lease", lease, "must be at least answer-timeout and a minute");
    }
  }

  private static IllegalArgumentException refused(String key, Object value, String why) {
    return new IllegalArgumentException("mail.outbox." + key + " = " + value + ", " + why);
  }

  /**
   * Reads {@code mail.relay} and {@code mail.outbox}.
   *
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public static OutboxConfig of(Config config) {
    String relay = config.getString("mail.relay");
    Config outbox = config.getConfig("mail.outbox");
    return new OutboxConfig(
        relay.isEmpty()
            ? Optional.empty()
            : Optional.of(RelayConfig.parse(relay, outbox.getString("password"))),
        outbox.getDuration("hold"),
        outbox.getDuration("first-retry"),
        outbox.getDuration("longest-retry"),
        outbox.getDuration("give-up"),
        outbox.getInt("recipients-an-hour"),
        outbox.getInt("threads"),
        outbox.getDuration("poll"),
        outbox.getDuration("connect-timeout"),
        outbox.getDuration("answer-timeout"),
        outbox.getDuration("idle-timeout"),
        outbox.getInt("mails-per-connection"),
        outbox.getDuration("lease"),
        config.getBytes("mail.max-mail-size"));
  }
}
