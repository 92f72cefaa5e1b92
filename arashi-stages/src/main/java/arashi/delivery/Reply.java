package arashi.delivery;

/**
 * An answer of one line, as in {@code 250 2.1.5 Delivered}.
 *
 * @param code three digits (RFC 5321, 4.2)
 * @param status enhanced status code (RFC 3463), whose first digit is that of the code
 * @param text what people read, without line ends
 */
public record Reply(int code, String status, String text) {
  private static final int CLASS = 100;
  private static final int SUCCESS = 2;

  /** True if it says that what was asked is done (2xx). */
  public boolean accepted() {
    return code / CLASS == SUCCESS;
  }
}
