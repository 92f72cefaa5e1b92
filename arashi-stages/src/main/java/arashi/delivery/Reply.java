package arashi.delivery;

/**
 * A reply of one line, like {@code 250 2.1.5 Delivered}.
 *
 * @param code three digits (RFC 5321, 4.2)
 * @param status enhanced status code (RFC 3463), with the first digit of the code
 * @param text human-readable text without line ends
 */
public record Reply(int code, String status, String text) {
  private static final int CLASS = 100;
  private static final int SUCCESS = 2;

  /** True for success (2xx). */
  public boolean accepted() {
    return code / CLASS == SUCCESS;
  }
}
