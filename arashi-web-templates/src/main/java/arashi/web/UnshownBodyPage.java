package arashi.web;

import java.util.Objects;

/**
 * What stands in the frame of a mail's text that can't be shown: a page for a window may not be
 * framed, and would not fit. Sent with the policy of {@link BodyPage}.
 *
 * @param reason why, and so what to do
 */
public record UnshownBodyPage(Reason reason) implements PageModel {

  /** Why a text can't be shown. */
  public enum Reason {
    /** The stage had no room for the request. */
    BUSY,
    /** The database is out. */
    OUTAGE,
    /** It is not known any more who asks. */
    SESSION_ENDED,
    /** There is no such message. */
    NOT_FOUND,
    /** Anything else. */
    FAILED
  }

  /** Checks that there is a reason. */
  public UnshownBodyPage {
    Objects.requireNonNull(reason);
  }

  @Override
  public String template() {
    return "unshown";
  }
}
