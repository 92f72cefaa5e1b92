package arashi.delivery.policy;

import java.util.Map;

/**
 * One question of an MTA.
 *
 * @param recipient the only recipient, or the one just named; empty if there are several
 * @param size bytes of the mail, announced or real; 0 if unknown
 */
public record PolicyQuestion(String recipient, long size) {
  private static final String TYPE = "smtpd_access_policy";

  /**
   * Reads the attributes of a question. Unknown ones do not matter, so later versions of the
   * protocol work.
   *
   * @throws MalformedQuestionException if it is not a question about access, or has a bad size
   */
  static PolicyQuestion of(Map<String, String> attributes) throws MalformedQuestionException {
    if (!TYPE.equals(attributes.get("request"))) {
      throw new MalformedQuestionException("no request=" + TYPE);
    }
    String size = attributes.getOrDefault("size", "");
    try {
      long bytes = size.isEmpty() ? 0 : Long.parseLong(size);
      // Exim has -1 for an unknown size
      return new PolicyQuestion(attributes.getOrDefault("recipient", ""), Math.max(0, bytes));
    } catch (NumberFormatException e) {
      throw new MalformedQuestionException("the size is no number");
    }
  }
}
