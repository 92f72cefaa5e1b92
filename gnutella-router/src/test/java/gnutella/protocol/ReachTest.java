package gnutella.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReachTest {
  private static Host host(String address) {
    return Host.parse(address + ":6346").orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, NOWHERE",
    "0.255.255.255, NOWHERE",
    "1.0.0.0, GLOBAL",
    "9.255.255.255, GLOBAL",
    "10.0.0.0, PRIVATE",
    "10.255.255.255, PRIVATE",
    "11.0.0.0, GLOBAL",
    "100.63.255.255, GLOBAL",
    "100.64.0.0, PRIVATE",
    "100.127.255.255, PRIVATE",
    "100.128.0.0, GLOBAL",
    "127.0.0.1, LOOPBACK",
    "127.255.255.255, LOOPBACK",
    "128.0.0.0, GLOBAL",
    "169.254.169.254, PRIVATE",
    "169.255.0.0, GLOBAL",
    "172.15.255.255, GLOBAL",
    "172.16.0.0, PRIVATE",
    "172.31.255.255, PRIVATE",
    "172.32.0.0, GLOBAL",
    "192.0.0.1, PRIVATE",
    "192.0.1.1, GLOBAL",
    "192.0.2.1, PRIVATE",
    "192.168.255.255, PRIVATE",
    "192.169.0.0, GLOBAL",
    "198.17.255.255, GLOBAL",
    "198.19.255.255, PRIVATE",
    "198.20.0.0, GLOBAL",
    "198.51.100.7, PRIVATE",
    "203.0.113.7, PRIVATE",
    "223.255.255.255, GLOBAL",
    "224.0.0.1, NOWHERE",
    "240.0.0.1, NOWHERE",
    "255.255.255.255, NOWHERE"
  })
  void isThatOfTheRegistry(String address, Reach reach) throws UnknownHostException {
    assertThat(Reach.of(host(address))).isEqualTo(reach);
    assertThat(Reach.of(InetAddress.getByName(address))).isEqualTo(reach);
  }

  @ParameterizedTest
  @CsvSource({
    "::1, LOOPBACK",
    "::ffff:127.0.0.1, LOOPBACK",
    "::ffff:8.8.8.8, GLOBAL",
    "fe80::1, PRIVATE",
    "fec0::1, PRIVATE",
    "fd00::1, PRIVATE",
    "fc00::1, PRIVATE",
    "2001:4860:4860::8888, GLOBAL"
  })
  void isKnownOfServentsWithLongerAddresses(String address, Reach reach)
      throws UnknownHostException {
    assertThat(Reach.of(InetAddress.getByName(address))).isEqualTo(reach);
  }

  @Test
  void aServentMayNameHostsThatAreNoNearerThanItself() {
    Host everywhere = host("8.8.8.8");
    Host inside = host("192.168.0.1");
    Host here = host("127.0.0.1");

    assertThat(Reach.GLOBAL.mayName(everywhere)).isTrue();
    assertThat(Reach.GLOBAL.mayName(inside)).isFalse();
    assertThat(Reach.GLOBAL.mayName(here)).isFalse();
    assertThat(Reach.PRIVATE.mayName(everywhere)).isTrue();
    assertThat(Reach.PRIVATE.mayName(inside)).isTrue();
    assertThat(Reach.PRIVATE.mayName(here)).isFalse();
    assertThat(Reach.LOOPBACK.mayName(inside)).isTrue();
    assertThat(Reach.LOOPBACK.mayName(here)).isTrue();
    assertThat(Reach.LOOPBACK.mayName(host("224.0.0.1"))).isFalse();
  }
}
