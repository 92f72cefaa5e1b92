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
 * @param verb the command
 * @param argument the rest, stripped
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
    /** Start of an HTTP request, which a web page can make a browser send to any port. */
    GET,
    POST,
    CONNECT,
    UNKNOWN;

    private static final Map<String, Verb> BY_NAME =
        Stream.of(values()).collect(Collectors.toMap(Enum::name, Function.identity()));
  }

  /**
   * Parses a line.
   *
   * @throws RefusedException if it is not UTF-8, or has controls, such as a bare LF
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

  /** True if the line has no argument. */
  boolean isBare() {
    return argument.isEmpty();
  }

  /** Refuses an argument. */
  void requireBare() throws RefusedException {
    RefusedException.unless(isBare(), Replies.NO_ARGUMENT);
  }

  /** Returns the first word of the argument, cut so that it is safe in a header field. */
  String firstWord(int most) {
    String word = argument.split("[ \t]", 2)[0];
    return word.substring(0, Math.min(most, word.length()));
  }
}
