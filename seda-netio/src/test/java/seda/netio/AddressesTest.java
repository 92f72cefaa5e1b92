package seda.netio;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.URI;
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
}
