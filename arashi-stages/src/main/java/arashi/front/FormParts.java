package arashi.front;

import arashi.web.ErrorPage.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RecursionMode;
import seda.netio.http.Form;
import seda.netio.http.HttpRequest;

/**
 * Streaming reader of a form with files ({@code multipart/form-data}, RFC 7578). It keeps fields in
 * memory up to a limit and passes files on as they arrive. Names are UTF-8, as browsers send them
 * (HTML, 4.10.21.8).
 */
public final class FormParts {
  private static final String CONTENT_TYPE = "multipart/form-data";
  private static final int MAX_PARTS = 1_000;
  private static final int MAX_FIELD_BYTES = 1 << 20;
  private static final int MAX_HEADERS = 16;
  private static final int MAX_HEADER_BYTES = 8 << 10;

  private static final MimeConfig LIMITS =
      MimeConfig.custom()
          .setMaxHeaderCount(MAX_HEADERS)
          .setMaxHeaderLen(MAX_HEADER_BYTES)
          .setMaxLineLen(MAX_HEADER_BYTES)
          .build();

  private static final Pattern NAME = Pattern.compile(";\\s*name=\"([^\"]*)\"");
  private static final Pattern FILE_NAME = Pattern.compile(";\\s*filename=\"([^\"]*)\"");

  private final Map<String, List<String>> fields = new LinkedHashMap<>();
  private final FileReader files;
  private int parts;
  private int fieldBytes;
  private boolean ended;

  /** Receives the files of a form. */
  @FunctionalInterface
  public interface FileReader {
    /**
     * Receives one file; the reader skips unread content.
     *
     * @param field name of the field
     * @param name the file's name, without a path
     * @param type media type that the browser sent, without parameters; or empty
     * @return true to go on with the next part
     */
    boolean take(String field, String name, String type, InputStream content)
        throws IOException, RequestProblem;
  }

  private FormParts(FileReader files) {
    this.files = files;
  }

  /** True if the header announces such a form. */
  public static boolean isIn(HttpRequest request) {
    String type = request.header("Content-Type");
    return type != null && typeOf(type).equals(CONTENT_TYPE);
  }

  /** Returns the fields before the first file; in our own forms, all fields. */
  static Form fields(HttpRequest request) throws RequestProblem {
    return read(request, (field, name, type, content) -> false);
  }

  /**
   * Reads a form.
   *
   * @return the fields up to the point where {@code files} stopped
   * @throws RequestProblem if the form is malformed or too large, or {@code files} throws it
   */
  public static Form read(HttpRequest request, FileReader files) throws RequestProblem {
    if (!request.header("Content-Type").toLowerCase(Locale.ROOT).contains("boundary=")) {
      throw new RequestProblem(Problem.BAD_REQUEST, "multipart form without a boundary");
    }
    FormParts reader = new FormParts(files);
    try (InputStream body = request.openBody()) {
      reader.read(body, request.header("Content-Type"));
    } catch (MimeException | IOException e) {
      throw new RequestProblem(Problem.BAD_REQUEST, "malformed multipart form: " + e.getMessage());
    }
    return new Form(reader.fields);
  }

  private void read(InputStream body, String contentType)
      throws MimeException, IOException, RequestProblem {
    MimeTokenStream stream = new MimeTokenStream(LIMITS);
    stream.parseHeadless(body, contentType);
    Part part = null;
    EntityState state = stream.getState();
    while (state != EntityState.T_END_OF_STREAM && !ended) {
      switch (state) {
        case T_START_MULTIPART -> stream.setRecursionMode(RecursionMode.M_FLAT); // mails stay whole
        case T_START_BODYPART -> part = newPart();
        case T_FIELD -> {
          if (part != null) {
            byte[] raw = stream.getField().getRaw().toByteArray();
            part.header(new String(raw, StandardCharsets.UTF_8));
          }
        }
        case T_BODY -> {
          if (part != null) {
            body(part, stream.getInputStream());
          }
        }
        default -> {}
      }
      state = ended ? state : stream.next();
    }
    if (parts == 0) {
      throw new RequestProblem(Problem.BAD_REQUEST, "multipart form without parts");
    }
  }

  private Part newPart() throws RequestProblem {
    if (++parts > MAX_PARTS) {
      throw new RequestProblem(Problem.TOO_LARGE, "more than " + MAX_PARTS + " parts");
    }
    return new Part();
  }

  private void body(Part part, InputStream content) throws IOException, RequestProblem {
    if (part.name == null) {
      throw new RequestProblem(Problem.BAD_REQUEST, "multipart form: part without a name");
    }
    if (part.fileName == null) {
      byte[] value = content.readNBytes(MAX_FIELD_BYTES - fieldBytes + 1);
      fieldBytes += value.length;
      if (fieldBytes > MAX_FIELD_BYTES) {
        throw new RequestProblem(Problem.TOO_LARGE, "fields exceed " + MAX_FIELD_BYTES + " bytes");
      }
      fields
          .computeIfAbsent(part.name, name -> new ArrayList<>(1))
          .add(new String(value, StandardCharsets.UTF_8));
    } else if (!part.fileName.isEmpty()) { // empty: no file was chosen
      ended = !files.take(part.name, part.fileName, part.type, content);
    }
  }

  private static String typeOf(String contentType) {
    int semicolon = contentType.indexOf(';');
    String type = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
    return type.strip().toLowerCase(Locale.ROOT);
  }

  /** The header of a part. */
  private static final class Part {
    private String name;
    private String fileName;
    private String type = "";

    void header(String line) {
      int colon = line.indexOf(':');
      String field = line.substring(0, Math.max(0, colon)).strip().toLowerCase(Locale.ROOT);
      String value = line.substring(colon + 1).strip();
      if (field.equals("content-disposition")) {
        name = parameter(NAME, value);
        fileName = withoutPath(parameter(FILE_NAME, value));
      } else if (field.equals("content-type")) {
        type = typeOf(value);
      }
    }

    private static String parameter(Pattern pattern, String value) {
      Matcher matcher = pattern.matcher(value);
      return matcher.find()
          ? matcher.group(1).replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n")
          : null;
    }

    private static String withoutPath(String name) {
      if (name == null) {
        return null;
      }
      // a backslash is a letter of names in Unix
      boolean windows = name.startsWith("\\\\") || name.startsWith(":\\", 1);
      int folder = windows ? name.lastIndexOf('\\') : -1;
      return name.substring(Math.max(name.lastIndexOf('/'), folder) + 1);
    }
  }
}
