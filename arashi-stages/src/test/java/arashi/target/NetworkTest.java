package arashi.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTest {

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.3.4, true",
    "10.0.0.0/8, 11.0.0.0, false",
    "192.168.4.0/22, 192.168.7.255, true",
    "192.168.4.0/22, 192.168.8.0, false",
    "127.0.0.1, 127.0.0.1, true",
    "127.0.0.1, 127.0.0.2, false",
    "0.0.0.0/0, 203.0.113.9, true",
    "0.0.0.0/0, ::1, false",
    "::1/128, ::1, true",
    "::1/128, ::2, false",
    "2001:db8::/32, 2001:db8:ffff::1, true",
    "127.0.0.1/32, ::ffff:127.0.0.1, true"
  })
  void containsItsAddressesAndNoOthers(String network, String address, boolean contained)
      throws UnknownHostException {
    assertThat(Network.of(network).contains(InetAddress.getByName(address))).isEqualTo(contained);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "mail.example",
        "face",
        "10.0.0.999",
        ".:1",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/x",
        "::1/129",
        "1::2::3"
      })
  void refusesAMalformedNetwork(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Network.of(text))
        .withMessageContaining("is not a network");
  }
}
