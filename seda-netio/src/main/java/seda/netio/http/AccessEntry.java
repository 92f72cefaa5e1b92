package seda.netio.http;

import java.net.InetAddress;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * One answer in the access log.
 *
 * @param at time at which it was handed to the socket
 * @param remote address of the client
 * @param request answered request; null if none was parsed
 * @param status status code
 * @param bytes length of the body
 * @param nanos time from the first byte of the request to the answer
 */
record AccessEntry(
    Instant at, InetAddress remote, HttpRequest request, int status, long bytes, long nanos) {
  private static final DateTimeFormatter COMMON_TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  /** Appends the line. */
  void appendTo(StringBuilder lines, AccessLogConfig.Format format) {
    switch (format) {
      case COMMON -> appendCommon(lines);
      case JSON -> appendJson(lines);
    }
    lines.append('\n');
  }

  private void appendCommon(StringBuilder line) {
    line.append(remote.getHostAddress()).append(" - - [");
    COMMON_TIME.formatTo(at, line);
    line.append("] \"");
    if (request == null) {
      line.append('-');
    } else {
      appendEscaped(line, request.method());
      line.append(' ');
      appendEscaped(line, target());
      line.append(' ').append(request.protocol());
    }
    line.append("\" ").append(status).append(' ').append(bytes);
  }

  private void appendJson(StringBuilder line) {
    line.append("{\"time\":\"").append(at);
    line.append("\",\"remote\":\"").append(remote.getHostAddress());
    if (request != null) {
      line.append("\",\"method\":\"");
      appendEscaped(line, request.method());
      line.append("\",\"target\":\"");
      appendEscaped(line, target());
      line.append("\",\"protocol\":\"").append(request.protocol());
    }
    line.append("\",\"status\":").append(status);
    line.append(",\"bytes\":").append(bytes);
    line.append(",\"micros\":").append(nanos / 1000).append('}');
  }

  private String target() {
    int query = request.target().indexOf('?');
    return query < 0 ? request.target() : request.target().substring(0, query);
  }

  /** Escapes a method or target; the parser admits visible ASCII only. */
  private static void appendEscaped(StringBuilder line, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        line.append('\\');
      }
      line.append(c);
    }
  }
}
