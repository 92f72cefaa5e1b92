package seda.netio.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HttpServerTest {
  @Test
  void answersOneRequestAfterAnotherOnOneConnection() throws Exception {
    try (TestServer server = TestServer.echoing();
        Client client = server.connect()) {
      for (int i = 0; i < 3; i++) {
        client.get("/" + i);

        assertThat(client.response().text()).isEqualTo("GET /" + i + " ");
      }
    }
  }
}
