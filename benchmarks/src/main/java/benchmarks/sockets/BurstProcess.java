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
import java.util.ArrayList;
import java.util.List;

/** A server in a process of its own, which ends with this process. */
final class BurstProcess implements AutoCloseable {
  final BurstServer.Kind kind;
  final InetSocketAddress address;
  private final Process process;
  private final CpuMeter meter;
  private final BufferedReader answers;
  private final PrintWriter questions;

  record Reading(long bytes, Cpu cpu) {}

  /** Starts a server on the JDK in that directory. */
  BurstProcess(BurstServer.Kind kind, Path java) throws IOException {
    this.kind = kind;
    List<String> command = new ArrayList<>(List.of(java.resolve("bin/java").toString()));
    command.addAll(List.of("-Xmx1g", "-XX:+UseParallelGC", "-XX:MaxDirectMemorySize=2g"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(BurstServer.class.getName(), kind.name()));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    meter = new CpuMeter(process.toHandle(), null);
    answers = process.inputReader(StandardCharsets.UTF_8);
    questions = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8));
    address = new InetSocketAddress(InetAddress.getLoopbackAddress(), (int) number());
  }

  private long number() throws IOException {
    String line = answers.readLine();
    BenchmarkException.require(line != null, "the server of " + kind.title + " has ended");
    return Long.parseLong(line);
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
