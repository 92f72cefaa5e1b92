package haboob.cache;

import static org.assertj.core.api.Assertions.assertThat;

import haboob.http.MemoryRepresentation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** Reads from disk and memory, and overload of the disk. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PageCacheTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HALF = Duration.ofMillis(500);

  /** Nine tenths of a page's revalidation time, plus the timer's period. */
  private static final Duration UNTIL_NEXT_LOOK = Duration.ofMillis(970);

  @TempDir Path root;

  private Path write(String name, String content) throws IOException {
    return Files.writeString(root.resolve(name), content);
  }

  @Test
  void readsAFileOnceForAllThatAskMeanwhile() throws Exception {
    write("a.txt", "once");
    try (Pages pages = new Pages(root)) {
      pages.blockWorker();
      List<RecordingExchange> exchanges = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        exchanges.add(pages.send(HttpRequest.of("GET", "/a.txt"), i % Pages.PROCESSORS));
      }
      Pages.await(() -> pages.seen() == 100);
      assertThat(exchanges).noneMatch(RecordingExchange::isAnswered);
      pages.releaseWorker();

      for (RecordingExchange exchange : exchanges) {
        assertThat(RecordingExchange.text(exchange.answer())).isEqualTo("once");
      }
      assertThat(pages.pages.statistics().misses()).isEqualTo(1);
      assertThat(pages.pages.statistics().coalesced()).isEqualTo(99);
    }
  }

  @Test
  void ofWhatIsQueuedHitsGoBeforeMissesAndShortPagesBeforeLongOnes() throws Exception {
    List<String> sizes = List.of("long", "short", "middle");
    write("long", "x".repeat(3000));
    write("middle", "x".repeat(2000));
    write("short", "x".repeat(1000));
    write("miss", "x");
    try (Pages pages = new Pages(root)) {
      sizes.forEach(name -> pages.get("/" + name));
      CountDownLatch go = pages.blockProcessor();
      List<String> order = new CopyOnWriteArrayList<>();
      List<String> asked = List.of("miss", "long", "none", "short", "middle", "short");
      for (String name : asked) {
        RecordingExchange exchange = pages.send(HttpRequest.of("GET", "/" + name));
        exchange.whenAnswered(() -> order.add(name));
      }
      go.countDown();
      Pages.await(() -> order.size() == asked.size());

      assertThat(order.subList(0, 4)).containsExactly("short", "short", "middle", "long");
    }
  }

  @Test
  void whatIsSentOftenIsSentFromOutsideTheHeap() throws Exception {
    write("a.bin", "content");
    try (Pages pages = new Pages(root)) {
      assertThat(pages.get("/a.bin").bodyBytes().isDirect()).isFalse();
      for (int i = 0; i < MemoryRepresentation.OFTEN; i++) {
        pages.get("/a.bin");
      }
      HttpResponse often = pages.get("/a.bin");
      assertThat(often.bodyBytes().isDirect()).isTrue();
      assertThat(RecordingExchange.text(often)).isEqualTo("content");
      HttpRequest part = HttpRequest.of("GET", "/a.bin").withHeader("Range", "bytes=3-4");
      assertThat(RecordingExchange.text(pages.send(part).answer())).isEqualTo("te");
    }
  }

  @Test
  void aHitWaitsForNoMiss() throws Exception {
    write("hit.txt", "hit");
    write("miss.txt", "miss");
    try (Pages pages = new Pages(root)) {
      pages.get("/hit.txt");
      pages.blockWorker();
      RecordingExchange miss = pages.send(HttpRequest.of("GET", "/miss.txt"));
      assertThat(pages.text("/hit.txt")).isEqualTo("hit");
      assertThat(miss.isAnswered()).isFalse();
      pages.releaseWorker();
      assertThat(RecordingExchange.text(miss.answer())).isEqualTo("miss");
    }
  }

  @Test
  void takesAPageFromMemoryUntilItsTimeIsOver() throws Exception {
    write("a.txt", "kept");
    try (Pages pages = new Pages(root)) {
      pages.get("/a.txt");
      pages.clock.advance(HALF.minusNanos(1));
      pages.get("/a.txt");
      assertThat(pages.pages.statistics().misses()).isEqualTo(1);
      assertThat(pages.pages.statistics().hits()).isEqualTo(1);

      pages.clock.advance(HALF.plusNanos(1));
      assertThat(pages.text("/a.txt")).isEqualTo("kept");
      assertThat(pages.pages.statistics().misses()).isEqualTo(2);
      pages.get("/a.txt");
      assertThat(pages.pages.statistics().hits()).isEqualTo(2);
    }
  }

  @Test
  void looksAtAPageAskedForOftenBeforeItsTimeIsOver() throws Exception {
    write("a.bin", "kept");
    write("b.txt", "kept too");
    try (Pages pages = new Pages(root)) {
      List<String> both = List.of("/a.bin", "/b.txt");
      both.forEach(pages::get);
      pages.clock.advance(HALF);
      both.forEach(pages::get);
      both.forEach(pages::get); // one of them only needs the request
      pages.clock.advance(SECOND.dividedBy(10));
      awaitLooks(pages, 2);
      for (int looks = 4; looks <= 8; looks += 2) {
        pages.clock.advance(UNTIL_NEXT_LOOK);
        awaitLooks(pages, looks);
        both.forEach(pages::get);
      }
      assertThat(pages.pages.statistics().misses()).isEqualTo(2);
      assertThat(pages.pages.statistics().hits()).isEqualTo(10);
    }
  }

  @Test
  void looksNoMoreAtAPageThatNobodyHasAskedForInFourSeconds() throws Exception {
    write("a.bin", "kept");
    try (Pages pages = new Pages(root)) {
      pages.get("/a.bin");
      pages.clock.advance(HALF);
      pages.get("/a.bin");
      pages.clock.advance(SECOND.dividedBy(10));
      for (int looks = 1; looks <= 5; looks++) {
        awaitLooks(pages, looks);
        pages.clock.advance(UNTIL_NEXT_LOOK);
      }
      awaitLooks(pages, 6); // the look that gives up
      pages.clock.advance(SECOND.multipliedBy(10));
      pages.get("/a.bin");
      assertThat(pages.pages.statistics().misses()).as("it grew too old").isEqualTo(2);
      assertThat(pages.lookedAhead()).isEqualTo(6);
    }
  }

  @Test
  void looksAtOthersThoughOneIsComparedForItsOwnRequests() throws Exception {
    write("a.bin", "kept open ".repeat(10_000));
    write("b.bin", "kept too");
    try (Pages pages = new Pages(root)) {
      List<String> both = List.of("/a.bin", "/b.bin");
      both.forEach(pages::get);
      pages.clock.advance(HALF);
      both.forEach(pages::get);
      pages.clock.advance(SECOND.dividedBy(10));
      awaitLooks(pages, 2);
      pages.clock.advance(UNTIL_NEXT_LOOK.dividedBy(2));
      pages.send(HttpRequest.of("GET", "/a.bin").withHeader("Range", "bytes=0-0")).answer();
      assertThat(pages.pages.statistics().misses()).as("the disk was asked").isEqualTo(3);
      pages.clock.advance(UNTIL_NEXT_LOOK.dividedBy(2));
      awaitLooks(pages, 4);
    }
  }

  private static void awaitLooks(Pages pages, long count) {
    Pages.await(() -> pages.lookedAhead() == count);
  }

  @Test
  void looksLaterAtPagesForWhichThereWasNoRoom() throws Exception {
    StaticLimits limits = StaticLimits.defaults().withWaiting(10, 2);
    try (Pages pages = new Pages(StaticConfig.of(root).withLimits(limits))) {
      List<String> five = List.of("/a", "/b", "/c", "/d", "/e");
      for (String path : five) {
        write(path.substring(1), "kept");
        pages.get(path);
      }
      pages.blockWorker();
      pages.clock.advance(HALF);
      five.forEach(pages::get);
      pages.clock.advance(SECOND.dividedBy(10));
      Pages.await(() -> pages.stage("static-look-ahead").rejected() > 0);
      pages.releaseWorker();
      Pages.await(() -> pages.lookedAhead() >= 2);
      pages.clock.advance(SECOND.dividedBy(10));
      Pages.await(() -> pages.lookedAhead() >= 4);
      pages.clock.advance(SECOND.dividedBy(10));
      Pages.await(() -> pages.lookedAhead() == 5);
    }
  }

  @Test
  void seesAtTheUsualTimeWhatALookAheadFoundChanged() throws Exception {
    write("a.bin", "first");
    write("b.txt", "coded");
    try (Pages pages = new Pages(root)) {
      pages.get("/a.bin");
      pages.get("/b.txt");
      pages.clock.advance(HALF);
      write("a.bin", "second");
      write("b.txt.gz", "zipped before");
      pages.get("/b.txt");
      assertThat(pages.text("/a.bin")).isEqualTo("first");
      pages.clock.advance(HALF.minusNanos(1));
      Pages.await(() -> pages.lookedAhead() == 2);
      assertThat(pages.text("/a.bin")).as("its time is not over").isEqualTo("first");
      pages.clock.advance(Duration.ofNanos(1));
      assertThat(pages.text("/a.bin")).isEqualTo("second");
      HttpRequest coded = HttpRequest.of("GET", "/b.txt").withHeader("Accept-Encoding", "gzip");
      assertThat(RecordingExchange.text(pages.send(coded).answer())).isEqualTo("zipped before");
    }
  }

  @Test
  void seesWhatChangedOnDisk() throws Exception {
    write("a.txt", "first");
    try (Pages pages = new Pages(root)) {
      HttpResponse first = pages.get("/a.txt");
      write("a.txt", "second, longer");
      pages.clock.advance(SECOND);
      HttpResponse second = pages.get("/a.txt");
      assertThat(RecordingExchange.text(second)).isEqualTo("second, longer");
      assertThat(second.header("ETag")).isNotEqualTo(first.header("ETag"));
      assertThat(RecordingExchange.text(first)).as("what is being sent stays").isEqualTo("first");

      write("a.txt", "3");
      pages.clock.advance(SECOND);
      assertThat(pages.text("/a.txt")).isEqualTo("3");

      Files.delete(root.resolve("a.txt"));
      pages.clock.advance(SECOND);
      assertThat(pages.get("/a.txt").status()).isEqualTo(404);
      assertThat(pages.pages.statistics().pages()).isZero();

      write("a.txt", "back");
      assertThat(pages.text("/a.txt")).isEqualTo("back");
    }
  }

  @Test
  void seesAChangeThatLeavesTheStampOfAYoungFileAsItWas() throws Exception {
    FileTime young = FileTime.from(Pages.NOW);
    Files.setLastModifiedTime(write("a.txt", "one"), young);
    try (Pages pages = new Pages(root)) {
      assertThat(pages.text("/a.txt")).isEqualTo("one");
      Files.setLastModifiedTime(write("a.txt", "two"), young);
      pages.clock.advance(SECOND);
      assertThat(pages.text("/a.txt")).isEqualTo("two");
    }
  }

  @Test
  void keepsWithinItsBudget() throws Exception {
    StaticLimits limits = StaticLimits.defaults().withCache(64 << 10, 8 << 10);
    for (int i = 0; i < 40; i++) {
      write(i + ".txt", "x".repeat(8 << 10));
    }
    try (Pages pages = new Pages(StaticConfig.of(root).withLimits(limits))) {
      for (int i = 0; i < 40; i++) {
        assertThat(pages.get("/" + i + ".txt").bodyLength()).isEqualTo(8 << 10);
        assertThat(pages.pages.statistics().bytes()).isBetween(0L, 64L << 10);
      }
      assertThat(pages.pages.statistics().pages()).isBetween(4L, 6L);
    }
  }

  @Test
  void keepsAPageAskedForOftenWhileManyAreAskedForOnce() throws Exception {
    StaticLimits limits = StaticLimits.defaults().withCache(512 << 10, 8 << 10);
    int filling = 100;
    int once = 300;
    write("often.txt", "x".repeat(8 << 10));
    for (int i = 0; i < filling + once; i++) {
      write(i + ".txt", "x".repeat(8 << 10));
    }
    try (Pages pages = new Pages(StaticConfig.of(root).withLimits(limits))) {
      for (int i = 0; i < filling; i++) {
        pages.get("/" + i + ".txt");
      }
      for (int i = 0; i < 20; i++) {
        pages.get("/often.txt");
      }
      for (int i = 0; i < once; i++) {
        pages.get("/" + (filling + i) + ".txt");
      }
      long hits = pages.pages.statistics().hits();
      pages.get("/often.txt");
      assertThat(pages.pages.statistics().hits()).isEqualTo(hits + 1);
    }
  }

  @Test
  void sendsALongFileFromTheDiskAndKeepsItOpen() throws Exception {
    StaticLimits limits = StaticLimits.defaults().withCache(128 << 10, 100);
    write("long.txt", "x".repeat(101));
    write("exact.txt", "x".repeat(100));
    try (Pages pages = new Pages(StaticConfig.of(root).withLimits(limits))) {
      HttpResponse response = pages.get("/long.txt");
      assertThat(response.bodyLength()).isEqualTo(101);
      assertThat(response.bodyBytes().hasRemaining()).as("in memory").isFalse();
      assertThat(response.header("Content-Type")).isEqualTo("text/plain; charset=utf-8");
      assertThat(response.header("ETag")).matches("\"[0-9a-f-]+\"");
      assertThat(pages.pages.statistics().pages()).isEqualTo(1);

      HttpRequest conditional =
          HttpRequest.of("GET", "/long.txt").withHeader("If-None-Match", response.header("ETag"));
      assertThat(pages.send(conditional).answer().status()).isEqualTo(304);
      assertThat(pages.pages.statistics().misses()).isEqualTo(1);

      assertThat(pages.get("/exact.txt").bodyBytes().hasRemaining()).isTrue();
      assertThat(pages.pages.statistics().pages()).isEqualTo(2);
    }
  }

  @Test
  void answers503WhenTheDiskIsBehindAndOldPagesRatherThanNone() throws Exception {
    write("a.txt", "a");
    write("b.txt", "b");
    write("old.txt", "old");
    StaticLimits limits = StaticLimits.defaults().withWaiting(1, 100);
    try (Pages pages = new Pages(StaticConfig.of(root).withLimits(limits))) {
      pages.get("/old.txt");
      pages.clock.advance(SECOND);
      pages.blockWorker();
      RecordingExchange waits = pages.send(HttpRequest.of("GET", "/a.txt"));
      HttpResponse refused = pages.get("/b.txt");

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.header("Retry-After")).isEqualTo("1");
      assertThat(pages.text("/old.txt")).isEqualTo("old");
      assertThat(waits.isAnswered()).isFalse();

      pages.releaseWorker();
      assertThat(RecordingExchange.text(waits.answer())).isEqualTo("a");
      assertThat(pages.text("/b.txt")).as("nothing is left of the refusal").isEqualTo("b");
    }
  }

  @Test
  void hasAThousandClientsThatWantDifferentFilesWait() throws Exception {
    try (Pages pages = new Pages(root)) {
      pages.blockWorker();
      List<RecordingExchange> waiting = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        waiting.add(pages.send(HttpRequest.of("GET", "/" + i)));
      }
      Pages.await(() -> pages.seen() == 1000);
      assertThat(waiting).noneMatch(RecordingExchange::isAnswered);
      pages.releaseWorker();

      assertThat(waiting).allMatch(exchange -> exchange.answer().status() == 404);
    }
  }

  @Test
  void boundsTheRequestsThatWait() throws Exception {
    write("0.txt", "a");
    write("1.txt", "a");
    write("old.txt", "old");
    StaticLimits limits = StaticLimits.defaults().withWaiting(100, 3);
    try (Pages pages = new Pages(StaticConfig.of(root).withLimits(limits))) {
      pages.get("/old.txt");
      pages.clock.advance(SECOND);
      for (int round = 0; round < 2; round++) {
        long before = pages.seen();
        String target = "/" + round + ".txt";
        pages.blockWorker();
        List<RecordingExchange> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          waiting.add(pages.send(HttpRequest.of("GET", target)));
        }
        Pages.await(() -> pages.seen() == before + 3);
        assertThat(pages.get(target).status()).isEqualTo(503);
        assertThat(pages.text("/old.txt")).isEqualTo("old");
        pages.releaseWorker();
        assertThat(waiting).allMatch(exchange -> exchange.answer().status() == 200);
        pages.clock.advance(SECOND);
      }
    }
  }

  @Test
  void answersWhatStillWaitsWhenTheGraphStops() throws Exception {
    write("a.txt", "a");
    Pages pages = new Pages(root);
    pages.blockWorker();
    RecordingExchange first = pages.send(HttpRequest.of("GET", "/a.txt"));
    RecordingExchange second = pages.send(HttpRequest.of("GET", "/a.txt"));
    Pages.await(() -> pages.seen() == 2);
    Thread stopper = new Thread(() -> pages.graph.stop(Duration.ZERO));
    stopper.start();
    Pages.await(() -> stopper.getState() == Thread.State.WAITING); // waits for the worker
    pages.releaseWorker();
    stopper.join();

    assertThat(first.answer().status()).isEqualTo(503);
    assertThat(second.answer().status()).isEqualTo(503);
  }

  @Test
  void drainsWhatItHasAcceptedWhenTheGraphStops() throws Exception {
    write("a.txt", "a");
    Pages pages = new Pages(root);
    pages.blockWorker();
    RecordingExchange waits = pages.send(HttpRequest.of("GET", "/a.txt"));
    Pages.await(() -> pages.seen() == 1);
    Thread stopper = new Thread(pages::close); // releases the worker
    stopper.start();
    stopper.join();

    assertThat(RecordingExchange.text(waits.answer())).isEqualTo("a");
  }

  @Test
  void anAnswerThatFailsLeavesNoOtherRequestWaiting() throws Exception {
    write("a.txt", "a");
    try (Pages pages = new Pages(root)) {
      pages.blockWorker();
      HttpExchange answered = new RecordingExchange(HttpRequest.of("GET", "/a.txt"), 0);
      answered.respond(HttpResponse.of(204));
      pages.pages.enqueue(new PageRequest(answered, "a.txt"));
      RecordingExchange other = pages.send(HttpRequest.of("GET", "/a.txt"));
      Pages.await(() -> pages.seen() == 2);
      pages.releaseWorker();

      assertThat(other.answer().status()).isEqualTo(500);
      assertThat(pages.text("/a.txt")).isEqualTo("a");
    }
  }
}
