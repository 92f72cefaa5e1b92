package arashi.deploy.command;

import arashi.MailConfig;
import arashi.deploy.config.MailSettings;
import arashi.deploy.service.AssetFolder;
import arashi.deploy.service.ExitCode;
import arashi.deploy.service.OpenStore;
import arashi.deploy.service.StartSteps;
import arashi.deploy.service.StopSignal;
import arashi.request.login.Passwords;
import arashi.store.Store;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings and the store of the service, opened as {@code arashi run} opens them, for another
 * server of the same pages: the evaluation compares such servers with the service.
 *
 * @param mail settings of the mail service
 * @param maxBodyBytes size limit of a request's body
 * @param store the open store
 * @param assets folder of style sheets, scripts and icons
 */
public record ServedStore(MailConfig mail, int maxBodyBytes, Store store, Path assets) {
  private static final Logger log = LoggerFactory.getLogger(ServedStore.class);

  /**
   * Place of the data.
   *
   * @param data directory of the embedded database
   * @param mysql JDBC URL of a server, or null for the embedded one
   * @param config settings in HOCON, or null for the defaults
   * @param connections size of the connection pool
   */
  public record Place(Path data, String mysql, Path config, int connections) {}

  /** Starts a server. */
  @FunctionalInterface
  public interface Server {
    /** Starts to serve; the result stops it. */
    Running start(ServedStore store) throws Exception;
  }

  /** A started server. */
  @FunctionalInterface
  public interface Running {
    /** Stops the server; it uses the store no longer. */
    void stop() throws Exception;
  }

  /**
   * Opens the store and serves it until a signal. Ends the process, also after a failure, which it
   * logs.
   */
  public static void serve(Place place, Server server) {
    StopSignal signal = StopSignal.ofProcess();
    int code = ExitCode.FAILED;
    try {
      RunCommand.load(Passwords.class);
      signal.begin();
      serve(MailSettings.load(place.config()), place, server, signal);
      code = ExitCode.DONE;
    } catch (StopSignal.StoppedException e) {
      code = ExitCode.STOPPED;
    } catch (Exception e) {
      log.error("serving failed", e);
    } finally {
      signal.exit(code); // also after an Error: a signal waits for it
    }
  }

  private static void serve(MailSettings defaults, Place place, Server server, StopSignal signal)
      throws Exception {
    MailSettings settings = defaults.overridden(place.data(), place.mysql());
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    StartSteps steps = StartSteps.ofProcess(out, signal::throwIfTold);
    try (OpenStore open = OpenStore.forService(settings, place.connections(), steps);
        AssetFolder assets = AssetFolder.open()) {
      int maxBodyBytes = settings.http().limits().maxBodyBytes();
      Running running =
          server.start(new ServedStore(settings.mail(), maxBodyBytes, open.store(), assets.path()));
      try {
        steps.end();
        signal.await();
      } finally {
        running.stop();
      }
    }
  }
}
