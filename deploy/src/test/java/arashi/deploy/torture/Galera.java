package arashi.deploy.torture;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import db.migrations.DataInUseException;
import db.migrations.EmbeddedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A Galera cluster of three MariaDB servers on loopback: the program of the embedded server, with
 * what Debian's packages {@code galera-4 mariadb-server rsync} have for clusters. A peer that was
 * killed gets all data anew from another when it comes back. One thread uses it.
 */
final class Galera implements AutoCloseable {
  static final int PEERS = 3;

  private static final List<Path> NEEDED =
      List.of(
          Path.of("/usr/lib/galera/libgalera_smm.so"),
          Path.of("/usr/bin/wsrep_sst_rsync"),
          Path.of("/usr/bin/rsync"));

  /** The script that sends all data runs programs that root may not run as root. */
  private static final String USER = "nobody";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BETWEEN = Duration.ofMillis(100);
  private static final int PORTS = 4;

  private final Path home;
  private final String password;
  private final List<int[]> ports = new ArrayList<>();
  private final Process[] peers = new Process[PEERS];

  /** Starts a cluster in a folder; skips the test where there is none to be started. */
  Galera(Path home) throws IOException, DataInUseException {
    this.home = home;
    for (Path file : NEEDED) {
      assumeTrue(Files.exists(file), "no Galera: packages galera-4, mariadb-server, rsync");
    }
    EmbeddedServer.start(template(), EmbeddedServer.Settings.DEFAULT).close();
    this.password = Files.readString(template().resolve("password")).strip();
    for (int n = 0; n < PEERS; n++) {
      ports.add(freePorts());
      Files.createDirectories(folder(n));
      run("cp", "-a", template().resolve("data").toString(), folder(n).toString());
    }
    run("chown", "-R", USER, home.toString());
    for (int n = 0; n < PEERS; n++) {
      start(n, n == 0 ? List.of("--wsrep-new-cluster") : List.of());
    }
  }

  /** The directory of an embedded server that ran once: with its program, database and login. */
  private Path template() {
    return home.resolve("template");
  }

  /** Returns free ports for SQL, for the group and for both kinds of state transfer. */
  private static int[] freePorts() throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int i = 0; i < PORTS; i++) {
        held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return held.stream().mapToInt(ServerSocket::getLocalPort).toArray();
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
  }

  private Path folder(int n) {
    return home.resolve("peer" + n);
  }

  private static void run(String... command) {
    if (!Processes.run(command)) {
      throw new IllegalStateException("failed: " + String.join(" ", command));
    }
  }

  private void start(int n, List<String> more) throws IOException {
    int[] own = ports.get(n);
    String group = "127.0.0.1:" + own[1];
    String members = String.join(",", ports.stream().map(each -> "127.0.0.1:" + each[1]).toList());
    Path server = template().resolve("server");
    List<String> command =
        List.of(
            server.resolve("bin/mariadbd").toString(),
            "--no-defaults",
            "--basedir=" + server,
            "--user=" + USER,
            "--datadir=" + folder(n).resolve("data"),
            "--socket=" + folder(n).resolve("s"),
            "--pid-file=" + folder(n).resolve("pid"),
            "--port=" + own[0],
            "--skip-name-resolve",
            "--skip-ssl",
            "--character-set-server=utf8mb4",
            "--collation-server=utf8mb4_bin",
            "--bind-address=127.0.0.1",
            "--binlog-format=ROW",
            "--innodb-autoinc-lock-mode=2",
            "--innodb-flush-log-at-trx-commit=2",
            "--innodb-buffer-pool-size=64M",
            "--max-allowed-packet=64M",
            "--wsrep-on=ON",
            "--wsrep-provider=" + NEEDED.get(0),
            "--wsrep-cluster-name=torture",
            "--wsrep-cluster-address=gcomm://" + members,
            "--wsrep-node-name=peer" + n,
            "--wsrep-node-address=" + group,
            "--wsrep-sst-method=rsync",
            "--wsrep-sst-receive-address=127.0.0.1:" + own[3],
            "--wsrep-slave-threads=2",
            "--wsrep-provider-options=base_port="
                + own[1]
                + ";gmcast.listen_addr=tcp://"
                + group
                + ";ist.recv_addr=127.0.0.1:"
                + own[2]
                + ";gcache.size=64M;evs.suspect_timeout=PT2S;evs.inactive_timeout=PT5S"
                + ";evs.keepalive_period=PT0.5S;gmcast.peer_timeout=PT2S");
    ProcessBuilder builder =
        new ProcessBuilder(Stream.concat(command.stream(), more.stream()).toList())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder(n).resolve("log").toFile()));
    builder.environment().put("LD_LIBRARY_PATH", server.resolve("libs").toString());
    peers[n] = builder.start();
    awaitSynced(n);
  }

  private void awaitSynced(int n) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!isSynced(n)) {
      if (!peers[n].isAlive() || System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("peer " + n + " does not join: " + folder(n) + "/log");
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  private boolean isSynced(int n) {
    try (Connection connection = login(List.of(n)).connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW STATUS LIKE 'wsrep_local_state_comment'")) {
      return row.next() && row.getString(2).equals("Synced");
    } catch (SQLException e) {
      return false; // it does not serve yet
    }
  }

  /** A login whose URL names all peers, beginning with one. */
  Node.Login login(int first) {
    return login(IntStream.range(0, PEERS).mapToObj(i -> (first + i) % PEERS).toList());
  }

  private Node.Login login(List<Integer> hosts) {
    String names =
        hosts.stream().map(n -> "127.0.0.1:" + ports.get(n)[0]).collect(Collectors.joining(","));
    String url = "jdbc:mysql://" + names + "/arashi?sslMode=DISABLED";
    return new Node.Login(url, "arashi", password);
  }

  /**
   * A connection, when each living peer has all that any had committed before: a peer may apply a
   * transaction later than the one that was asked for it.
   */
  Connection connect() throws SQLException {
    for (int n = 0; n < PEERS; n++) {
      if (peers[n].isAlive()) {
        try (Connection connection = login(List.of(n)).connect();
            Statement statement = connection.createStatement()) {
          statement.execute("SET SESSION wsrep_sync_wait = 1");
          statement.execute("SELECT COUNT(*) FROM account");
        }
      }
    }
    return login(0).connect();
  }

  /** Kills a peer. */
  void kill(int n) {
    peers[n].destroyForcibly();
    Processes.ends(peers[n].toHandle(), Processes.MOMENT);
  }

  /** Brings it back, and waits until it has everything. */
  void rejoin(int n) throws IOException {
    start(n, List.of());
  }

  @Override
  public void close() {
    for (Process peer : peers) {
      if (peer != null) {
        peer.destroyForcibly();
        Processes.ends(peer.toHandle(), Processes.MOMENT);
      }
    }
  }
}
