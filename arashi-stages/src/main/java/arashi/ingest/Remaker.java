package arashi.ingest;

import arashi.mime.parse.MailParser;
import arashi.store.Store;
import arashi.store.blob.Blobs;
import arashi.store.blob.Sha256;
import arashi.store.database.AccountRound;
import arashi.store.database.OutageException;
import arashi.store.database.StoreException;
import arashi.store.index.SearchEntry;
import arashi.store.index.SearchTerms;
import arashi.store.mail.MailWriter;
import arashi.store.mail.Messages;
import arashi.store.mail.PreparedMail;
import arashi.store.mail.Remaking;
import arashi.store.mail.Remaking.OldMail;
import arashi.store.mail.Remaking.Page;
import arashi.store.mail.Remaking.Remade;
import arashi.store.mail.Remaking.Run;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parses mail of an older parser version again, from its raw bytes: display data, listing fields,
 * terms and conversation. A mail that can't be parsed stays as it is. Each step takes some
 * milliseconds, and either blocks on the database or computes. One thread at a time; several nodes
 * may run concurrently, each on another account.
 *
 * <pre>
 *   account ─► page of its mails ─► parse some per step ─► write a batch ─► … ─► next account
 * </pre>
 */
public final class Remaker {
  private static final Logger log = LoggerFactory.getLogger(Remaker.class);

  /** Limits of a step, in mails and bytes: a request waits for at most one step. */
  private static final int STEP_MAILS = 4;

  private static final long STEP_BYTES = 256 << 10;
  private static final Duration STEP_TIME = Duration.ofMillis(20);

  /** Mails examined per page; most may be up to date. */
  private static final int PAGE = 500;

  /** Time without a written batch after which another node takes over. */
  static final Duration LEASE = Duration.ofMinutes(5);

  /** Interval between progress lines in the log. */
  private static final Duration REPORT = Duration.ofMinutes(1);

  private final MailWriter mailWriter;
  private final Blobs blobs;
  private final Messages messages;
  private final Remaking remaking;
  private final Intake intake;
  private final InstantSource time;
  private final long maxMailBytes;
  private final RemakeLimits limits;
  private final long owner;
  private final int version;

  private final AccountRound<Long> round;
  private long account; // the last one begun
  private AccountWork work; // null between accounts
  private long remade;
  private long left;
  private Instant nextReport = Instant.MIN;

  /**
   * Creates a remaker of the mails in a store.
   *
   * @param maxMailBytes maximum size of a mail that is read whole
   * @param owner random number of the process, not 0
   */
  public Remaker(
      Store store,
      Intake intake,
      InstantSource time,
      long maxMailBytes,
      RemakeLimits limits,
      long owner) {
    this(store, intake, time, maxMailBytes, limits, owner, MailParser.VERSION);
  }

  Remaker(
      Store store,
      Intake intake,
      InstantSource time,
      long maxMailBytes,
      RemakeLimits limits,
      long owner,
      int version) {
    this.mailWriter = store.mail().mailWriter();
    this.blobs = store.mail().blobs();
    this.messages = store.mail().messages();
    this.remaking = store.upkeep().remaking();
    this.intake = intake;
    this.time = time;
    this.maxMailBytes = maxMailBytes;
    this.limits = limits;
    this.owner = owner;
    this.version = version;
    this.round =
        new AccountRound<>(
            (after, limit) -> remaking.next(after, version).stream().toList(), Long::longValue, 1);
  }

  /**
   * Runs one step.
   *
   * @return whether another step should follow soon
   * @throws OutageException if the database is unavailable; completed work stays
   */
  public boolean step() {
    try {
      if (work == null) {
        return begin();
      }
      work = work.step() ? work : null;
      return true;
    } catch (RuntimeException e) {
      work = null;
      if (e instanceof OutageException || !(e instanceof StoreException)) {
        throw e;
      }
      log.warn("re-parsing the mail of account {} failed and will be retried", account, e);
      return true;
    }
  }

  private boolean begin() {
    boolean over = !round.isUnderWay() && !remaking.isAnyOld(version);
    List<Long> next = over ? List.of() : round.page();
    if (next.isEmpty()) {
      endRound();
      return false;
    }
    account = next.get(0);
    round.pass(account);
    work = remaking.claim(account, version, owner, LEASE).map(AccountWork::new).orElse(null);
    return true;
  }

  private void endRound() {
    if (remade + left > 0 && remaking.left(OptionalLong.empty(), version).accounts() == 0) {
      log.info(
          "all mail has been re-parsed: {} mails by this process, {} mails left unchanged",
          remade,
          left);
      remade = 0;
      left = 0;
    }
  }

  /** The work on one account: reads a page of its mails, parses some per step, writes batches. */
  private final class AccountWork {
    private Run run;
    private Page page; // null if not read yet
    private final Deque<OldMail> waiting = new ArrayDeque<>();
    private final List<Remade> read = new ArrayList<>();
    private long readBytes;
    private long reached;

