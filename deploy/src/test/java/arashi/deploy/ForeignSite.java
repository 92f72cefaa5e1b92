package arashi.deploy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jsoup.nodes.Entities;

/**
 * A site of somebody else, whose pages post a form to the service as soon as they open. On {@code
 * 127.0.0.2} it is another site, so that the browser withholds cookies; on {@code 127.0.0.1} it is
 * the same site at another origin.
 */
final class ForeignSite implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, String> pages = new ConcurrentHashMap<>();

  ForeignSite(String host) {
    try {
      server = HttpServer.create(new InetSocketAddress(host, 0), 50);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            byte[] page =
                Mails.utf8(pages.getOrDefault(exchange.getRequestURI().getPath(), "no page"));
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
          }
        });
    server.start();
  }

  /** Makes a page that posts a form; returns its address. */
  String pageThatPosts(String url, String type, List<Client.Field> fields) {
    StringBuilder page = new StringBuilder("<!DOCTYPE html><form method=post");
    page.append(" enctype='").append(type).append("' action='").append(url).append("'>");
    for (Client.Field field : fields) {
      page.append("<textarea hidden name=\"").append(Entities.escape(field.name())).append("\">");
      page.append(Entities.escape(field.value())).append("</textarea>");
    }
    page.append("</form><script>document.forms[0].submit()</script>");
    String path = "/" + pages.size();
    pages.put(path, page.toString());
    return "http://" + server.getAddress().getHostString() + ":" + port() + path;
  }

  private int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
