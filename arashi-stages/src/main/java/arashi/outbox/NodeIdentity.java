package arashi.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.blob.Sha256;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The machine of this process, as other machines identify it.
 *
 * @param id hash of the machine and of the place of the database: a copy of a data directory beside
 *     its original counts as another machine
 * @param host name of the machine, for people
 */
record NodeIdentity(String id, String host) {
  /** Written once when a system is installed (machine-id(5)), which asks to publish hashes only. */
  private static final Path MACHINE_ID = Path.of("/etc/machine-id");

  private static final Path KERNEL_NAME = Path.of("/proc/sys/kernel/hostname");

  /** Machine id of an image that has not been started yet. */
  private static final String UNINITIALIZED = "uninitialized";

  /**
   * The identity of this process.
   *
   * @param machine configured name of the machine; empty: found
   * @param place what distinguishes databases that this machine can use
   */
  static NodeIdentity of(String machine, String place) {
    String host = hostName();
    return of(machine.isEmpty() ? found(MACHINE_ID, isContainer(), host) : machine, place, host);
  }

  static NodeIdentity of(String machine, String place, String host) {
    return new NodeIdentity(
        Sha256.of(("arashi node\n" + machine + "\n" + place).getBytes(UTF_8)).hex(), host);
  }

  /**
   * The machine id survives a new host name, so it is used alone where there is one. Containers of
   * one image may share it, or have none; their host names differ.
   */
  static String found(Path machineId, boolean isContainer, String host) {
    String id = "";
    try {
      id = Files.readString(machineId).strip();
    } catch (IOException e) {
      // not Linux, or a container
    }
    boolean isSet = !id.isEmpty() && !id.equals(UNINITIALIZED);
    return isSet && !isContainer ? id : id + "\n" + host;
  }

  private static boolean isContainer() {
    return Files.exists(Path.of("/.dockerenv"))
        || Files.exists(Path.of("/run/.containerenv"))
        || System.getenv("KUBERNETES_SERVICE_HOST") != null
        || System.getenv("container") != null;
  }

  private static String hostName() {
    try {
      return Files.readString(KERNEL_NAME).strip(); // needs no name service
    } catch (IOException e) {
      return resolvedName();
    }
  }

  private static String resolvedName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