    AccountWork(Run run) {
      this.run = run;
    }

    /** Returns false once the work ends, or another process has the account. */
    boolean step() {
      if (page == null) {
        page = remaking.page(run, PAGE);
        waiting.addAll(page.mails());
        return true;
      }
      if (!waiting.isEmpty() && read.size() < limits.mails() && readBytes < limits.memory()) {
        readSome();
        return true;
      }
      return write();
    }

    private void readSome() {
      long bytes = 0;
      int most = Math.min(STEP_MAILS, limits.mails() - read.size());
      Instant end = time.instant().plus(STEP_TIME);
      for (int i = 0; i < most && bytes < STEP_BYTES && !waiting.isEmpty(); i++) {
        if (i > 0 && !time.instant().isBefore(end)) {
          return; // the previous mail took long
        }
        OldMail mail = waiting.remove();
        reached = mail.message();
        Optional<PreparedMail> prepared = read(mail);
        prepared.ifPresentOrElse(
            one -> read.add(new Remade(mail.message(), one)), () -> leave(mail));
        bytes += mail.size();
        readBytes += prepared.isPresent() ? mail.size() : 0;
      }
    }

    /** Leaves a mail as it is shown, but with terms as they are made now. */
    private void leave(OldMail mail) {
      left++;
      try {
        byte[] display =
            messages.displays(run.account(), List.of(mail.message())).get(mail.message());
        if (display != null) {
          Set<String> terms = Intake.withKeywords(intake.terms(display), mail.keywords());
          remaking.reindex(run, new SearchEntry(mail.message(), SearchTerms.of(terms)));
        }
      } catch (OutageException e) {
        throw e;
      } catch (RuntimeException e) { // a display of an earlier format has no terms
        log.warn("message {} of account {} keeps its terms", mail.message(), run.account(), e);
      }
    }

    /** Parses a mail; empty if it stays as it is. */
    private Optional<PreparedMail> read(OldMail mail) {
      try {
        return raw(mail.sha256(), mail.size())
            .map(raw -> intake.take(raw, Optional.of(time.instant()), MailFlags.NONE))
            .filter(taken -> !taken.asSource())
            .map(Intake.Taken::mail)
            .map(one -> one.withTerms(Intake.withKeywords(one.terms(), mail.keywords())))
            .map(mailWriter::prepare);
      } catch (OutageException e) {
        throw e;
      } catch (RuntimeException e) { // don't let one mail stop the others
        log.warn("message {} of account {} can't be re-parsed", mail.message(), run.account(), e);
        return Optional.empty();
      }
    }

    /** Writes the parsed mails; returns false if the work ends. */
    private boolean write() {
      long to = waiting.isEmpty() ? page.reached() : reached;
      Optional<Run> next = writeTogether(to);
      remade += read.size();
      read.clear();
      readBytes = 0;
      if (waiting.isEmpty()) {
        page = null;
      }
      if (next.isPresent()) {
        run = next.get();
        report(run);
      }
      return next.isPresent();
    }

    private Optional<Run> writeTogether(long to) {
      try {
        return remaking.write(run, read, to, LEASE);
      } catch (RuntimeException e) {
        if (passes(e)) {
          throw e;
        }
      }
      Optional<Run> next = Optional.of(run);
      for (int i = 0; i < read.size() && next.isPresent(); i++) {
        next = writeAlone(next.get(), read.get(i));
      }
      return next.flatMap(last -> remaking.write(last, List.of(), to, LEASE));
    }
  }

  private Optional<byte[]> raw(Sha256 sha256, long size) {
    return size > maxMailBytes ? Optional.empty() : blobs.read(sha256, maxMailBytes);
  }

  /** Writes one mail alone, so that a mail that can't be written does not stop the others. */
  private Optional<Run> writeAlone(Run from, Remade mail) {
    try {
      return remaking.write(from, List.of(mail), mail.message(), LEASE);
    } catch (RuntimeException e) {
      if (passes(e)) {
        throw e;
      }
      left++;
      remade--;
      log.warn("message {} of account {} can't be updated", mail.message(), from.account(), e);
      return remaking.write(from, List.of(), mail.message(), LEASE);
    }
  }

  /** Returns whether a retry may succeed. */
  private static boolean passes(RuntimeException e) {
    return e instanceof OutageException
        || (e instanceof StoreException failed && failed.transientFailure());
  }

  private void report(Run run) {
    Instant now = time.instant();
    if (now.isAfter(nextReport)) {
      Remaking.Left all = remaking.left(OptionalLong.empty(), version);
      log.info(
          "re-parsing mail: {} accounts are left; account {} is done back to {}",
          all.accounts(),
          run.account(),
          run.date());
      nextReport = now.plus(REPORT);
    }
  }
}
