package arashi.request.login;

import com.typesafe.config.Config;

/**
 * Settings of logins.
 *
 * @param threads threads that check passwords
 * @param queueCapacity maximum queued logins
 * @param limits limits of failed logins
 */
public record LoginConfig(int threads, int queueCapacity, LoginLimits limits) {
  /** Each check takes 19 MiB of the heap. */
  private static final int MOST_THREADS = 8;

  /** Checks the values. */
  public LoginConfig {
    LoginLimits.atLeastOne("threads", threads);
    LoginLimits.atLeastOne("queue-capacity", queueCapacity);
  }

  /** Reads {@code mail.login}. */
  public static LoginConfig of(Config config) {
    return new LoginConfig(
        config.getString("mail.login.threads").equals("auto")
            ? Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors())
            : config.getInt("mail.login.threads"),
        config.getInt("mail.login.queue-capacity"),
        LoginLimits.of(config));
  }
}
