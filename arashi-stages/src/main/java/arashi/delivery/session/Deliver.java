package arashi.delivery.session;

import arashi.delivery.Mailboxes;
import arashi.delivery.Reply;
import arashi.delivery.Verdict;
import arashi.store.database.OutageException;
import arashi.store.database.StoreException;
import arashi.target.RequestType;
import arashi.target.ServiceControl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Batch;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Reservation;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.kernel.graph.StageGraph;

/**
 * The request type <em>deliver</em>: the stages that use the mailboxes. Any thread may offer
 * events; offers never block.
 */
public final class Deliver {
  /** The request type. */
  public static final RequestType TYPE =
      RequestType.of("deliver", Duration.ofSeconds(5)).withDegradation();

  private static final Logger log = LoggerFactory.getLogger(Deliver.class);

  /** Mails per transaction; the bound keeps the worker's turns short. */
  private static final int BATCH = 8;

  /** Quality below which mails are stored without their search terms. */
  private static final double INDEXED_QUALITY = 0.5;

  /** Lifetime of a reservation while its mail waits to be parsed. */
  private static final Duration PARSE_TIME = Duration.ofMinutes(1);

  /** Time after a refusal in which no mail begins; sessions retry more often than that. */
  private static final long REFUSING_NANOS = Duration.ofSeconds(1).toNanos();

  /**
   * Time for which waiting sessions share one probe result; each probe takes the pool's lock and
   * counts as a refusal.
   */
  private static final long PROBE_NANOS = Duration.ofMillis(100).toNanos();

  /** A refusal and its time. */
  private record Refusal(EnqueueResult result, long nanos) {
    boolean holds(long now, long span) {
      return now - nanos < span;
    }
  }

  private final Mailboxes mailboxes;
  private final ServiceControl control;
  private final Clock clock;
  private final String className;
  private final Stage<Lookup> recipient;
  private final Stage<Delivery> parse;
  private final Stage<Delivery> deliver;
  private final Stage<Delivery> large;
  private volatile Refusal ofMail; // null after an accepted mail
  private volatile Refusal ofProbe; // null after an accepted probe

  /**
   * Declares the stages.
   *
   * @param storePool runs the stages
   * @param queueCapacity events that may wait in each stage
   * @param className service class of all mail
   */
  public Deliver(
      StageGraph graph,
      ThreadDomain storePool,
      int queueCapacity,
      ServiceControl control,
      Mailboxes mailboxes,
      String className) {
    this.mailboxes = mailboxes;
    this.control = control;
    this.clock = graph.clock();
    this.className = className;
    recipient = graph.stage(config("recipient", queueCapacity, 1), storePool);
    recipient
        .handledBy(EventHandler.each(this::judge))
        .blocking()
        .classifiedBy(lookup -> serviceClass())
        .arrivedAt(Lookup::arrivedNanos)
        .turnsBy(Lookup::flow)
        .listener(new LookupListener());
    control.share(recipient);
    parse =
        stage(graph, "parse", storePool, queueCapacity, 1)
            .handledBy(EventHandler.each(this::parse));
    control.share(parse);
    deliver = stage(graph, TYPE.name(), storePool, queueCapacity, BATCH);
    deliver.handledBy(this::store);
    control.add(TYPE, deliver);
    large =
        stage(graph, "deliver-large", storePool, queueCapacity, 1)
            .handledBy(EventHandler.each(this::parseAndStore));
    control.share(large);
  }

  private static StageConfig config(String name, int queueCapacity, int batch) {
    return StageConfig.named(name).withQueueCapacity(queueCapacity).withBatchSize(batch);
  }

  private Stage<Delivery> stage(
      StageGraph graph, String name, ThreadDomain storePool, int queueCapacity, int batch) {
    Stage<Delivery> stage = graph.stage(config(name, queueCapacity, batch), storePool);
    return stage
        .blocking()
        .classifiedBy(delivery -> serviceClass())
        .arrivedAt(Delivery::arrivedNanos)
        .turnsBy(Delivery::flow)
        .listener(new DeliveryListener());
  }

  private ServiceClass serviceClass() {
    return control.policy().named(className);
  }

  // ---- for sessions

  /**
   * Probes whether a mail could be stored now. Some admission controllers judge only real events,
   * so their last refusal counts too: while a mail waits for room, no other begins.
   */
  EnqueueResult probe() {
    long now = clock.nanos();
    Refusal last = ofMail;
    if (last != null && last.holds(now, REFUSING_NANOS)) {
      return last.result();
    }
    last = ofProbe;
    if (last != null && last.holds(now, PROBE_NANOS)) {
      return last.result();
    }
    EnqueueResult result = deliver.probe(serviceClass());
    ofProbe = result.accepted() ? null : new Refusal(result, now);
    return result;
  }

  /** Enqueues a look-up; if accepted, the event's answer is called. */
  EnqueueResult lookUp(Lookup lookup) {
    return recipient.enqueue(lookup);
  }

