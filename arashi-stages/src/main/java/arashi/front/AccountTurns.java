package arashi.front;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Timers;
import seda.netio.http.HttpExchange;

/**
 * Bounds the requests of an account that are in progress, so that one account with a thousand
 * connections fills neither the queues nor the threads of the stages. A request beyond the bound is
 * parked: its connection is not read any further, and it goes on when one of the account's requests
 * is answered.
 *
 * <pre>
 *   enter ── room ──────────────► IN PROGRESS ── answered ──► the next one parked goes on
 *     │                               ▲
 *     ├── no room ─────► PARKED ──────┘
 *     │                    └── waited too long ──► refused
 *     └── too many are parked ──► refused
 * </pre>
 *
 * Accounts that have nothing in progress take no memory. Thread-safe; nothing blocks.
 */
final class AccountTurns {
  private static final Logger log = LoggerFactory.getLogger(AccountTurns.class);

  private final Timers timers;
  private final AccountLimits limits;
  private final ConcurrentMap<Long, Account> accounts = new ConcurrentHashMap<>();
  private final AtomicInteger parked = new AtomicInteger();

  private enum Decision {
    START,
    PARK,
    REFUSE
  }

  /** Guarded by the map: only changed in its compute methods. */
  private static final class Account {
    final ArrayDeque<Turn> parked = new ArrayDeque<>();
    int inProgress;
    boolean resuming; // a thread takes out parked requests until there is no room
  }

  private final class Turn implements Runnable {
    final long account;
    final HttpExchange exchange;
    final Runnable submission;
    final Runnable refusal;
    Decision decision; // when it entered
    boolean expired;
    volatile Timers.Handle expiry; // null until it is set

    Turn(long account, HttpExchange exchange, Runnable submission, Runnable refusal) {
      this.account = account;
      this.exchange = exchange;
      this.submission = submission;
      this.refusal = refusal;
    }

    /** The request is answered. */
    @Override
    public void run() {
      answered(account);
    }
  }

  AccountTurns(Timers timers, AccountLimits limits) {
    this.timers = timers;
    this.limits = limits;
  }

  /** Requests that are parked now. */
  int parked() {
    return parked.get();
  }

  /**
   * Starts a request of an account, now or when it is its turn. Any thread; what is parked starts
   * on a thread that answers another request.
   *
   * @param patience how long it may be parked
   * @param submission starts it; answers it if it can't
   * @param refusal answers it if it can't be parked, or was for too long
   */
  void enter(
      long account,
      HttpExchange exchange,
      Duration patience,
      Runnable submission,
      Runnable refusal) {
    Turn turn = new Turn(account, exchange, submission, refusal);
    accounts.compute(account, (id, own) -> decide(own == null ? new Account() : own, turn));
    switch (turn.decision) {
      case START -> start(turn);
      case PARK -> {
        exchange.hold();
        turn.expiry = timers.after(patience, () -> expire(turn));
      }
      case REFUSE -> refusal.run();
    }
  }

  private Account decide(Account own, Turn turn) {
    if (own.inProgress < limits.requests()) {
      own.inProgress++;
      turn.decision = Decision.START;
    } else if (parked.get() < limits.parked()) {
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
    } catch (Throwable e) { // it must not fail the request that was answered
      log.error("starting a parked request failed", e);
      turn.exchange.failed(e);
    }
  }

  /**
   * A request of an account is answered. The next may be refused and so answered at once, which
   * calls this again on the same thread: hence a loop, and no recursion a thousand calls deep.
   */
  private void answered(long account) {
    for (Turn next = next(account, true); next != null; next = next(account, false)) {
      resume(next);
    }
  }

  /**
   * The parked request to go on with, which is in progress from now on; null if there is none,
   * there is no room, or another call takes care of them.
   */
  private Turn next(long account, boolean answered) {
    Turn[] next = new Turn[1];
    accounts.computeIfPresent(
        account,
        (id, own) -> {
          own.inProgress -= answered ? 1 : 0;
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
