package arashi.deploy.torture;

import arashi.deploy.Answer;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jsoup.nodes.Element;

/**
 * A person who lists, shows and searches mail without a pause for thought of more than 20 ms, and
 * records how long each answer takes. Searches must find what the scan finds.
 */
final class Reader implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration THOUGHT = Duration.ofMillis(20);

  /** Requests, each with the target of its 90th percentile. */
  private enum Kind {
    LIST(1_000),
    SHOW(1_000),
    SEARCH(2_000);

    final long targetMillis;

    Kind(long targetMillis) {
      this.targetMillis = targetMillis;
    }
  }

  private final Supplier<URI> node;
  private final String user;
  private final Scan scan;
  private final Random random;
  private final Tally tally;
  private final CountDownLatch told = new CountDownLatch(1);
  private final Thread thread;
  private final Map<Kind, List<Long>> nanos = new EnumMap<>(Kind.class); // guarded by this
  private URI at;
  private Visitor visitor;
  private List<String> seen = List.of();
  private int failed;

  /** Begins to read. */
  Reader(Supplier<URI> node, String user, Scan scan, Random random, Tally tally) {
    this.node = node;
    this.user = user;
    this.scan = scan;
    this.random = random;
    this.tally = tally;
    for (Kind kind : Kind.values()) {
      nanos.put(kind, new ArrayList<>());
    }
    this.thread = new Thread(this::run, "reader");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      do {
        step();
      } while (!told.await(THOUGHT.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      tally.fault(Fault.OTHER, "the reader ended by " + e);
    }
  }

  private void step() {
    try {
      if (visitor == null || !node.get().equals(at)) {
        at = node.get();
        visitor = null;
        visitor = Visitor.signIn(at, user, PATIENCE);
      }
      switch (random.nextInt(3)) {
        case 0 -> list();
        case 1 -> show();
        default -> search();
      }
    } catch (UncheckedIOException | Visitor.TurnedAwayException e) {
      failed("no answer: " + e);
    }
  }

  /** The newest mails, and now and then a few pages of older ones. */
  private void list() {
    String path = scan.folder();
    do {
      Answer answer = ask(Kind.LIST, path);
      List<String> mails = Search.mails(answer);
      seen = mails.isEmpty() ? seen : mails;
      Element older = answer.page().selectFirst("#list nav.pages a[rel=next]");
      path = older == null ? "" : older.attr("href");
    } while (!path.isEmpty() && random.nextInt(3) > 0);
  }

  private void show() {
    if (!seen.isEmpty()) {
      ask(Kind.SHOW, seen.get(random.nextInt(seen.size())));
    }
  }

  /** The first page: what most people look at. */
  private void search() {
    List<String> words = scan.query(random);
    Answer answer = ask(Kind.SEARCH, Search.path(words));
    if (answer.status() == 200) {
      List<String> found = Search.mails(answer);
      List<String> expected = scan.hits(words);
      boolean goesOn = answer.page().selectFirst("#list nav.pages a[rel=next]") != null;
      if (goesOn ? !startsWith(expected, found) : !expected.equals(found)) {
        tally.fault(Fault.COUNTERS, Search.difference(words, expected, found));
      }
    }
  }

  private static boolean startsWith(List<String> all, List<String> first) {
    return first.size() <= all.size() && all.subList(0, first.size()).equals(first);
  }

  private Answer ask(Kind kind, String path) {
    long begin = System.nanoTime();
    Answer answer = visitor.get(path);
    long took = System.nanoTime() - begin;
    if (answer.status() != 200) {
      failed(kind + " was answered with " + answer.status());
      visitor = null; // its session may be gone
      return answer;
    }
    synchronized (this) {
      nanos.get(kind).add(took);
    }
    return answer;
  }

  private void failed(String why) {
    synchronized (this) {
      failed++;
    }
    tally.note(why);
  }

  /** Notes the times so far under a heading, and begins anew; beyond a target is a fault. */
  synchronized void report(String heading) {
    StringBuilder text = new StringBuilder(heading).append(':');
    for (Kind kind : Kind.values()) {
      List<Long> times = nanos.get(kind).stream().sorted().toList();
      if (!times.isEmpty()) {
        text.append(
            String.format(
                Locale.ROOT,
                " %s %d answers, p50 %.0f, p90 %.0f, p99 %.0f, longest %.0f ms;",
                kind.name().toLowerCase(Locale.ROOT),
                times.size(),
                millis(times, 0.5),
                millis(times, 0.9),
                millis(times, 0.99),
                millis(times, 1)));
        if (millis(times, 0.9) > kind.targetMillis) {
          tally.fault(Fault.OTHER, heading + ": beyond the target of " + kind);
        }
      }
      nanos.get(kind).clear();
    }
    tally.note(text.append(' ').append(failed).append(" not served").toString());
    if (failed > 0) {
      tally.fault(Fault.OTHER, heading + ": " + failed + " requests were not served");
    }
    failed = 0;
  }

  private static double millis(List<Long> sorted, double share) {
    int index = (int) Math.ceil(share * sorted.size()) - 1;
    return sorted.get(Math.max(0, index)) / 1e6;
  }

  @Override
  public void close() {
    told.countDown();
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