  /**
   * Enqueues a mail; if accepted, the event's answer is called. A large mail has a stage of its own
   * without a target: its {@linkplain LargeTurns turn} has admitted it, its transfer would be
   * wasted, and its time says nothing about that of other mails.
   */
  EnqueueResult deliver(Delivery delivery) {
    if (delivery.isLarge()) {
      delivery.offeredAt(clock.nanos());
      return large.enqueue(delivery);
    }
    EnqueueResult result = offer(delivery);
    ofMail = result.accepted() ? null : new Refusal(result, clock.nanos());
    return result;
  }

  private EnqueueResult offer(Delivery delivery) {
    delivery.offeredAt(clock.nanos());
    Reservation room = deliver.reserve(List.of(delivery), PARSE_TIME);
    if (!room.result().accepted()) {
      return room.result();
    }
    delivery.hasRoom(room);
    EnqueueResult result = parse.enqueue(delivery);
    if (!result.accepted()) {
      room.abort();
    }
    return result;
  }

  // ---- handlers

  private void judge(Lookup lookup) {
    lookup.answer().accept(mailboxes.judge(lookup.envelope(), lookup.recipient()));
  }

  private void prepare(Delivery delivery) {
    boolean indexed = deliver.quality().value(serviceClass().rank()) >= INDEXED_QUALITY;
    delivery.prepared(mailboxes.prepare(delivery.incoming(), indexed));
  }

  private void parseAndStore(Delivery delivery) {
    prepare(delivery);
    storeOrFail(List.of(delivery));
  }

  private void parse(Delivery delivery) {
    prepare(delivery);
    EnqueueResult result = delivery.room().commit();
    if (!result.accepted()) {
      delivery.finish(BusyReplies.of(result), clock.nanos());
    }
  }

  /**
   * Stores waiting mails in shared transactions, so the cost per mail falls under load. A failing
   * mail fails no other.
   */
  private void store(Batch<Delivery> batch) {
    if (batch.remaining() == 1) {
      Delivery only = batch.next();
      finish(List.of(only), stored(List.of(only)));
      return;
    }
    List<Delivery> together = new ArrayList<>(batch.remaining());
    while (batch.hasNext()) {
      together.add(batch.next());
    }
    storeOrFail(together);
  }

  /** Answers all events here, because the kernel fails only one event of a batch. */
  private void storeOrFail(List<Delivery> deliveries) {
    List<List<Reply>> replies;
    try {
      replies = stored(deliveries);
    } catch (OutageException | Error e) {
      fail(deliveries, e);
      return;
    } catch (RuntimeException e) {
      if (deliveries.size() == 1) {
        fail(deliveries, e);
      } else {
        deliveries.forEach(delivery -> storeOrFail(List.of(delivery)));
      }
      return;
    }
    finish(deliveries, replies);
  }

  private List<List<Reply>> stored(List<Delivery> deliveries) {
    return mailboxes.store(deliveries.stream().map(Delivery::ready).toList());
  }

  private void finish(List<Delivery> deliveries, List<List<Reply>> replies) {
    for (int i = 0; i < deliveries.size(); i++) {
      deliveries.get(i).finish(replies.get(i), clock.nanos());
    }
  }

  private void fail(List<Delivery> deliveries, Throwable cause) {
    for (Delivery delivery : deliveries) {
      delivery.finish(replyTo("mail=" + delivery.queueId(), cause), clock.nanos());
    }
  }

  // ---- failures

  private static final class LookupListener implements EventListener<Lookup> {
    @Override
    public void failed(Lookup lookup, Throwable cause) {
      refuse(lookup, replyTo("recipient", cause));
    }

    @Override
    public void shed(Lookup lookup) {
      refuse(lookup, BusyReplies.GIVEN_UP);
    }

    private void refuse(Lookup lookup, Reply reply) {
      lookup.answer().accept(new Verdict.Refused(reply));
    }
  }

  private final class DeliveryListener implements EventListener<Delivery> {
    @Override
    public void failed(Delivery delivery, Throwable cause) {
      delivery.leaveRoom(); // if it failed in parse
      fail(List.of(delivery), cause);
    }

    @Override
    public void shed(Delivery delivery) {
      delivery.leaveRoom();
      delivery.finish(BusyReplies.GIVEN_UP, clock.nanos());
    }
  }

  /** Returns a temporary refusal in any case, so the client keeps the mail. */
  private static Reply replyTo(String what, Throwable cause) {
    if (cause instanceof OutageException) {
      log.debug("{} waits: {}", what, cause.getMessage());
      return BusyReplies.OUTAGE;
    }
    if (cause instanceof StoreException e && e.transientFailure()) {
      log.warn("{} refused: {}", what, e.getMessage());
    } else {
      log.error("{} failed: {}", what, cause.toString());
    }
    return BusyReplies.FAILED;
  }
}
