package arashi.deploy;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import seda.netio.Addresses;

/** {@code arashi run}: serves until it is told to stop. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Serves mail until Ctrl-C, from an embedded database unless told otherwise.")
final class RunCommand implements Callable<Integer> {
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
    try (StopSignal signal = new StopSignal();
        OpenStore open = OpenStore.forService(settings)) {
      boolean hasDemo = mayHaveDemo(settings) && DemoAccount.ensure(open.store());
      try (Service service = new Service(open.store(), settings)) {
        signal.listen();
        announce(out, settings, bind(service), hasDemo);
        signal.await();
        out.println("Stopping");
        out.flush();
      }
    }
    return Main.DONE;
  }

  /** Everybody knows its password, so only where nobody but this machine can sign in. */
  private static boolean mayHaveDemo(Settings settings) {
    InetAddress at = new InetSocketAddress(settings.host(), 0).getAddress(); // null: no such host
    boolean alone = at != null && at.isLoopbackAddress() && settings.publicOrigin().isEmpty();
    return alone && settings.demo();
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
      String where = Addresses.authority(settings.host(), settings.port());
      throw portRefused("can't listen on " + where + ": " + e.getMessage(), e);
    }
  }

  private static InetSocketAddress bind(Service service) {
    try {
      return service.bind();
    } catch (IOException e) {
      throw portRefused(e.getMessage(), e);
    }
  }

  private static CommandException portRefused(String why, IOException cause) {
    return new CommandException(why + "; try --port", cause);
  }

  private static void announce(
      PrintWriter out, Settings settings, InetSocketAddress address, boolean demo) {
    InetAddress at = address.getAddress();
    String shownHost = at.isAnyLocalAddress() ? "localhost" : settings.host();
    String scheme = settings.secure() ? "https://" : "http://";
    out.println("Arashi is at " + scheme + Addresses.authority(shownHost, address.getPort()) + "/");
    if (demo) {
      out.println("Sign in as " + DemoAccount.NAME + " with the password " + DemoAccount.PASSWORD);
    }
    out.println("Ctrl-C stops it.");
    out.flush();
  }
}
