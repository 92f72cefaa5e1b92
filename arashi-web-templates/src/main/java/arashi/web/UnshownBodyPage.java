package arashi.web;

import java.util.Objects;

/**
 * The content of the text frame if a mail's text can't be shown; full pages can't be framed and
 * would not fit. Sent with the policy of {@link BodyPage}.
 *
 * @param reason the reason, which determines the advice
 */
public record UnshownBodyPage(Reason reason) implements PageModel {

  /** Why a text can't be shown. */
  public enum Reason {
    /** The stage refused the request. */
    BUSY,
    /** The database is unavailable. */
    OUTAGE,
    /** The session has ended. */
    SESSION_ENDED,
    /** There is no such message. */
    NOT_FOUND,
    /** Any other reason. */
    FAILED
  }

  public UnshownBodyPage {
    Objects.requireNonNull(reason);
  }

  @Override
  public String template() {
    return "unshown";
  }
}
