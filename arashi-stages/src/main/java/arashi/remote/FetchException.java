package arashi.remote;

import java.io.IOException;

/** Something could not be fetched, or was not allowed to be. */
public final class FetchException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** Remote content is turned off. */
    OFF("Remote content is turned off here."),
    /** It is no address of the web, or one that is never asked. */
    BAD_ADDRESS("This is no address that is asked."),
    /** The server's address, or one of them, is not public. */
    NOT_PUBLIC("There is no such server in the public Internet."),
    /** There is no server of that name. Says the same: an answer does not tell internal names. */
    UNKNOWN_HOST("There is no such server in the public Internet."),
    /** It could not be connected to, or the connection broke. */
    UNREACHABLE("The server can't be reached."),
    /** Its certificate does not hold. */
    UNTRUSTED("The server can't prove who it is."),
    /** The time for all of it is over. */
    TOO_SLOW("The server takes too long."),
    /** The answer, or its header, is too large. */
    TOO_LARGE("The answer is too large."),
    /** The answer is no HTTP. */
    MALFORMED("The server's answer makes no sense."),
    /** It leads on more often than is followed. */
    TOO_MANY_REDIRECTS("The server leads in circles."),
    /** The answer is that there is nothing. */
    REFUSED("The server does not have it."),
    /** The bytes are of no kind of image that is shown. */
    NO_IMAGE("This is no image of a known kind."),
    /** The account fetches much already. */
    TOO_MANY("Too much is fetched for this account at this moment.");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    /** A sentence for who looks at the answer. */
    public String text() {
      return text;
    }
  }

  private final Reason reason;

  /** For this reason. */
  public FetchException(Reason reason) {
    super(reason.text());
    this.reason = reason;
  }

  /** For this reason, as another exception says. */
  FetchException(Reason reason, Throwable cause) {
    super(reason.text(), cause);
    this.reason = reason;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }
}
