package benchmarks.threads;

import arashi.deploy.command.ServedStore;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.PathMappingsHandler;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The program of {@link ThreadService}: serves until a signal. */
final class ThreadServer implements Runnable {
  /** Connections that the system may hold until they are accepted, as in the product's settings. */
  private static final int BACKLOG = 1024;

  private static final Duration IDLE = Duration.ofMinutes(1);

  @Option(names = "--port", required = true)
  private int port;

  @Option(names = "--data", required = true)
  private Path data;

  @Option(names = "--mysql")
  private String mysql;

  @Option(names = "--config")
  private Path config;

  @Option(names = "--connections", required = true)
  private int connections;

  @Option(names = "--limit-timeout", description = "milliseconds; 0: no concurrency limit")
  private long limitTimeout;

  /** Serves. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new ThreadServer()).execute(arguments)); // after wrong arguments
  }

  @Override
  public void run() {
    ServedStore.serve(new ServedStore.Place(data, mysql, config, connections), this::start);
  }

  private ServedStore.Running start(ServedStore store) throws Exception {
    MailRoutes routes = MailRoutes.open(store);
    Server server = new Server(threads());
    server.addConnector(connector(server));
    server.setHandler(handler(store, routes));
    server.start();
    return () -> {
      server.stop();
      routes.close();
    };
  }

  private static QueuedThreadPool threads() {
    if (!VirtualThreads.areSupported()) {
      throw new IllegalStateException(ThreadService.NO_JAVA);
    }
    QueuedThreadPool threads = new QueuedThreadPool();
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    return threads;
  }

  private ServerConnector connector(Server server) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    connector.setPort(port);
    connector.setAcceptQueueSize(BACKLOG);
    connector.setIdleTimeout(IDLE.toMillis());
    return connector;
  }

  private Handler handler(ServedStore store, MailRoutes routes) {
    ResourceHandler files = new ResourceHandler();
    files.setBaseResource(ResourceFactory.root().newResource(store.assets()));
    Handler mail = new MailHandler(routes);
    Handler limited =
        limitTimeout == 0 ? mail : new LimitedHandler(mail, Duration.ofMillis(limitTimeout));
    SizeLimitHandler sized = new SizeLimitHandler(store.maxBodyBytes(), -1);
    sized.setHandler(limited);
    PathMappingsHandler paths = new PathMappingsHandler();
    paths.addMapping(new ServletPathSpec("/static/*"), new ContextHandler(files, "/static"));
    paths.addMapping(new ServletPathSpec("/readyz"), mail); // a probe is never refused
    paths.addMapping(new ServletPathSpec("/*"), sized);
    return paths;
  }
}
