package arashi.front.route;

import arashi.front.DetailLevel;
import arashi.front.MailRequest;
import java.util.Locale;
import seda.kernel.EventHandler;
import seda.kernel.Stage;

/**
 * The header field {@code Arashi-Quality} of each answer of a request stage: the quality with which
 * its handler worked, from 0.01 to 1.00. For load tests, which count full answers.
 *
 * @param enabled whether answers have the field
 */
public record QualityHeader(boolean enabled) {
  static final String NAME = "Arashi-Quality";

  /** Returns a handler whose answers have the field. */
  <E extends MailRequest> EventHandler<E> on(EventHandler<E> handler) {
    return enabled ? new PreparedHandler<>(handler, QualityHeader::add) : handler;
  }

  private static <E extends MailRequest> void add(Stage<E> stage, E request) {
    double quality =
        DetailLevel.of(request.exchange().request(), quality(stage, request)).quality();
    request.exchange().answerHeader(NAME, String.format(Locale.ROOT, "%.2f", quality));
  }

  /** Returns a stage's quality in force for the class of an event. */
  static <E> double quality(Stage<E> stage, E event) {
    return stage.quality().value(stage.classOf(event).rank());
  }
}
