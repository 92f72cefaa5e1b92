package seda.netio.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpField;

/**
 * The fields of a posted form ({@code application/x-www-form-urlencoded}, WHATWG URL §5.1), always
 * in UTF-8.
 *
 * @param fields values by name, both in the order of the form; unmodifiable
 */
public record Form(Map<String, List<String>> fields) {
  static final String CONTENT_TYPE = "application/x-www-form-urlencoded";

  /** Copies the map. */
  public Form {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** Returns the first value of a field, or null. */
  public String first(String name) {
    List<String> values = fields.get(name);
    return values == null ? null : values.get(0);
  }

  /** Returns all values of a field, in order; empty if the field is missing. */
  public List<String> all(String name) {
    return fields.getOrDefault(name, List.of());
  }

  static Form parse(String contentType, byte[] body, int maxFields) throws BadFormException {
    requireFormType(contentType);
    String text = utf8(body);
    Map<String, List<String>> fields = new LinkedHashMap<>();
    int count = 0;
    for (int start = 0; start < text.length(); ) {
      int ampersand = text.indexOf('&', start);
      int end = ampersand < 0 ? text.length() : ampersand;
      if (end > start) {
        if (++count > maxFields) {
          throw new BadFormException(413, "the form has more than " + maxFields + " fields");
        }
        addField(fields, text.substring(start, end));
      }
      start = end + 1;
    }
    fields.replaceAll((name, values) -> Collections.unmodifiableList(values));
    return new Form(fields);
  }

  private static String utf8(byte[] body) throws BadFormException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new BadFormException(400, "malformed form: not UTF-8");
    }
  }

  /** True if a body of this type, which may be null, is a form. */
  static boolean isForm(String contentType) {
    return CONTENT_TYPE.equalsIgnoreCase(HttpField.stripParameters(contentType));
  }

  private static void requireFormType(String contentType) throws BadFormException {
    if (!isForm(contentType)) {
      throw new BadFormException(415, "the content type must be " + CONTENT_TYPE);
    }
    Map<String, String> parameters = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    try {
      HttpField.getValueParameters(contentType, parameters);
    } catch (IllegalArgumentException e) {
      throw new BadFormException(415, "malformed content type: " + e.getMessage());
    }
    if (!"utf-8".equalsIgnoreCase(parameters.getOrDefault("charset", "utf-8"))) {
      throw new BadFormException(415, "forms must be in UTF-8");
    }
  }

  private static void addField(Map<String, List<String>> fields, String pair)
      throws BadFormException {
    int equals = pair.indexOf('=');
    String name = decode(equals < 0 ? pair : pair.substring(0, equals));
    String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
    fields.computeIfAbsent(name, key -> new ArrayList<>(1)).add(value);
  }

  private static String decode(String text) throws BadFormException {
    try {
      return PercentCoding.isPlain(text) ? text : PercentCoding.decodeStrictly(text, true);
    } catch (RefusedRequestException e) {
      throw new BadFormException(e.status(), "malformed form: " + e.getMessage());
    }
  }
}
