package arashi.deploy.command;

import arashi.deploy.config.CommandException;
import arashi.deploy.config.MailSettings;
import arashi.deploy.config.Warnings;
import arashi.deploy.demo.DemoAccounts;
import arashi.deploy.service.ExitCode;
import arashi.deploy.service.OpenStore;
import arashi.deploy.service.Service;
import arashi.deploy.service.StartChecks;
import arashi.deploy.service.StartSteps;
import arashi.deploy.service.StopSignal;
import arashi.deploy.service.Stoppable;
import arashi.request.login.Passwords;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.invoke.MethodHandles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import seda.netio.Addresses;

/** {@code arashi run}: serves until a signal. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description =
        "Serves mail until Ctrl-C, from an embedded database unless configured otherwise.")
public final class RunCommand implements Callable<Integer> {
  @Mixin private StoreOptions storeOptions;
  @Spec private CommandSpec spec;

  @Option(names = "--host", description = "address to listen on (default: 127.0.0.1)")
  private String host;

  @Option(names = "--port", description = "port to listen on (default: 8080; 0 for any free one)")
  private Integer port;

  @Option(
      names = "--smtp",
      paramLabel = "PORT",
      description = "port that takes mail by SMTP (default: 2525 with demo accounts, else 0, off)")
  private Integer smtp;

  @Option(
      names = "--lmtp",
      paramLabel = "PORT",
      description = "port that takes mail by LMTP (default: 0, off)")
  private Integer lmtp;

  @Option(
      names = "--relay",
      paramLabel = "URL",
      description =
          "server that takes mail to other sites, smtp[s]://[user@]host[:port]"
              + " (default: none; the password of the user: mail.outbox.password-file or"
              + " ARASHI_RELAY_PASSWORD)")
  private String relay;

  @Option(names = "--hold-outbox", description = "no mail leaves before: arashi outbox release")
  private boolean holdOutbox;

  @Option(names = "--no-demo", description = "no demo accounts in an empty store")
  private boolean noDemo;

  @Option(
      names = "--then-stop",
      hidden = true,
      description = "stops after start and warm-up: the build records its classes")
  private boolean thenStop;

  @Override
  public Integer call() throws IOException, InterruptedException {
    StopSignal signal = Stoppable.signalOf(spec);
    load(Passwords.class);
    signal.begin();
    MailSettings settings =
        storeOptions
            .settings()
            .with("host", host)
            .with("port", port)
            .with("mail.smtp.port", smtp)
            .with("mail.lmtp.port", lmtp)
            .with("mail.relay", relay)
            .with("mail.outbox.hold-at-start", holdOutbox ? Boolean.TRUE : null)
            .with("demo", noDemo ? Boolean.FALSE : null);
    PrintWriter out = spec.commandLine().getOut();
    StartChecks.check(settings);
    out.println(settings.database());
    out.flush();
    try {
      serve(settings, signal);
    } catch (StopSignal.StoppedException e) {
      out.println("Stopped during the start");
    }
    return ExitCode.DONE; // a requested stop is a success
  }

  /**
   * Loads a class early: its library adds a shutdown hook on loading, which fails after a signal.
   */
  static void load(Class<?> type) {
    try {
      MethodHandles.lookup().ensureInitialized(type);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private void serve(MailSettings settings, StopSignal signal)
      throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    StartSteps steps = StartSteps.ofProcess(out, signal::throwIfTold);
    steps.ended("started Java, read the settings");
    try (OpenStore open = OpenStore.forService(settings, settings.connections(), steps)) {
      DemoAccounts accounts = new DemoAccounts(open.store());
      List<String> demo = demo(accounts, settings);
      if (!demo.isEmpty()) {
        steps.ended("checked or filled the demo accounts");
      }
      signal.throwIfTold();
      try (Service service = new Service(open.store(), settings, open::trouble)) {
        InetSocketAddress address = bind(service);
        List<String> places = bindDelivery(service, !demo.isEmpty());
        steps.ended("started the stages");
        steps.end();
        signal.throwIfTold();
        announceAddress(out, settings, address);
        announceDemo(out, demo, accounts.password());
        announcePlaces(out, places);
        if (thenStop) {
          service.awaitWarmUp();
        } else {
          signal.await();
        }
        out.println("Stopping");
        out.flush();
      }
    }
  }

  private static String described(String demo) {
    String does = demo.equals(DemoAccounts.ADMIN) ? ", who sees the console at /admin" : "";
    return demo + " with the same" + does;
  }

  /** Returns the names that accept the demo password. */
  private static List<String> demo(DemoAccounts accounts, MailSettings settings) {
    if (mayHaveDemo(settings)) {
      return accounts.ensure();
    }
    if (!isAlone(settings)) {
      List<String> open = accounts.disarm();
      if (!open.isEmpty()) {
        Warnings.print(
            "the demo password, which starts on this machine have printed, opens "
                + String.join(", ", open)
                + "; remove these accounts or set passwords (arashi user)");
      }
    }
    return List.of();
  }

  /** True if only this machine can log in, since each start prints the demo password. */
  private static boolean mayHaveDemo(MailSettings settings) {
    return isAlone(settings) && settings.demo();
  }

  private static boolean isAlone(MailSettings settings) {
    InetAddress at = new InetSocketAddress(settings.host(), 0).getAddress(); // null: unknown host
    return at != null && at.isLoopbackAddress() && settings.publicOrigin().isEmpty();
  }

  private static InetSocketAddress bind(Service service) {
    try {
      return service.bind();
    } catch (IOException e) {
      throw portRefused(e.getMessage(), e);
    }
  }

  private static List<String> bindDelivery(Service service, boolean demo) {
    try {
      return service.bindDelivery(demo);
    } catch (IOException e) {
      throw new CommandException(e.getMessage() + "; see --smtp and --lmtp", e);
    }
  }

  private static CommandException portRefused(String why, IOException cause) {
    return new CommandException(why + "; try --port", cause);
  }

  private static void announceAddress(
      PrintWriter out, MailSettings settings, InetSocketAddress address) {
    InetAddress at = address.getAddress();
    String shownHost = at.isAnyLocalAddress() ? "localhost" : settings.host();
    String scheme = settings.secure() ? "https://" : "http://";
    out.println("Arashi is at " + scheme + Addresses.authority(shownHost, address.getPort()) + "/");
  }

  private static void announceDemo(PrintWriter out, List<String> demo, String password) {
    if (!demo.isEmpty()) {
      out.println("Sign in as " + demo.get(0) + " with the password " + password);
      demo.stream().skip(1).forEach(name -> out.println("  or as " + described(name)));
    }
  }

  private static void announcePlaces(PrintWriter out, List<String> deliveryPlaces) {
    deliveryPlaces.forEach(place -> out.println("Takes mail by " + place));
    out.println("Ctrl-C stops it.");
    out.flush();
  }
}
