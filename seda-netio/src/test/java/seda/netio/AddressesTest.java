package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressesTest {
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1:8080",
    "mail.example, mail.example:8080",
    "::1, [0:0:0:0:0:0:0:1]:8080"
  })
  void anAddressIsReadAsInAUrl(String host, String expected) {
    String shown = Addresses.authority(InetSocketAddress.createUnresolved(host, 8080));
    assertThat(URI.create("http://" + shown + "/").getPort()).isEqualTo(8080);
    assertThat(Addresses.authority(new InetSocketAddress(host, 8080))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.1, 192.0.2.1, true",
    "192.0.2.1, 192.0.2.2, false",
    "2001:db8:0:1::1, 2001:db8:0:1:ffff::2, true",
    "2001:db8:0:1::1, 2001:db8:0:2::1, false",
    "192.0.2.1, ::ffff:192.0.2.1, true",
    "192.0.2.1, 2001:db8::1, false"
  })
  void aClientIsAnAddressOfIpv4OrANetworkOfIpv6(String one, String other, boolean same)
      throws UnknownHostException {
    Object client = Addresses.client(InetAddress.getByName(one));
    assertThat(client.equals(Addresses.client(InetAddress.getByName(other)))).isEqualTo(same);
  }
}
