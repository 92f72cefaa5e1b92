package arashi.front.route;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.RecordingExchange;
import arashi.front.route.FailureListener.Shedding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpRequest;

/** Answers to requests that are shed. */
class FailureListenerTest {
  private final List<HttpExchange> refused = new ArrayList<>();
  private final RecordingExchange exchange = new RecordingExchange(HttpRequest.of("GET", "/mail"));
  private final FailureListener<HttpExchange> listener =
      FailureListener.anonymous(
          null, one -> one, new Shedding<>(() -> false, (one, outage) -> refused.add(one)));

  @Test
  void aShedRequestGetsTheBusyPage() {
    listener.shed(exchange);
    assertThat(refused).containsExactly(exchange);
  }

  @Test
  void anAbandonedRequestEndsWithoutAPage() {
    List<String> ended = new ArrayList<>();
    exchange.whenAnswered(() -> ended.add("turn"));
    exchange.leave();
    listener.shed(exchange);
    assertThat(refused).isEmpty();
    assertThat(exchange.answer().status()).isEqualTo(503);
    assertThat(ended).as("what the request has held").containsExactly("turn");
  }
}
