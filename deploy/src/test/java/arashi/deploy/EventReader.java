package arashi.deploy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Reads the events of an account as they come, over a connection of its own. */
public final class EventReader implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final BufferedReader in;
  private final String head;

  /**
   * An event.
   *
   * @param id number of the last change that it reports
   * @param data changed folders; empty if it only carries the number
   */
  public record Event(long id, String data) {}

  /** Asks for the events. */
  EventReader(TestService service, Client client, String query, String... headers)
      throws IOException {
    this(service.address(), client, query, headers);
  }

  /** The same of a service that runs elsewhere. */
  public EventReader(InetSocketAddress address, Client client, String query, String... headers)
      throws IOException {
    socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    String request =
        "GET /events%s HTTP/1.0\r\nCookie: %s\r\n".formatted(query, client.cookies())
            + (headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n")
            + "\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder lines = new StringBuilder();
    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
      lines.append(line).append('\n');
    }
    head = lines.toString();
  }

  String head() {
    return head;
  }

  /** Waits for the next event; null if the answer has ended. */
  public Event next() throws IOException {
    long id = -1;
    StringBuilder data = new StringBuilder();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.startsWith("id: ")) {
        id = Long.parseLong(line.substring(4));
      } else if (line.startsWith("data: ")) {
        data.append(line.substring(6));
      } else if (line.isEmpty() && id >= 0) {
        return new Event(id, data.toString());
      }
    }
    return null;
  }

  /** Waits for a line as it came; null if the answer has ended. */
  String line() throws IOException {
    return in.readLine();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
