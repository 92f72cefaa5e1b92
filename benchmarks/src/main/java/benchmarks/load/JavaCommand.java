package benchmarks.load;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of Java processes that a benchmark starts. */
public final class JavaCommand {
  private JavaCommand() {}

  /** For a class of this class path, in this Java, with this process's memory and collector. */
  public static List<String> of(String main) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (option.startsWith("-X")) {
        command.add(option);
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    return command;
  }
}
