package arashi.request.follow;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.blob.Sha256;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import seda.kernel.simulation.VirtualClock;
import seda.netio.http.StreamedBody;

/** Checks what listeners receive, and when, with a virtual clock. */
class EventStreamTest {
  private static final Sha256 SESSION = Sha256.of(new byte[0]);
  private static final FollowLimits LIMITS =
      new FollowLimits(
          3,
          2,
          Duration.ofMillis(500),
          Duration.ofSeconds(10),
          Duration.ofSeconds(25),
          Duration.ofMinutes(5));

  private final VirtualClock clock = new VirtualClock(Instant.EPOCH);
  private final Followers followers = new Followers(LIMITS, clock);

  /** A client that takes pieces on command. */
  private static final class Client implements StreamedBody.Taker {
    private final EventStream stream;
    private final List<String> got = new ArrayList<>();
    private boolean ended;

    Client(EventStream stream) {
      this.stream = stream;
    }

    Client takes() {
      stream.next(this);
      return this;
    }

    @Override
    public void bytes(ByteBuffer piece) {
      got.add(US_ASCII.decode(piece).toString());
    }

    @Override
    public void end() {
      ended = true;
    }

    @Override
    public void fail() {
      throw new AssertionError("it fails");
    }
  }

  private Client begun(long account, long modSeq) {
    EventStream stream = followers.open(account, SESSION).orElseThrow();
    followers.known(account, modSeq);
    stream.begin(News.none(modSeq));
    Client client = new Client(stream).takes();
    assertThat(client.got).containsExactly("retry: 2000\nid: " + modSeq + "\n\n");
    client.got.clear();
    return client;
  }

  private static News news(long modSeq, Long... folders) {
    return new News(modSeq, false, Set.of(folders));
  }

  @Test
  void aSlowClientGetsAllMissedChangesInOneEvent() {
    Client client = begun(1, 10);
    followers.tell(1, news(11, 3L));
    assertThat(client.got).as("no piece is requested yet").isEmpty();
    followers.tell(1, news(12, 4L));
    client.takes();
    assertThat(client.got).containsExactly("id: 12\ndata: {\"folders\":[3,4]}\n\n");
    client.takes();
    followers.tell(1, news(13, 3L));
    assertThat(client.got).hasSize(2);
  }

  @Test
  void whatComesBeforeItBeginsIsNotLost() {
    EventStream stream = followers.open(1, SESSION).orElseThrow();
    followers.tell(1, news(12, 7L)); // the log was read before this change
    stream.begin(news(11, 3L));
    Client client = new Client(stream).takes();
    assertThat(client.got).containsExactly("retry: 2000\nid: 12\ndata: {\"folders\":[3,7]}\n\n");
    client.takes();
    followers.tell(1, news(12, 7L));
    assertThat(client.got).as("not sent twice").hasSize(1);
  }

  @Test
  void isWrittenToWhenNothingChanges() {
    Client client = begun(1, 10).takes();
    assertThat(client.stream.isDue(clock.nanos())).isFalse();
    clock.advance(LIMITS.beat());
    assertThat(client.stream.isDue(clock.nanos())).isTrue();
    client.stream.beat(clock.nanos(), LIMITS.beat().toNanos());
    assertThat(client.got).containsExactly(":\n\n");
    client.takes();
    assertThat(client.stream.isDue(clock.nanos())).isFalse();
  }

  @Test
  void endsWhenItHasLivedLongEnoughAndIsForgotten() {
    Client client = begun(1, 10).takes();
    clock.advance(LIMITS.lifetime().multipliedBy(2));
    assertThat(client.stream.isDue(clock.nanos())).isTrue();
    client.stream.beat(clock.nanos(), LIMITS.beat().toNanos());
    assertThat(client.ended).isTrue();
    client.stream.release();
    assertThat(followers.all()).isEmpty();
    assertThat(followers.told(1)).isEqualTo(OptionalLong.empty());
  }

  @Test
  void aClientThatTakesNothingEndsOnceItDoes() {
    Client client = begun(1, 10);
    client.stream.end();
    assertThat(client.ended).isFalse();
    client.takes();
    assertThat(client.ended).isTrue();
  }

  @Test
  void boundsHoldForAnAccountAndForTheNode() {
    Client oldest = begun(1, 10).takes();
    begun(1, 10);
    begun(1, 10);
    assertThat(oldest.ended).as("over the account's limit").isTrue();
    begun(2, 10);
    assertThat(followers.open(2, SESSION)).as("over the node's limit").isEmpty();
    assertThat(followers.open(1, SESSION)).as("replaces another").isPresent();
    assertThat(followers.all()).hasSize(3);
  }
}
