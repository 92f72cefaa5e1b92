package arashi.deploy;

import arashi.MailConfig;
import arashi.request.login.Passwords;
import arashi.store.Store;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

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
  public interface Running extends AutoCloseable {
    /** Stops the server; it uses the store no longer. */
    @Override
    void close() throws Exception;
  }

  /**
   * Opens the store and serves it until a signal. Ends the process, also after a failure, which it
   * prints.
   */
  public static void serve(Place place, Server server) {
    StopSignal signal = StopSignal.ofProcess();
    int code = Main.FAILED;
    try {
      RunCommand.load(Passwords.class);
      signal.begin();
      serve(MailSettings.load(place.config()), place, server, signal);
      code = Main.DONE;
    } catch (StopSignal.StoppedException e) {
      code = Main.STOPPED;
    } catch (Exception e) {
      e.printStackTrace();
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
        AssetFolder assets = AssetFolder.open();
        Running running =
            server.start(
                new ServedStore(
                    settings.mail(),
                    settings.http().limits().maxBodyBytes(),
                    open.store(),
                    assets.path()))) {
      steps.end();
      signal.await();
    }
  }
}
