package arashi.deploy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.imageio.ImageIO;

/** A server elsewhere that has images, and notes who asks for them. */
final class ImageHost implements AutoCloseable {
  static final int WIDTH = 170;
  static final int HEIGHT = 90;
  static final byte[] IMAGE = image();

  private final HttpServer server;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  /** A request. */
  record Asked(String path, Map<String, List<String>> headers) {}

  ImageHost() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    server.start();
  }

  private static byte[] image() {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(new Color(0x2f6fb0));
    graphics.fillRect(0, 0, WIDTH, HEIGHT);
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      asked.add(new Asked(path, Map.copyOf(exchange.getRequestHeaders())));
      exchange.getResponseHeaders().add("Set-Cookie", "reader=known");
      switch (path) {
        case "/inside" -> {
          exchange.getResponseHeaders().add("Location", "http://169.254.169.254/latest");
          exchange.sendResponseHeaders(302, -1);
        }
        case "/script.svg" ->
            send(exchange, "<svg onload='alert(1)'/>".getBytes(StandardCharsets.US_ASCII));
        default -> send(exchange, IMAGE);
      }
    }
  }

  private static void send(HttpExchange exchange, byte[] body) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(200, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  /** Returns the requests. */
  List<Asked> asked() {
    return asked;
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  /** Settings under which a service may fetch from here. */
  Map<String, Object> permitted() {
    return Map.of(
        "mail.remote.permit", List.of("127.0.0.1/32"),
        "mail.remote.ports", List.of(80, server.getAddress().getPort()));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
