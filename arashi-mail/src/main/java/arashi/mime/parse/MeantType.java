package arashi.mime.parse;

import arashi.mime.view.MailProblem.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the content type of an entity (RFC 2045, 5), and repairs an invalid one. */
final class MeantType {
  private static final Pattern VALID = Pattern.compile("[!-~&&[^/]]+/[!-~&&[^/]]+");
  private static final Set<String> REVERSED = Set.of("plain/text", "html/text");
  private static final Set<String> PLAIN =
      Set.of("text", "plain", "ascii", "txt", "mail", "message");
  private static final Set<String> HTML = Set.of("html", "htm", "xhtml");

  private MeantType() {}

  /** Returns the type of a part whose header is read; its default type if it has no such field. */
  static HeaderParameters of(MimePart part, Problems problems) {
    String body = part.headerText("content-type").strip();
    if (body.isEmpty()) {
      return part.type;
    }
    HeaderParameters type = separated(body);
    if (!VALID.matcher(type.value()).matches() || REVERSED.contains(type.value())) {
      type = repaired(type, part, problems);
    }
    if (type.value().startsWith("multipart/") && type.get("boundary").isBlank()) {
      problems.add(Kind.BROKEN_MULTIPART, "part " + part.n + " has no boundary parameter");
      return new HeaderParameters("text/plain", type.parameters());
    }
    return type;
  }

  /** Returns the disposition of a part whose header is read. */
  static HeaderParameters disposition(MimePart part) {
    String body = part.headerText("content-disposition").strip();
    HeaderParameters disposition = separated(body);
    return disposition.value().indexOf('=') < 0
        ? disposition
        : HeaderParameters.parse(";" + body); // the value is missing
  }

  /** Reads a field, of which the first semicolon may be missing. */
  private static HeaderParameters separated(String body) {
    HeaderParameters read = HeaderParameters.parse(body);
    return read.value().indexOf(' ') > 0
        ? HeaderParameters.parse(body.replaceFirst("\\s+", ";"))
        : read;
  }

  private static HeaderParameters repaired(
      HeaderParameters type, MimePart part, Problems problems) {
    List<String> words = List.of(type.value().split("[^a-z]+"));
    if (words.stream().anyMatch(HTML::contains)) {
      return new HeaderParameters("text/html", type.parameters());
    }
    if (words.contains("multipart")) {
      return new HeaderParameters("multipart/mixed", type.parameters());
    }
    if (words.stream().anyMatch(PLAIN::contains)) {
      return new HeaderParameters("text/plain", type.parameters());
    }
    problems.add(Kind.BROKEN_CONTENT_TYPE, "part " + part.n);
    String file = part.headerText("content-disposition") + type.get("name");
    boolean named = file.contains("filename") || !type.get("name").isEmpty();
    return new HeaderParameters(
        named ? "application/octet-stream" : "text/plain", type.parameters());
  }

  /** Returns a type without its parameters, for an entity that declares none. */
  static HeaderParameters plain(String value) {
    return new HeaderParameters(value, Map.of());
  }
}
