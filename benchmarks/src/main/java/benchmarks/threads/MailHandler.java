package benchmarks.threads;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** Passes a request of Jetty to its route and answers it, on the calling thread. */
final class MailHandler extends Handler.Abstract {
  private final MailRoutes routes;

  MailHandler(MailRoutes routes) {
    this.routes = routes;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    HttpRequest read;
    try {
      read = read(request);
    } catch (IllegalArgumentException e) { // the product's parser would refuse the target
      Response.writeError(request, response, callback, HttpStatus.BAD_REQUEST_400);
      return true;
    }
    InetSocketAddress remote =
        (InetSocketAddress) request.getConnectionMetaData().getRemoteSocketAddress();
    write(routes.answer(read, remote), response, callback);
    return true;
  }

  private static HttpRequest read(Request request) throws IOException {
    HttpRequest read = HttpRequest.of(request.getMethod(), request.getHttpURI().getPathQuery());
    for (HttpField field : request.getHeaders()) {
      read = read.withHeader(field.getName(), field.getValue());
    }
    return read.withBody(BufferUtil.toArray(Content.Source.asByteBuffer(request)));
  }

  private static void write(HttpResponse answer, Response response, Callback callback) {
    response.setStatus(answer.status());
    answer.forEachHeader(response.getHeaders()::add);
    response.write(true, answer.bodyBytes(), callback);
  }
}
