package benchmarks.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that serves a product's data. Its command line is that of {@code arashi run}.
 *
 * @param java home of the JDK that runs it
 * @param main its main class
 * @param arguments its first arguments
 */
public record ServiceKind(Path java, String main, List<String> arguments) {
  /** The product itself, with its stages, on the Java of this process. */
  public static final ServiceKind STAGES =
      new ServiceKind(
          Path.of(System.getProperty("java.home")),
          "arashi.deploy.Main",
          List.of("run", "--no-demo"));

  /** Copies the arguments. */
  public ServiceKind {
    arguments = List.copyOf(arguments);
  }

  /** The same program on another JDK, so that two programs are compared on one. */
  public ServiceKind on(Path otherJava) {
    return new ServiceKind(otherJava, main, arguments);
  }

  List<String> command() {
    List<String> command = new ArrayList<>(Processes.java(java, main));
    command.addAll(arguments);
    return command;
  }
}
