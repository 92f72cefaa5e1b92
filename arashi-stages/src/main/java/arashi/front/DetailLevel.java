package arashi.front;

import arashi.web.Degradation;
import seda.netio.http.HttpRequest;

/**
 * Level of detail of a page: everything at full quality, less under load [USITS 2003, §3.4].
 *
 * <pre>
 *   quality   1 ────── 0.7 ────────────── 0.4 ─────────────── 0
 *   list      everything │ no previews     │ no counts either
 *   message   everything │ without a list  │ plain text first, no counts
 *   search    a window of the past, in proportion
 * </pre>
 *
 * @param quality above 0, at most 1, see {@link seda.kernel.Quality}
 */
public record DetailLevel(double quality) {
  /** Everything. */
  public static final DetailLevel FULL = new DetailLevel(1);

  private static final double MOST = 0.7;
  private static final double LITTLE = 0.4;
  private static final String ASKED = "full";

  /** Returns the level of a request at a quality; a request that asks for everything gets it. */
  public static DetailLevel of(HttpRequest request, double quality) {
    return new DetailLevel("1".equals(request.query(ASKED)) ? 1 : quality);
  }

  /** True if lists have previews. */
  public boolean hasPreviews() {
    return quality >= MOST;
  }

  /** True if a message has its list beside it, and its conversation. */
  public boolean hasList() {
    return quality >= MOST;
  }

  /** True if folders have the numbers of their messages. */
  public boolean hasCounts() {
    return quality >= LITTLE;
  }

  /** True if HTML is shown without a request for it. */
  public boolean hasHtml() {
    return quality >= LITTLE;
  }

  /** Returns the proportion of {@code whole} at this quality; at least 1. */
  public int partOf(int whole) {
    return (int) Math.max(1, Math.round(quality * whole));
  }

  /** Describes what a page leaves out, with the address of the whole page. */
  public static Degradation reduced(Degradation.Step step, HttpRequest request) {
    String address = ReturnAddress.of(request);
    String separator = address.indexOf('?') < 0 ? "?" : "&";
    return new Degradation(step, address + separator + ASKED + "=1");
  }
}
