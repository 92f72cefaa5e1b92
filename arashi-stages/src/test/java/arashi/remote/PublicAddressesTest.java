package arashi.remote;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.target.Network;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressesTest {
  private final PublicAddresses addresses = new PublicAddresses(List.of());

  private static InetAddress address(String literal) {
    return Network.literal(literal);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.1",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.0.3.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "198.51.99.255",
        "203.0.112.255",
        "203.0.114.0",
        "223.255.255.255",
        "2001:200::1",
        "2001:4860:4860::8888",
        "2606:4700::1111",
        "2a00:1450::1",
        "64:ff9b::8.8.8.8",
        "::ffff:8.8.8.8"
      })
  void letsPublicOnesBe(String literal) {
    assertThat(addresses.allow(address(literal))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.0",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.0.170",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.7",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::127.0.0.1",
        "::8.8.8.8",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:0:8.8.8.8",
        "64:ff9b::127.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::8.8.8.8",
        "100::1",
        "2001::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:2::1",
        "2001:10::1",
        "2001:20::1",
        "2001:db8::1",
        "2002:0808:0808::1",
        "2002:7f00:1::1",
        "2002:a00:1::1",
        "3fff::1",
        "4000::1",
        "5f00::1",
        "fc00::1",
        "fd12:3456:789a::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "ff0e::1"
      })
  void refusesAllOthers(String literal) {
    assertThat(addresses.allow(address(literal))).isFalse();
  }

  @Test
  void refusesAMappedAddressOfWhichTheBytesWereKept() throws UnknownHostException {
    byte[] mapped = new byte[16];
    mapped[10] = (byte) 0xff;
    mapped[11] = (byte) 0xff;
    mapped[12] = 127;
    mapped[15] = 1;

    assertThat(addresses.allow(InetAddress.getByAddress(mapped))).isFalse();
    assertThat(
            addresses.allow(InetAddress.getByAddress("public.example", new byte[] {10, 0, 0, 1})))
        .isFalse();
  }

  @Test
  void allowsThePermittedPrivateNetworksOnly() {
    PublicAddresses some = new PublicAddresses(List.of(Network.of("10.1.0.0/16")));

    assertThat(some.allow(address("10.1.2.3"))).isTrue();
    assertThat(some.allow(address("10.2.0.1"))).isFalse();
    assertThat(some.allow(address("127.0.0.1"))).isFalse();
    assertThat(some.allow(address("8.8.8.8"))).isTrue();
  }
}
