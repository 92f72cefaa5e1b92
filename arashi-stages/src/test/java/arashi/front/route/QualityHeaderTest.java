package arashi.front.route;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.MailRequest;
import org.junit.jupiter.api.Test;
import seda.kernel.EventHandler;

class QualityHeaderTest {
  private static final EventHandler<MailRequest> HANDLER = batch -> {};

  @Test
  void leavesTheHandlerAloneUnlessEnabled() {
    assertThat(new QualityHeader(false).on(HANDLER)).isSameAs(HANDLER);
    assertThat(new QualityHeader(true).on(HANDLER)).isNotSameAs(HANDLER);
  }
}
