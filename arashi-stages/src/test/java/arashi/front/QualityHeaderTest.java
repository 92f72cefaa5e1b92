package arashi.front;

import static org.assertj.core.api.Assertions.assertThat;

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
