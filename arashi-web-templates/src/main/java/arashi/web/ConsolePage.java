package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /admin}: the current state of the service. Figures are text in the reader's language.
 *
 * @param page the page frame
 * @param at time of the figures
 * @param window length of the window of times and rates, in seconds
 * @param outbox why the outbox is held; null if mail leaves
 * @param drawing the stage graph
 * @param requests figures by request type
 * @param domains thread domains
 */
public record ConsolePage(
    PageFrame page,
    DisplayDate at,
    int window,
    OutboxHold outbox,
    StageDrawing drawing,
    List<RequestFigures> requests,
    List<DomainFigures> domains)
    implements PageModel {

  /** Why no mail leaves. */
  public enum OutboxHold {
    /** An operator asked for it. */
    OPERATOR,
    /** The database may be a copy. */
    COPY
  }

  /**
   * A request type.
   *
   * @param name of its stage
   * @param waiting requests in its queue
   * @param quality in percent; null if it is fixed at full quality
   * @param qualityReason reason for the quality, in English
   * @param configured configuration keys that override the admins' settings
   * @param classes the highest first
   */
  public record RequestFigures(
      String name,
      String waiting,
      String quality,
      String qualityReason,
      List<String> configured,
      List<ClassFigures> classes) {
    public RequestFigures {
      configured = List.copyOf(configured);
      classes = List.copyOf(classes);
    }
  }

  /**
   * A service class of a request type.
   *
   * @param name of the class
   * @param standing 90th percentile compared with the target
   * @param target target of the class
   * @param p50 median of the window
   * @param p90 90th percentile of the window
   * @param p99 99th percentile of the window
   * @param admitted in the window, and since the start
   * @param refused in the window, and since the start
   * @param why reasons of refusals; empty if there were none
   * @param shed in the window, and since the start
   * @param infeasible whether the target is below the response time without load
   * @param reason of the controller, in English
   */
  public record ClassFigures(
      String name,
      TargetStatus standing,
      String target,
      String p50,
      String p90,
      String p99,
      Counted admitted,
      Counted refused,
      String why,
      Counted shed,
      boolean infeasible,
      String reason) {}

  /**
   * A counter.
   *
   * @param rate per second, in the last window
   * @param total since the start
   */
  public record Counted(String rate, String total) {
    /** A counter that is still zero. */
    public static final Counted NOTHING = new Counted("–", "");
  }

  /**
   * A thread domain.
   *
   * @param name of the domain
   * @param threads current number of threads
   * @param most maximum number of threads
   * @param busy number of busy cores in the last window
   */
  public record DomainFigures(String name, int threads, int most, String busy) {}

  public ConsolePage {
    Objects.requireNonNull(page);
    Objects.requireNonNull(drawing);
    requests = List.copyOf(requests);
    domains = List.copyOf(domains);
  }

  @Override
  public String template() {
    return "console";
  }
}
