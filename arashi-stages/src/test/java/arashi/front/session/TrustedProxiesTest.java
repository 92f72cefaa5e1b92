package arashi.front.session;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.target.Network;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.netio.http.HttpRequest;

class TrustedProxiesTest {
  private final TrustedProxies proxies =
      new TrustedProxies(List.of(Network.of("10.0.0.0/8"), Network.of("::1/128")));

  private InetAddress client(String peer, String... fields) throws UnknownHostException {
    HttpRequest request = HttpRequest.of("GET", "/");
    for (String field : fields) {
      request = request.withHeader("X-Forwarded-For", field);
    }
    return proxies.clientOf(request, InetAddress.getByName(peer));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.0.0.1 | 192.0.2.7                        | 192.0.2.7",
        "10.0.0.1 | 203.0.113.5, 192.0.2.7           | 192.0.2.7",
        "10.0.0.1 | 203.0.113.5,192.0.2.7 ,10.0.0.2  | 192.0.2.7",
        "10.0.0.1 | 192.0.2.7:4711                   | 192.0.2.7",
        "::1      | [2001:db8::9]:4711               | 2001:db8::9",
        "::1      | 2001:db8::9                      | 2001:db8::9",
        "10.0.0.1 | 10.0.0.3, 10.0.0.2               | 10.0.0.3",
        "10.0.0.1 | unknown                          | 10.0.0.1",
        "10.0.0.1 | face                             | 10.0.0.1",
        "10.0.0.1 | 192.0.2.7, mail.example          | 10.0.0.1",
        "10.0.0.1 | 192.0.2.7, 10.0.0.999            | 10.0.0.1",
        "10.0.0.1 | ,                                | 10.0.0.1",
        "192.0.2.1 | 203.0.113.5                     | 192.0.2.1"
      })
  void believesAddressesAddedByTrustedProxiesOnly(String peer, String field, String expected)
      throws UnknownHostException {
    assertThat(client(peer, field)).isEqualTo(InetAddress.getByName(expected));
  }

  @Test
  void readsAFieldThatAProxyAddedBelowTheClientsOwn() throws UnknownHostException {
    assertThat(client("10.0.0.1", "203.0.113.5", "192.0.2.7"))
        .isEqualTo(InetAddress.getByName("192.0.2.7"));
  }

  @Test
  void takesAProxyThatSaysNothingForTheClient() throws UnknownHostException {
    assertThat(client("10.0.0.1")).isEqualTo(InetAddress.getByName("10.0.0.1"));
  }
}
