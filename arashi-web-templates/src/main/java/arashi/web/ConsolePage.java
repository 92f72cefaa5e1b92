package arashi.web;

import java.util.List;
import java.util.Objects;

/**
 * {@code GET /admin}: how the service does now. Figures come as words in the reader's language.
 *
 * @param page the surroundings
 * @param at when
 * @param window seconds of the window that times and rates are of
 * @param drawing the stage graph
 * @param requests by request type
 * @param domains thread domains
 */
public record ConsolePage(
    PageFrame page,
    DisplayDate at,
    int window,
    StageDrawing drawing,
    List<RequestFigures> requests,
    List<DomainFigures> domains)
    implements PageModel {

  /**
   * A request type.
   *
   * @param name of its stage
   * @param waiting requests in its queue
   * @param quality at which it works, in percent; null if it can't do less
   * @param qualityReason why, in English
   * @param configured keys of the configuration that hold in place of what admins set
   * @param classes the highest first
   */
  public record RequestFigures(
      String name,
      String waiting,
      String quality,
      String qualityReason,
      List<String> configured,
      List<ClassFigures> classes) {
    /** Copies the lists. */
    public RequestFigures {
      configured = List.copyOf(configured);
      classes = List.copyOf(classes);
    }
  }

  /**
   * A service class of a request type.
   *
   * @param name of the class
   * @param standing of its 90th percentile
   * @param target to hold
   * @param p50 median of the window
   * @param p90 90th percentile of the window
   * @param p99 99th percentile of the window
   * @param admitted in the window, and since the start
   * @param refused in the window, and since the start
   * @param why what they were refused for; empty if none was
   * @param shed in the window, and since the start
   * @param infeasible whether the target is shorter than the service takes without load
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
   * @param rate a second, in the last window
   * @param total since the start
   */
  public record Counted(String rate, String total) {
    /** Nothing since the start. */
    public static final Counted NOTHING = new Counted("–", "");
  }

  /**
   * A thread domain.
   *
   * @param name of the domain
   * @param threads that it has
   * @param most that it may have
   * @param busy cores that it kept busy in the last window
   */
  public record DomainFigures(String name, int threads, int most, String busy) {}

  /** Copies the lists. */
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
