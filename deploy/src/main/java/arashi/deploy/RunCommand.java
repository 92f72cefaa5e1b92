package arashi.deploy;

import arashi.store.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code arashi run}: serves until it is told to stop. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Serves mail until Ctrl-C, from an embedded database unless told otherwise.")
final class RunCommand implements Callable<Integer> {
  private static final Logger log = LoggerFactory.getLogger(RunCommand.class);

  @Mixin private StoreOptions storeOptions;
  @Spec private CommandSpec spec;

  @Option(names = "--host", description = "address to listen on (default: 127.0.0.1)")
  private String host;

  @Option(names = "--port", description = "port to listen on (default: 8080; 0 for any free one)")
  private Integer port;

  @Option(names = "--no-demo", description = "no demo account in an empty store")
  private boolean noDemo;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Settings settings =
        storeOptions
            .settings()
            .with("host", host)
            .with("port", port)
            .with("demo", noDemo ? Boolean.FALSE : null);
    PrintWriter out = spec.commandLine().getOut();
    requireFree(settings);
    if (settings.mysqlUrl().isEmpty()) {
      out.println("Starting the database in " + settings.data());
    }
    out.flush();
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    try (OpenStore open = OpenStore.forService(settings)) {
      boolean hasDemo = settings.demo() && DemoAccount.ensure(open.store());
      try (Service service = start(open.store(), settings)) {
        stopOnSignal(told, stopped);
        announce(out, settings, service.address(), hasDemo);
        told.await();
        out.println("Stopping");
        out.flush();
      }
    } finally {
      stopped.countDown();
    }
    return Main.DONE;
  }

  /** A hint before the database takes its seconds to start; the bind itself decides. */
  private static void requireFree(Settings settings) throws IOException {
    if (settings.port() == 0) {
      return;
    }
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(settings.host(), settings.port()));
    } catch (IOException e) {
      throw cannotListen(settings, e);
    }
  }

  private static Service start(Store store, Settings settings) {
    try {
      return new Service(store, settings);
    } catch (IOException e) {
      throw cannotListen(settings, e);
    }
  }

  private static CommandException cannotListen(Settings settings, IOException cause) {
    return new CommandException(
        "can't listen on "
            + settings.host()
            + ":"
            + settings.port()
            + ": "
            + cause.getMessage()
            + "; try --port",
        cause);
  }

  /** The JVM ends when its hooks have, so the hook waits until everything has stopped in order. */
  static void stopOnSignal(CountDownLatch told, CountDownLatch stopped) {
    Thread hook =
        new Thread(
            () -> {
              told.countDown();
              try {
                stopped.await();
              } catch (InterruptedException e) {
                log.warn("interrupted while stopping");
              }
            },
            "stop-on-signal");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private static void announce(
      PrintWriter out, Settings settings, InetSocketAddress address, boolean demo) {
    InetAddress at = address.getAddress();
    String shownHost = at.isAnyLocalAddress() ? "localhost" : settings.host();
    String scheme = settings.secure() ? "https://" : "http://";
    out.println("Arashi is at " + scheme + shownHost + ":" + address.getPort() + "/");
    if (demo) {
      out.println("Sign in as " + DemoAccount.NAME + " with the password " + DemoAccount.PASSWORD);
    }
    out.println("Ctrl-C stops it.");
    out.flush();
  }
}
