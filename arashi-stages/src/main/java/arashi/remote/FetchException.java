package arashi.remote;

import java.io.IOException;

/** A fetch that failed, or was not allowed. */
public final class FetchException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Reason of the failure. */
  public enum Reason {
    /** Remote content is disabled. */
    OFF("Remote content is disabled on this service."),
    /** The address is not HTTP or HTTPS, or is never fetched. */
    BAD_ADDRESS("The address is invalid or not allowed."),
    /** One of the server's addresses is not public. */
    NOT_PUBLIC("There is no such server in the public Internet."),
    /** The server's name is unknown. The text is the same, so it does not reveal internal names. */
    UNKNOWN_HOST("There is no such server in the public Internet."),
    /** The connection failed or broke. */
    UNREACHABLE("The server can't be reached."),
    /** The server's certificate is not valid. */
    UNTRUSTED("The server's certificate is not valid."),
    /** The time for the whole fetch is over. */
    TOO_SLOW("The server did not answer in time."),
    /** The answer or its header is too large. */
    TOO_LARGE("The answer is too large."),
    /** The answer is not valid HTTP. */
    MALFORMED("The server's answer is not valid HTTP."),
    /** The server redirects more often than allowed. */
    TOO_MANY_REDIRECTS("The server redirects too often."),
    /** The server answered with an error. */
    REFUSED("The server answered with an error."),
    /** The content is no image of a supported type. */
    NO_IMAGE("The content is no PNG, GIF, JPEG or WebP image."),
    /** The account has too many fetches. */
    TOO_MANY("Too many fetches for this account; try again later.");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    /** The text for people. */
    public String text() {
      return text;
    }
  }

  private final Reason reason;

  /** Creates an exception with a reason. */
  public FetchException(Reason reason) {
    super(reason.text());
    this.reason = reason;
  }

  /** Creates an exception with a reason and its cause. */
  FetchException(Reason reason, Throwable cause) {
    super(reason.text(), cause);
    this.reason = reason;
  }

  /** The reason. */
  public Reason reason() {
    return reason;
  }
}
