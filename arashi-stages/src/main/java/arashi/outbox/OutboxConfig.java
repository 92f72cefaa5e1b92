package arashi.outbox;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.Optional;

/**
 * How mail leaves.
 *
 * @param relay takes mail to other sites; empty: such mail is refused
 * @param hold how long a mail can be taken back
 * @param firstRetry the pause after the first attempt; each further one is twice as long
 * @param longestRetry the longest pause
 * @param giveUp how long is tried
 * @param recipientsAnHour most recipients of one account
 * @param threads connections to the relay, each with a thread and a connection to the database
 * @param poll how often is looked for mail that is due
 * @param connectTimeout of a connection to the relay
 * @param answerTimeout for each answer of the relay
 * @param idleTimeout how long a connection is kept for the next mail; 0: not at all
 * @param mailsPerConnection after how many mails a connection is closed
 * @param lease how long an attempt may go without progress until another node takes over
 * @param mailBytes most bytes of a mail
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

  /** A node must see that it has lost a lease before it waits for an answer in vain. */
  private static final Duration SPARE = Duration.ofMinutes(1);

  private static final int MOST_THREADS = 100;

  /** Checks the values. */
  public OutboxConfig {
    positive("first-retry", firstRetry);
    positive("poll", poll);
    positive("connect-timeout", connectTimeout);
    positive("answer-timeout", answerTimeout);
    if (hold.isNegative()) {
      throw refused("hold", hold, "must not be negative");
    }
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
    if (recipientsAnHour < 1) {
      throw refused("recipients-an-hour", recipientsAnHour, "must be at least 1");
    }
    if (threads < 1 || threads > MOST_THREADS) {
      throw refused("threads", threads, "must be from 1 to " + MOST_THREADS);
    }
    if (lease.compareTo(answerTimeout.plus(SPARE)) < 0) {
      throw refused("lease", lease, "must be at least answer-timeout and a minute");
    }
  }

  private static void positive(String key, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw refused(key, value, "must be more than 0");
    }
  }

  private static IllegalArgumentException refused(String key, Object value, String why) {
    return new IllegalArgumentException("mail.outbox." + key + " = " + value + ", " + why);
  }

  /**
   * Reads {@code mail.relay} and {@code mail.outbox}.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
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
