package arashi.outbox;

import arashi.delivery.Mailboxes;
import arashi.ingest.Intake;
import arashi.store.Store;
import arashi.store.database.BackgroundLoop;
import arashi.store.outbox.Claim;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;

/**
 * The stages of outgoing mail.
 *
 * <pre>
 *   mail-store pool:  outbox ─► (local mailboxes)     claims due mail, in the background
 *                        │
 *   relay pool:          └────► relay ─► (network)    one connection to the relay per thread
 * </pre>
 */
public final class OutboxStages {
  private static final Logger log = LoggerFactory.getLogger(OutboxStages.class);

  /** Name of the domain whose threads talk to the relay; they use the store too. */
  public static final String RELAY_POOL = "relay";

  /** Name of the stage that claims mail. */
  public static final String OUTBOX = "outbox";

  /** Name of the stage that sends to the relay. */
  public static final String RELAY = "relay";

  /** Share of the mail-store pool's time under load, so a busy node still sends mail. */
  private static final double GUARANTEED_SHARE = 0.05;

  /** Mails per event; the bound lets requests have their turn. */
  private static final int BATCH = 8;

  private static final int QUEUED_FOR_EACH_THREAD = 4;

  static final Duration AT_ONCE = Duration.ofMillis(1);

  /** Pause while the relay's queue is full, against a busy loop of claims and releases. */
  static final Duration FULL = Duration.ofMillis(100);

  private OutboxStages() {}

  /**
   * Declares the stages and the timer of the first step, before the graph starts.
   *
   * @param storePool runs the stage that uses only the store
   * @param mailboxes destination of local mail
   * @param hold when mail may not leave
   * @param drafts draft folders to keep up to date; may be empty
   * @param host name of this service
   */
  public static void declare(
      StageGraph graph,
      ThreadDomain storePool,
      Store store,
      Intake intake,
      OutboxConfig config,
      HoldConfig hold,
      Mailboxes mailboxes,
      Optional<DraftFolder> drafts,
      String host) {
    Optional<Relay> relay =
        config.relay().map(one -> new SmtpRelay(one, config, host, graph.clock()::instant));
    Sending sending =
        new Sending(
            store,
            intake,
            config,
            new LocalHandover(mailboxes, host),
            relay,
            graph.clock()::instant,
            leases(),
            host);
    NodeIdentity self = NodeIdentity.of(hold.machine(), hold.place());
    OutboxGate gate = new OutboxGate(store.outgoing().holds(), hold, self, graph.clock()::nanos);
    Optional<Stage<Claim>> relayStage = relay.map(one -> relayStage(graph, config, sending));
    Predicate<Claim> toRelay =
        claim -> relayStage.isPresent() && relayStage.get().enqueue(claim).accepted();
    new BackgroundLoop(OUTBOX, GUARANTEED_SHARE, config.poll())
        .declare(
            graph,
            storePool,
            () -> {
              Duration pause = config.poll();
              if (gate.isOpen()) {
                pause = step(sending, toRelay, pause);
              } else {
                sending.tidy();
              }
              drafts.ifPresent(DraftFolder::step);
              return pause;
            });
  }

  /**
   * Sends due mails, up to the bound of one step.
   *
   * @param relay accepts a mail for other sites; false if it has no room
   * @param poll pause when nothing is due
   * @return pause before the next step
   */
  static Duration step(Sending sending, Predicate<Claim> relay, Duration poll) {
    AtomicBoolean isFull = new AtomicBoolean();
    Predicate<Claim> noting =
        claim -> {
          boolean taken = relay.test(claim);
          isFull.set(isFull.get() || !taken);
          return taken;
        };
    for (int n = 0; n < BATCH; n++) {
      if (!sending.step(noting)) {
        return poll;
      }
    }
    return isFull.get() ? FULL : AT_ONCE;
  }

  private static Stage<Claim> relayStage(StageGraph graph, OutboxConfig config, Sending sending) {
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed(RELAY_POOL, config.threads()));
    StageConfig relay =
        StageConfig.named(RELAY)
            .withQueueCapacity(config.threads() * QUEUED_FOR_EACH_THREAD)
            .withBatchSize(1);
    Stage<Claim> stage = graph.stage(relay, pool);
    stage
        .handledBy(EventHandler.each(sending::relay))
        .blocking()
        .listener(
            new EventListener<Claim>() {
              @Override
              public void failed(Claim claim, Throwable cause) {
                // its lease expires; until then its progress is unknown
                log.warn("outbox={} failed: {}", Long.toHexString(claim.id()), cause.toString());
              }

              @Override
              public void shed(Claim claim) {
                sending.giveBack(claim);
              }
            });
    return stage;
  }

  /** Returns two random numbers, so that no lease is repeated. */
  private static Supplier<String> leases() {
    Random random = new Random();
    return () -> Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
  }
}
