package arashi.delivery.policy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads questions: lines {@code name=value}, each ended by LF, and an empty line as the end. */
public final class PolicyReader {
  /** Octets of one question. Postfix sends about one KiB. */
  static final int MAX_BYTES = 64 << 10;

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private Map<String, String> attributes = new HashMap<>();
  private int octets;

  /**
   * Consumes octets up to the end of a question.
   *
   * @return the question; empty if it is incomplete
   * @throws MalformedQuestionException if the octets are no question, or too many
   */
  public Optional<PolicyQuestion> read(ByteBuffer in) throws MalformedQuestionException {
    while (in.hasRemaining()) {
      byte octet = in.get();
      if (++octets > MAX_BYTES) {
        throw new MalformedQuestionException("more than " + MAX_BYTES + " bytes");
      }
      if (octet != '\n') {
        line.write(octet);
      } else if (line.size() > 0) {
        attribute(line.toString(UTF_8));
        line.reset();
      } else {
        Map<String, String> all = attributes;
        attributes = new HashMap<>();
        octets = 0;
        return Optional.of(PolicyQuestion.of(all));
      }
    }
    return Optional.empty();
  }

  private void attribute(String text) throws MalformedQuestionException {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new MalformedQuestionException("a line without a name");
    }
    attributes.put(text.substring(0, equals), text.substring(equals + 1)); // the last one counts
  }

  /** True if a question has begun. */
  public boolean hasBegun() {
    return octets > 0;
  }
}
