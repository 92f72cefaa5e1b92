package benchmarks.sockets;

import benchmarks.load.CpuMeter;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.report.BenchmarkException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A server as a process of its own, which ends with this one. */
final class BurstProcess implements AutoCloseable {
  private final BurstServer.Kind kind;
  private final Process process;
  private final CpuMeter meter;
  private final BufferedReader answers;
  private final PrintWriter questions;
  private final InetSocketAddress address;

  record Reading(long bytes, Cpu cpu) {}

  /** Starts one on the JDK in that directory. */
  BurstProcess(BurstServer.Kind kind, Path java) throws IOException {
    this.kind = kind;
    List<String> command =
        List.of(
            java.resolve("bin/java").toString(),
            "-Xmx1g",
            "-XX:+UseParallelGC",
            "-XX:MaxDirectMemorySize=2g",
            "-cp",
            System.getProperty("java.class.path"),
            BurstServer.class.getName(),
            kind.name());
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    meter = new CpuMeter(process.toHandle(), null);
    answers = process.inputReader(StandardCharsets.UTF_8);
    questions = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8));
    address = new InetSocketAddress(InetAddress.getLoopbackAddress(), (int) number());
  }

  private long number() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new BenchmarkException("the server of " + kind.title() + " has ended");
    }
    return Long.parseLong(line);
  }

  BurstServer.Kind kind() {
    return kind;
  }

  InetSocketAddress address() {
    return address;
  }

  Reading read() throws IOException {
    questions.println();
    questions.flush();
    long bytes = number();
    return new Reading(bytes, meter.read());
  }

  @Override
  public void close() {
    process.destroy();
  }
}
