package arashi.front;

import arashi.web.Degradation;
import seda.netio.http.HttpRequest;

/**
 * How much a page shows: everything, or less while there is too much to do [USITS 2003, §3.4].
 *
 * <pre>
 *   quality   1 ────── 0.7 ────────────── 0.4 ─────────────── 0
 *   list      everything │ no previews     │ nor counts
 *   message   everything │ without a list  │ plain text first, nor counts
 *   search    a window of the past, in proportion
 * </pre>
 *
 * @param quality more than 0 and at most 1, see {@link seda.kernel.Quality}
 */
public record DetailLevel(double quality) {
  /** Everything. */
  public static final DetailLevel FULL = new DetailLevel(1);

  private static final double MOST = 0.7;
  private static final double LITTLE = 0.4;
  private static final String ASKED = "full";

  /** What a request gets at a quality: everything, if it asks for that. */
  static DetailLevel of(HttpRequest request, double quality) {
    return new DetailLevel("1".equals(request.query(ASKED)) ? 1 : quality);
  }

  /** Whether lists have previews. */
  public boolean hasPreviews() {
    return quality >= MOST;
  }

  /** Whether a message has its list beside it, and its conversation. */
  public boolean hasList() {
    return quality >= MOST;
  }

  /** Whether folders have the numbers of their messages. */
  public boolean hasCounts() {
    return quality >= LITTLE;
  }

  /** Whether HTML comes without being asked for. */
  public boolean hasHtml() {
    return quality >= LITTLE;
  }

  /** A part of what could be done; at least 1. */
  public int partOf(int whole) {
    return (int) Math.max(1, Math.round(quality * whole));
  }

  /** What a page leaves out: a step, and the same address with everything. */
  public static Degradation reduced(Degradation.Step step, HttpRequest request) {
    String address = Pages.address(request);
    String separator = address.indexOf('?') < 0 ? "?" : "&";
    return new Degradation(step, address + separator + ASKED + "=1");
  }
}
