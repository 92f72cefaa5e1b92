package arashi.deploy.command;

import arashi.deploy.config.CommandException;
import arashi.deploy.config.GnutellaSettings;
import arashi.deploy.service.ExitCode;
import arashi.deploy.service.StopSignal;
import arashi.deploy.service.Stoppable;
import gnutella.GnutellaStages;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import seda.kernel.Clock;
import seda.kernel.export.GraphBeans;
import seda.kernel.graph.StageGraph;
import seda.netio.Addresses;

/** {@code arashi gnutella}: routes packets until a signal. */
@Command(
    name = "gnutella",
    mixinStandardHelpOptions = true,
    description = "Routes packets of the Gnutella network until Ctrl-C; see docs/gnutella.md.")
public final class GnutellaCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--host", description = "address to listen on (default: 0.0.0.0, all)")
  private String host;

  @Option(names = "--port", description = "port to listen on (default: 6346; 0 for any free one)")
  private Integer port;

  @Option(
      names = "--connect",
      paramLabel = "HOST:PORT",
      description = "a servent to begin with; may be given again")
  private List<String> connect;

  @Option(names = "--max-peers", paramLabel = "N", description = "connections (default: 100)")
  private Integer maxPeers;

  @Option(
      names = "--status-port",
      description = "port of the status page, on 127.0.0.1 (default: 6347; 0 for any free one)")
  private Integer statusPort;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description = "adds a line of JSON each second: packets by type")
  private Path log;

  @Option(names = "--config", paramLabel = "FILE", description = "settings in HOCON")
  private Path file;

  @Override
  public Integer call() throws IOException, InterruptedException {
    GnutellaSettings settings =
        GnutellaSettings.load(file)
            .with("host", host)
            .with("port", port)
            .with("connect", connect)
            .with("peers.max", maxPeers)
            .with("status-port", statusPort)
            .with("log", log == null ? null : log.toString());
    StopSignal signal = Stoppable.signalOf(spec);
    signal.begin();
    StageGraph graph = new StageGraph(Clock.system(), settings.graph());
    GnutellaStages stages = stages(graph, settings);
    graph.start();
    try {
      InetSocketAddress peers = stages.bind(settings.peersAt());
      InetSocketAddress status = stages.bindStatus(settings.statusAt());
      GraphBeans.register(graph, "gnutella-" + peers.getPort());
      stages.catchPeers();
      announce(peers, status);
      signal.await();
    } finally {
      stages.close();
      graph.stop(settings.drainTimeout());
    }
    return ExitCode.DONE;
  }

  private static GnutellaStages stages(StageGraph graph, GnutellaSettings settings) {
    try {
      return new GnutellaStages(graph, settings.router());
    } catch (IllegalArgumentException e) {
      throw new CommandException(e.getMessage(), e);
    }
  }

  private void announce(InetSocketAddress peers, InetSocketAddress status) {
    PrintWriter out = spec.commandLine().getOut();
    boolean everywhere = peers.getAddress().isAnyLocalAddress();
    String at = everywhere ? "any address, port " + peers.getPort() : Addresses.authority(peers);
    out.println("Peers connect at " + at);
    out.println("Status is at http://" + Addresses.authority(status) + "/");
    out.println("Ctrl-C stops it.");
    out.flush();
  }
}
