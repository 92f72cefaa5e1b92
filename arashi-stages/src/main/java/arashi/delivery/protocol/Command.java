package arashi.delivery.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A command line.
 *
 * @param verb what is asked for
 * @param argument the rest, without the blanks around it
 */
record Command(Verb verb, String argument) {

  /** The first word. */
  enum Verb {
    LHLO,
    EHLO,
    HELO,
    MAIL,
    RCPT,
    DATA,
    BDAT,
    RSET,
    NOOP,
    QUIT,
    VRFY,
    EXPN,
    HELP,
    STARTTLS,
    /** Begins a request of HTTP, which a page in a browser can be made to send anywhere. */
    GET,
    POST,
    CONNECT,
    UNKNOWN;

    private static final Map<String, Verb> BY_NAME =
        Stream.of(values()).collect(Collectors.toMap(Enum::name, Function.identity()));
  }

  /**
   * Reads a line.
   *
   * @throws RefusedException if it is no text: not UTF-8, or with controls, such as an LF alone
   */
  static Command read(byte[] line) throws RefusedException {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw new RefusedException(Replies.NOT_UTF8);
    }
    if (text.chars().anyMatch(c -> Character.isISOControl(c) && c != '\t')) {
      throw new RefusedException(Replies.CONTROLS);
    }
    int end = 0;
    while (end < text.length() && !isBlank(text.charAt(end))) {
      end++;
    }
    String word = text.substring(0, end).toUpperCase(Locale.ROOT);
    Verb verb = Verb.BY_NAME.getOrDefault(word, Verb.UNKNOWN);
    return new Command(verb, text.substring(end).strip());
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  /** True if the line has nothing but its verb. */
  boolean isBare() {
    return argument.isEmpty();
  }
}
