package db.migrations;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts a server that has ended.
 *
 * <pre>
 *              ended                       a start failed, n-th in a row
 *   WATCHING ─────────► RESTARTING ◄───────────────┐
 *      ▲                    │   └──────────────────┘
 *      └────────────────────┘            n ≥ failures: trouble(), until it answers
 *            answers
 * </pre>
 *
 * <p>While watching, it probes the server. A running server that does not answer is killed after
 * {@link RestartPolicy#silence()}, and so restarted.
 *
 * <p>{@link #run} belongs to one thread; any thread may call {@link #trouble}. Each change of state
 * is one line in the log.
 */
final class Supervisor {

  private static final Logger log = LoggerFactory.getLogger(Supervisor.class);

  /** The supervised server; all methods may block. */
  interface Server {

    /** Waits for the end, at most for {@code most}; true if the server has ended. */
    boolean awaitEnd(Duration most) throws InterruptedException;

    /** True if it accepts a login now. */
    boolean answers() throws IOException;

    /** Kills it. */
    void kill();

    /** Starts it and waits for an answer; a failed start leaves no process. */
    void restart() throws IOException, InterruptedException;

    /** The end of its log. */
    String lastWords();
  }

  private final Server server;
  private final RestartPolicy policy;
  private final Timer timer;
  private long answeringSince;
  private int failures;
  private volatile String trouble = "";

  /** Supervises a server that answers now. */
  Supervisor(Server server, RestartPolicy policy, Timer timer) {
    this.server = server;
    this.policy = policy;
    this.timer = timer;
    this.answeringSince = timer.nanos();
  }

  /** Returns why the server can't recover by itself, in one sentence; empty if it may. */
  Optional<String> trouble() {
    return Optional.of(trouble).filter(text -> !text.isEmpty());
  }

  /** Supervises until it is interrupted. */
  void run() throws InterruptedException {
    while (!Thread.currentThread().isInterrupted()) {
      watch();
      recover();
    }
    throw new InterruptedException();
  }

  private void watch() throws InterruptedException {
    long silentSince = 0;
    boolean silent = false;
    while (!server.awaitEnd(policy.probeInterval())) {
      if (answers()) {
        if (silent) {
          log.info("the embedded database answers again");
        }
        silent = false;
      } else if (!silent) {
        silent = true;
        silentSince = timer.nanos();
        log.warn("the embedded database runs but does not answer");
      } else if (timer.nanos() - silentSince >= policy.silence().toNanos()) {
        log.warn("the embedded database has not answered for {}: killing it", policy.silence());
        server.kill();
      }
    }
  }

  private boolean answers() {
    try {
      return server.answers();
    } catch (IOException e) {
      log.debug("the embedded database could not be probed", e);
      return false;
    }
  }

  private void recover() throws InterruptedException {
    long ended = timer.nanos();
    log.warn("the embedded database ended and is started again; it said: {}", server.lastWords());
    if (ended - answeringSince >= policy.limit().toNanos()) {
      failures = 0;
    } else {
      failed("it ends soon after each start");
    }
    boolean answers = false;
    while (!answers) {
      timer.pause(policy.delay(failures));
      answers = restarted();
    }
    answeringSince = timer.nanos();
    trouble = "";
    log.info(
        "the embedded database answers again after {} ms", (answeringSince - ended) / 1_000_000);
  }

  private boolean restarted() throws InterruptedException {
    try {
      server.restart();
      return true;
    } catch (IOException | RuntimeException e) {
      log.debug("the embedded database could not be started", e);
      failed(e.getMessage());
      return false;
    }
  }

  private void failed(String why) {
    failures++;
    if (failures >= policy.failures() && trouble.isEmpty()) {
      trouble =
          "the embedded database failed to start "
              + policy.failures()
              + " times in a row and needs help; its log is database/server.log";
      log.error("{}: {}", trouble, why);
    }
  }
}
