package benchmarks.web;

import haboob.Haboob;
import haboob.HaboobConfig;
import haboob.cache.StaticConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import seda.kernel.Clock;
import seda.kernel.graph.StageGraph;
import seda.netio.TlsConfig;
import seda.netio.http.HttpConfig;

/** Haboob under TLS, as a process of its own. */
final class TlsHaboobMain {
  private TlsHaboobMain() {}

  /** Serves until it is ended: port, directory, key store. */
  public static void main(String[] arguments) throws IOException {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
    TlsConfig tls = TlsConfig.of(Path.of(arguments[2]), TlsKeys.PASSWORD);
    HaboobConfig config =
        HaboobConfig.of(StaticConfig.of(Path.of(arguments[1])))
            .withHttp(HttpConfig.defaults().withTls(tls));
    new Haboob(new StageGraph(Clock.system()), config).bind(address);
  }
}
