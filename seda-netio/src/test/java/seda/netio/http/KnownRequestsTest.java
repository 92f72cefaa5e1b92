package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KnownRequestsTest {
  private final KnownRequests known = new KnownRequests(1); // all compete for its single slot

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(Bytes.of(text));
  }

  /** Uses the cache like a connection does; true on a hit. */
  private static boolean comes(KnownRequests known, ByteBuffer in) {
    if (known.find(in) != null) {
      return true;
    }
    known.parsed(in, HttpRequest.of("GET", "/"));
    return false;
  }

  private boolean comes(String text) {
    return comes(known, bytes(text));
  }

  @Test
  void knowsWhatHasComeTwice() {
    ByteBuffer in = bytes("abc");
    HttpRequest second = HttpRequest.of("GET", "/second");

    assertThat(comes(known, in)).isFalse();
    assertThat(known.find(in)).isNull();
    known.parsed(in, second);

    assertThat(known.find(in)).isSameAs(second);
    assertThat(in.remaining()).isEqualTo(3);
  }

  @Test
  void comparesEveryByte() {
    String text = "GET /a HTTP/1.1\r\nHost: test\r\n\r\n";
    comes(text);
    comes(text);

    for (int i = 0; i < text.length(); i++) {
      StringBuilder other = new StringBuilder(text);
      other.setCharAt(i, 'x');
      assertThat(known.find(bytes(other.toString()))).isNull();
      assertThat(known.find(bytes(text.substring(0, i)))).isNull();
    }
    assertThat(known.find(bytes(text + "\r\n"))).isNull();
    assertThat(comes(text)).isTrue();
  }

  @Test
  void isNotDeceivedByBytesOfTheSameHash() {
    ByteBuffer text = bytes("0123456789abcdef");
    ByteBuffer other = bytes("x123456789abcdef");
    other.putLong(8, text.getLong(8) ^ hashOfTheFirst8(text) ^ hashOfTheFirst8(other));
    assertThat(KnownRequests.hash(other)).isEqualTo(KnownRequests.hash(text));

    comes(known, text);
    comes(known, text);

    assertThat(known.find(other)).isNull();
    assertThat(known.find(text)).isNotNull();
  }

  /**
   * Returns the hash of 16 bytes after its first 8; the initial value is the length, 16 instead of
   * 8.
   */
  private static long hashOfTheFirst8(ByteBuffer of16) {
    return KnownRequests.hash(ByteBuffer.allocate(8).putLong(0, of16.getLong(0) ^ 16 ^ 8));
  }

  @Test
  void readsOnlyWhatIsLeftOfABuffer() {
    ByteBuffer in = bytes("before-GET-after").position(7).limit(10);
    comes(known, in);
    comes(known, in);

    assertThat(comes("GET")).isTrue();
  }

  @Test
  void copiesTheBytes() {
    ByteBuffer in = bytes("abc");
    comes(known, in);
    comes(known, in);
    in.put(0, (byte) 'x');

    assertThat(comes("xbc")).isFalse();
    assertThat(comes("abc")).isTrue();
  }

  @Test
  void keepsWhatStillComes() {
    comes("often");
    comes("often");

    for (int i = 0; i < 10; i++) {
      assertThat(comes("seldom")).isFalse();
      assertThat(comes("often")).isTrue();
    }
  }

  @Test
  void forgetsWhatNoLongerComes() {
    comes("old");
    comes("old");

    assertThat(comes("new")).isFalse();
    assertThat(comes("new")).isFalse();
    assertThat(comes("new")).isTrue();
    assertThat(comes("old")).isFalse();
  }

  @Test
  void givesNoPlaceToWhatComesOnce() {
    comes("owner");
    comes("owner");

    for (int i = 0; i < 10; i++) {
      comes("once " + i);
    }

    assertThat(comes("owner")).isTrue();
  }

  @Test
  void keepsSmallRequestsOnly() {
    byte[] longest = new byte[1024];
    byte[] tooLong = new byte[1025];
    Arrays.fill(longest, (byte) 'a');
    Arrays.fill(tooLong, (byte) 'a');

    for (int i = 0; i < 3; i++) {
      assertThat(comes(known, ByteBuffer.wrap(longest))).isEqualTo(i == 2);
      assertThat(comes(known, ByteBuffer.wrap(tooLong))).isFalse();
    }
  }

  @Test
  void findsAPlaceForEach() {
    KnownRequests many = new KnownRequests(10_000);
    int kept = 0;
    for (int round = 0; round < 3; round++) {
      kept = 0;
      for (int i = 0; i < 1000; i++) {
        kept += comes(many, bytes("GET /" + i)) ? 1 : 0;
      }
    }

    assertThat(kept).isGreaterThan(850); // about one in ten shares a slot
  }

  @Test
  void canBeOff() {
    KnownRequests off = new KnownRequests(0);

    for (int i = 0; i < 3; i++) {
      assertThat(comes(off, bytes("abc"))).isFalse();
    }
  }
}
