package seda.netio.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Function;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.StageGraph;

/** Wires listen, read and parse on one side, send and write on the other. */
public final class HttpServer implements AutoCloseable {

  /**
   * Declares the server's stages on the graph.
   *
   * @param processors of this graph, made with {@code SelectorSource::open}
   * @param application takes each request; what it turns away is answered 503
   */
  public HttpServer(
      StageGraph graph, Processors processors, HttpConfig config, Sink<HttpExchange> application) {}

  /**
   * Sets what may refuse a request before its body is read: called with the head (the body is
   * empty), on the processor, it returns the refusal or null. Before the graph starts.
   */
  public HttpServer earlyRefusal(Function<HttpRequest, HttpResponse> refusal) {
    return this;
  }

  /**
   * Listens on an address; after the graph has started.
   *
   * @return the address with the port that port 0 stood for
   */
  public InetSocketAddress bind(InetSocketAddress address) throws IOException {
    return address;
  }

  /**
   * Stops accepting; closes idle connections; requests that run are answered with {@code
   * Connection: close}. Doesn't wait.
   */
  public void drain() {}

  /** Figures now. */
  public HttpStatistics statistics() {
    return new HttpStatistics(0, 0, 0, 0, 0, 0);
  }

  /** Stops accepting and closes every connection. */
  @Override
  public void close() {}
}
