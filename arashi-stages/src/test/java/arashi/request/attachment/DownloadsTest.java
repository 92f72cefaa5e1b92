package arashi.request.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.VirtualClock;
import seda.netio.http.HttpResponse;
import seda.netio.http.StreamedBody;

/** A download releases all of its resources exactly once, however it ends. */
@Timeout(60)
class DownloadsTest {
  private static final long ACCOUNT = 7;

  private StageGraph graph;
  private Downloads downloads;
  private final AtomicInteger closed = new AtomicInteger();

  @BeforeEach
  void start() {
    graph = new StageGraph(new VirtualClock(Instant.parse("2026-03-01T12:00:00Z")));
    WorkerPool pool = graph.workerPool("pool", 1);
    downloads = new Downloads(graph, pool, new DownloadLimits(3, 2));
    graph.start();
  }

  @AfterEach
  void stop() {
    graph.stop(java.time.Duration.ofSeconds(5));
  }

  /** Returns a few bytes per slice, or fails. */
  private final class Bytes implements SlicedContent {
    private final int length;
    private final int failsAt;
    private int at;

    Bytes(int length, int failsAt) {
      this.length = length;
      this.failsAt = failsAt;
    }

    @Override
    public int read(byte[] into) throws IOException {
      if (at == failsAt) {
        throw new IOException("damaged");
      }
      int n = Math.min(10, length - at);
      at += n;
      return n;
    }

    @Override
    public boolean isEnded() {
      return at == length;
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  private static final class Replies implements Download.Reply {
    private final List<HttpResponse> sent = new ArrayList<>();
    private Throwable failure;

    @Override
    public Download.Head head(ByteBuffer first) {
      return new Download.Head(HttpResponse.of(200), "x/y");
    }

    @Override
    public void send(HttpResponse response) {
      sent.add(response);
    }

    @Override
    public void failed(Throwable cause) {
      failure = cause;
    }

    @Override
    public void shed() {}
  }

  /** Records the bytes given to the socket; on the test's thread it waits for each piece. */
  private static final class Socket implements StreamedBody.Taker {
    private int bytes;
    private boolean taken;
    private boolean ended;
    private boolean failed;

    @Override
    public synchronized void bytes(ByteBuffer piece) {
      bytes += piece.remaining();
      taken = true;
      notifyAll();
    }

    @Override
    public synchronized void end() {
      ended = true;
      notifyAll();
    }

    @Override
    public synchronized void fail() {
      failed = true;
      notifyAll();
    }

    private synchronized void ask(StreamedBody body) throws InterruptedException {
      taken = false;
      body.next(this);
      while (!taken && !ended && !failed) {
        wait();
      }
    }
  }

  private Download download(SlicedContent content, Replies replies) {
    return new Download(
        downloads, downloads.tryBegin(ACCOUNT).orElseThrow(), ACCOUNT, content, replies);
  }

  private void hasGivenBackAll() {
    assertThat(closed).hasValue(1);
    assertThat(downloads.running()).isZero();
  }

  @Test
  void sendsWhatTheFirstSliceCompletesAsAWhole() throws IOException {
    Replies replies = new Replies();
    download(new Bytes(10, -1), replies).begin();

    assertThat(replies.sent).singleElement().matches(r -> r.bodyBytes().remaining() == 10);
    hasGivenBackAll();
  }

  @Test
  void readsASliceEachTimeTheSocketWantsOne() throws Exception {
    Replies replies = new Replies();
    Download download = download(new Bytes(35, -1), replies);
    download.begin();
    assertThat(replies.sent).singleElement().matches(r -> r.bodyLength() == 35);
    Socket socket = new Socket();
    while (!socket.ended) {
      socket.ask(download);
    }
    download.release();

    assertThat(socket.bytes).isEqualTo(35);
    hasGivenBackAll();
  }

  @Test
  void givesBackAllWhenTheClientGoes() throws Exception {
    Replies replies = new Replies();
    Download download = download(new Bytes(1_000, -1), replies);
    download.begin();
    new Socket().ask(download);

    download.release();
    download.slice(); // one that was queued

    hasGivenBackAll();
  }

  @Test
  void breaksOffWhatCannotBeReadFurther() throws Exception {
    Replies replies = new Replies();
    Download download = download(new Bytes(1_000, 20), replies);
    download.begin();
    Socket socket = new Socket();
    while (!socket.failed) {
      socket.ask(download);
    }
    download.release();

    assertThat(replies.failure).isNull();
    assertThat(socket.bytes).isEqualTo(20);
    assertThat(downloads.running()).isZero();
  }

  @Test
  void countsWhatRunsOfAnAccountAndOfAll() {
    List<Downloads.Permit> own = new ArrayList<>();
    own.add(downloads.tryBegin(ACCOUNT).orElseThrow());
    own.add(downloads.tryBegin(ACCOUNT).orElseThrow());
    assertThat(downloads.tryBegin(ACCOUNT)).isEmpty();
    Optional<Downloads.Permit> other = downloads.tryBegin(8);
    assertThat(other).isPresent();
    assertThat(downloads.tryBegin(9)).isEmpty();

    own.get(0).end();
    own.get(0).end();
    assertThat(downloads.running()).isEqualTo(2);
    assertThat(downloads.tryBegin(9)).isPresent();
    assertThat(downloads.tryBegin(9)).isEmpty();
  }
}
