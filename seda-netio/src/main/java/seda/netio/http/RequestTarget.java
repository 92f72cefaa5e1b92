package seda.netio.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A parsed request target (RFC 9112 §3.2). Under any encoding, the resulting path starts with a
 * slash, has no dot segments, control characters or backslashes, and never leads above the root.
 *
 * @param authority authority of an absolute-form target, else null
 * @param path decoded path; {@code *} for the asterisk form
 * @param decoded segments decoded separately; null if they are the parts between the path's slashes
 * @param rawQuery encoded query without the question mark; null if there is none
 */
record RequestTarget(String authority, String path, List<String> decoded, String rawQuery) {

  /**
   * Parses a target.
   *
   * @throws RefusedRequestException 400 if it is malformed or an attack; 501 for CONNECT
   */
  static RequestTarget parse(String method, String target) throws RefusedRequestException {
    requireVisible(target);
    if (method.equals("CONNECT")) {
      throw new RefusedRequestException(
          501, "CONNECT is not supported: this server is not a proxy");
    }
    if (target.equals("*")) {
      if (!method.equals("OPTIONS")) {
        throw RefusedRequestException.malformed("request target * is allowed with OPTIONS only");
      }
      return new RequestTarget(null, "*", List.of(), null);
    }
    if (target.startsWith("/")) {
      return originForm(null, target);
    }
    return absoluteForm(target);
  }

  private static void requireVisible(String target) throws RefusedRequestException {
    for (int i = 0; i < target.length(); i++) {
      char c = target.charAt(i);
      if (c <= ' ' || c >= 127 || c == '#') {
        throw RefusedRequestException.malformed(
            "request target has a character that must be encoded");
      }
    }
  }

  private static RequestTarget absoluteForm(String target) throws RefusedRequestException {
    int schemeEnd = target.indexOf("://");
    String scheme = schemeEnd < 0 ? "" : target.substring(0, schemeEnd).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw RefusedRequestException.malformed("request target is neither a path nor an http URL");
    }
    int start = schemeEnd + 3;
    int end = start;
    while (end < target.length() && target.charAt(end) != '/' && target.charAt(end) != '?') {
      end++;
    }
    String authority = target.substring(start, end);
    if (!Authority.isValid(authority)) {
      throw RefusedRequestException.malformed("malformed authority in the request target");
    }
    String rest = target.substring(end);
    return originForm(authority, rest.startsWith("/") ? rest : "/" + rest);
  }

  private static RequestTarget originForm(String authority, String target)
      throws RefusedRequestException {
    int mark = target.indexOf('?');
    String rawPath = mark < 0 ? target : target.substring(0, mark);
    String rawQuery = mark < 0 ? null : target.substring(mark + 1);
    if (isPlain(rawPath)) {
      return new RequestTarget(authority, rawPath, null, rawQuery);
    }
    List<String> segments = resolved(rawPath);
    return new RequestTarget(authority, "/" + String.join("/", segments), segments, rawQuery);
  }

  /** True in the usual case: nothing to decode, resolve or refuse. */
  private static boolean isPlain(String rawPath) {
    return rawPath.indexOf('%') < 0 && rawPath.indexOf('\\') < 0 && !rawPath.contains("/.");
  }

  /**
   * Returns the segments, decoded separately, so that an encoded slash stays inside its segment:
   * {@code /} has none, {@code /a} one, {@code /a/} a second, empty one.
   */
  List<String> segments() {
    if (decoded != null) {
      return decoded;
    }
    return path.length() == 1 ? List.of() : List.of(path.substring(1).split("/", -1));
  }

  private static List<String> resolved(String rawPath) throws RefusedRequestException {
    List<String> segments = new ArrayList<>(4);
    int start = 1;
    while (start <= rawPath.length()) {
      int slash = rawPath.indexOf('/', start);
      int end = slash < 0 ? rawPath.length() : slash;
      addResolved(segments, decodeSegment(rawPath.substring(start, end)), slash < 0);
      start = end + 1;
    }
    return Collections.unmodifiableList(segments);
  }

  private static void addResolved(List<String> segments, String segment, boolean last)
      throws RefusedRequestException {
    boolean up = segment.equals("..");
    if (!up && !segment.equals(".")) {
      segments.add(segment);
      return;
    }
    if (up) {
      if (segments.isEmpty()) {
        throw RefusedRequestException.malformed("path leads above the root");
      }
      segments.remove(segments.size() - 1);
    }
    if (last && !segments.isEmpty()) {
      segments.add(""); // "/a/b/.." is the directory "/a/"
    }
  }

  private static String decodeSegment(String raw) throws RefusedRequestException {
    String segment = raw.indexOf('%') < 0 ? raw : PercentCoding.decodeStrictly(raw, false);
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (c == '\\' || Character.isISOControl(c)) {
        throw RefusedRequestException.malformed("backslash or control character in the path");
      }
    }
    if (segment.indexOf('/') >= 0) {
      for (String part : segment.split("/", -1)) {
        if (part.equals(".") || part.equals("..")) {
          throw RefusedRequestException.malformed("dot segment after an encoded slash");
        }
      }
    }
    return segment;
  }

  /** Returns the query's fields in order, decoded like browsers do. */
  Map<String, List<String>> queryFields() {
    if (rawQuery == null || rawQuery.isEmpty()) {
      return Map.of();
    }
    Map<String, List<String>> fields = new LinkedHashMap<>();
    for (String pair : rawQuery.split("&", -1)) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        fields
            .computeIfAbsent(PercentCoding.decodeLeniently(name), key -> new ArrayList<>(1))
            .add(PercentCoding.decodeLeniently(value));
      }
    }
    return Collections.unmodifiableMap(fields);
  }
}
