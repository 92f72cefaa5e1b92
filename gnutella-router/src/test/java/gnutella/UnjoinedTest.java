package gnutella;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class UnjoinedTest {
  private final Unjoined<String> unjoined = new Unjoined<>(4, 2);

  private static AddressBlock block(String address) {
    try {
      return AddressBlock.of(InetAddress.getByName(address));
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anAddressThatHasItsSharePushesOutItsOwnLongestSilent() {
    assertThat(unjoined.enter("a1", block("1.2.3.4"))).isEmpty();
    assertThat(unjoined.enter("b1", block("1.2.3.5"))).isEmpty();
    assertThat(unjoined.enter("a2", block("1.2.3.4"))).isEmpty();
    assertThat(unjoined.enter("a3", block("1.2.3.4"))).contains("a1");
    unjoined.heard("a2");
    assertThat(unjoined.enter("a4", block("1.2.3.4"))).contains("a3");
    assertThat(unjoined.size()).isEqualTo(3);
  }

  @Test
  void whenAllIsFullTheLongestSilentOfAllIsPushedOut() {
    for (int i = 1; i <= 4; i++) {
      assertThat(unjoined.enter("c" + i, block("1.2.3." + i))).isEmpty();
    }
    unjoined.heard("c1");
    assertThat(unjoined.enter("c5", block("1.2.3.5"))).contains("c2");
    assertThat(unjoined.size()).isEqualTo(4);
  }

  @Test
  void whoWasPushedOutDoesNotJoinAndIsNotHeard() {
    unjoined.enter("a1", block("1.2.3.4"));
    unjoined.enter("a2", block("1.2.3.4"));
    unjoined.enter("a3", block("1.2.3.4"));
    unjoined.heard("a1");

    assertThat(unjoined.leave("a1")).isFalse();
    assertThat(unjoined.leave("a2")).isTrue();
    assertThat(unjoined.enter("a4", block("1.2.3.4"))).isEmpty();
    assertThat(unjoined.size()).isEqualTo(2);
  }

  @Test
  void anIpv6NetworkOf64BitsCountsAsOneAddress() {
    assertThat(block("2001:db8:1:2::1")).isEqualTo(block("2001:db8:1:2:ffff::9"));
    assertThat(block("2001:db8:1:2::1")).isNotEqualTo(block("2001:db8:1:3::1"));
    assertThat(block("1.2.3.4")).isNotEqualTo(block("1.2.3.5"));
    assertThat(block("::ffff:1.2.3.4")).isEqualTo(block("1.2.3.4"));
  }

  @Test
  void anAddressGetsItsPlacesBack() {
    AddressCounts counts = new AddressCounts(2);
    AddressBlock one = block("1.2.3.4");
    assertThat(counts.take(one)).isTrue();
    assertThat(counts.isFull(one)).isFalse();
    assertThat(counts.take(one)).isTrue();
    assertThat(counts.take(one)).isFalse();
    assertThat(counts.isFull(one)).isTrue();
    assertThat(counts.take(block("1.2.3.5"))).isTrue();
    counts.give(one);
    assertThat(counts.take(one)).isTrue();
  }
}
