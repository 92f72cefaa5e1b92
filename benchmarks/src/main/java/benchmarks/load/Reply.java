package benchmarks.load;

import java.util.List;
import java.util.Locale;

/**
 * What a server answered.
 *
 * @param status the status code
 * @param headers lines of the head, without the first
 * @param body the body, decoded
 */
public record Reply(int status, List<String> headers, String body) {

  /** The value of a header, or null. */
  public String header(String name) {
    String prefix = name.toLowerCase(Locale.ROOT) + ":";
    for (String line : headers) {
      if (line.regionMatches(true, 0, prefix, 0, prefix.length())) {
        return line.substring(prefix.length()).strip();
      }
    }
    return null;
  }
}
