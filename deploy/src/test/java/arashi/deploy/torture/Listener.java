package arashi.deploy.torture;

import arashi.deploy.EventReader;
import arashi.deploy.EventReader.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Follows an account at a node as a browser does: when the node dies it asks again, from the last
 * event that it has heard. Runs on a thread of its own; the other methods are safe from any.
 */
final class Listener extends Thread {
  private static final Duration BETWEEN = Duration.ofMillis(100);

  private final Node node;
  private final Visitor visitor;
  private final List<Event> events = new ArrayList<>();
  private long last;
  private volatile boolean ended;
  private volatile EventReader reader;

  Listener(Node node, Visitor visitor, long since) {
    super("listener");
    this.node = node;
    this.visitor = visitor;
    this.last = since;
  }

  @Override
  public void run() {
    while (!ended) {
      try (EventReader open = visitor.follow(node.url(), last())) {
        reader = open;
        for (Event event = open.next(); event != null; event = open.next()) {
          hear(event);
        }
      } catch (IOException | UncheckedIOException e) {
        LockSupport.parkNanos(BETWEEN.toNanos()); // the node is down
      }
    }
  }

  private synchronized void hear(Event event) {
    if (!event.data().isEmpty()) {
      events.add(event);
    }
    last = event.id();
  }

  /** The last change that it has heard of. */
  synchronized long last() {
    return last;
  }

  /** Returns all received events, in order. */
  synchronized List<Event> events() {
    return List.copyOf(events);
  }

  void end() throws InterruptedException, IOException {
    ended = true;
    EventReader open = reader;
    if (open != null) {
      open.close();
    }
    join();
  }
}
