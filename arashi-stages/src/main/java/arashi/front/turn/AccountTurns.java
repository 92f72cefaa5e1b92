package arashi.front.turn;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.kernel.Timers;
import seda.netio.http.HttpExchange;

/**
 * Bounds the requests of an account that are in progress, so that one account with a thousand
 * connections fills neither the queues nor the threads of the stages. A request beyond the bound is
 * parked: the server stops reading its connection until another request of the account is answered.
 *
 * <pre>
 *   enter ── room ──────────────► IN PROGRESS ── answered ──► resumes the next parked request
 *     │                               ▲
 *     ├── no room ─────► PARKED ──────┘
 *     │                    └── patience ends ──► refused
 *     └── parking is full, or its turn would come too late ──► refused
 * </pre>
 *
 * <p>An account of n requests in progress and p parked ones that is answered every t gets its next
 * request answered in (n + p + 1)·t [Little 1961]. A request is parked only if that is within its
 * patience. t is the smoothed time between two answers while there is no room, or the time since
 * the last one, if that is longer.
 *
 * <p>Accounts without a request in progress take no memory. Thread-safe; never blocks.
 */
public final class AccountTurns {
  private static final Logger log = LoggerFactory.getLogger(AccountTurns.class);

  /** Weight of the latest time between two answers. */
  private static final double LATEST = 0.25;

  private final Timers timers;
  private final Clock clock;
  private final AccountLimits limits;
  private final ConcurrentMap<Long, Account> accounts = new ConcurrentHashMap<>();
  private final AtomicInteger parked = new AtomicInteger();

  private enum Decision {
    START,
    PARK,
    REFUSE
  }

  /** Guarded by the map: changes only in its compute methods. */
  private static final class Account {
    final ArrayDeque<Turn> parked = new ArrayDeque<>();
    int inProgress;
    boolean resuming; // a thread resumes parked requests while there is room
    long since; // when the room ended, or the last answer since
    double betweenAnswers; // in nanoseconds; 0 until known

    void answered(long now, boolean wasFull) {
      if (wasFull) {
        double latest = now - since;
        betweenAnswers =
            betweenAnswers == 0 ? latest : betweenAnswers + LATEST * (latest - betweenAnswers);
        since = now;
      }
    }

    /** Returns the time until one more request is answered, in nanoseconds. */
    double untilAnswered(long now) {
      double between = Math.max(betweenAnswers, (double) (now - since));
      return between * (inProgress + parked.size() + 1);
    }
  }

  private final class Turn implements Runnable {
    final long account;
    final HttpExchange exchange;
    final Runnable submission;
    final Runnable refusal;
    Decision decision; // of its entry
    boolean expired;
    volatile Timers.Handle expiry; // null until set

    Turn(long account, HttpExchange exchange, Runnable submission, Runnable refusal) {
      this.account = account;
      this.exchange = exchange;
      this.submission = submission;
      this.refusal = refusal;
    }

    /** Called when the request is answered. */
    @Override
    public void run() {
      answered(account);
    }
  }

  /** Creates turns for the accounts of one node. */
  public AccountTurns(Timers timers, Clock clock, AccountLimits limits) {
    this.timers = timers;
    this.clock = clock;
    this.limits = limits;
  }

  /** Returns the number of parked requests. */
  int parked() {
    return parked.get();
  }

  /**
   * Starts a request of an account, or parks it. Any thread; a parked request starts on the thread
   * that answers another request.
   *
   * @param patience longest time that the request is parked
   * @param submission starts the request, or answers it if it can't start
   * @param refusal answers the request if parking is full, if its turn would come too late, or if
   *     the patience ends
   */
  public void enter(
      long account,
      HttpExchange exchange,
      Duration patience,
      Runnable submission,
      Runnable refusal) {
    Turn turn = new Turn(account, exchange, submission, refusal);
    long now = clock.nanos();
    accounts.compute(
        account, (id, own) -> decide(own == null ? new Account() : own, turn, patience, now));
    switch (turn.decision) {
      case START -> start(turn);
      case PARK -> {
        exchange.hold();
        turn.expiry = timers.after(patience, () -> expire(turn));
      }
      case REFUSE -> refusal.run();
    }
  }

  private Account decide(Account own, Turn turn, Duration patience, long now) {
    if (own.inProgress < limits.requests()) {
      if (++own.inProgress == limits.requests()) {
        own.since = now;
      }
      turn.decision = Decision.START;
    } else if (parked.get() < limits.parked() && own.untilAnswered(now) <= patience.toNanos()) {
      parked.incrementAndGet();
      own.parked.add(turn);
      turn.decision = Decision.PARK;
    } else {
      turn.decision = Decision.REFUSE;
    }
    return own;
  }

  private void start(Turn turn) {
    turn.exchange.whenAnswered(turn);
    turn.submission.run();
  }

  private void resume(Turn turn) {
    parked.decrementAndGet();
    if (turn.expiry != null) {
      turn.expiry.cancel();
    }
    try {
      start(turn);
    } catch (Throwable e) { // must not fail the answered request
      log.error("starting a parked request failed", e);
      turn.exchange.failed(e);
    }
  }

  /**
   * Resumes parked requests after an answer. A resumed request may be refused at once, which calls
   * this method again on the same thread. A loop avoids that recursion.
   */
  private void answered(long account) {
    for (Turn next = next(account, true); next != null; next = next(account, false)) {
      resume(next);
    }
  }

  /**
   * Takes out the next parked request and counts it as in progress. Null if none is parked, there
   * is no room, or another call already resumes them.
   */
  private Turn next(long account, boolean answered) {
    Turn[] next = new Turn[1];
    long now = clock.nanos();
    accounts.computeIfPresent(
        account,
        (id, own) -> {
          if (answered) {
            own.answered(now, own.inProgress == limits.requests());
            own.inProgress--;
          }
          if (answered && own.resuming) {
            return own;
          }
          own.resuming = own.inProgress < limits.requests() && !own.parked.isEmpty();
          if (own.resuming) {
            own.inProgress++;
            next[0] = own.parked.poll();
          }
          return own.inProgress == 0 ? null : own;
        });
    return next[0];
  }

  private void expire(Turn turn) {
    accounts.computeIfPresent(
        turn.account,
        (id, own) -> {
          turn.expired = own.parked.remove(turn);
          return own;
        });
    if (turn.expired) {
      parked.decrementAndGet();
      turn.refusal.run();
    }
  }
}
