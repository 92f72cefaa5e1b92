package benchmarks.kernel;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import one.profiler.AsyncProfilerLoader;
import org.openjdk.jmh.profile.AsyncProfiler;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs one JMH benchmark at a time, in a JVM of its own. */
final class Jmh {
  private static final int WARM_UPS = 3;
  private static final int MEASUREMENTS = 4;

  private final Duration time;
  private final Path profiles;

  /**
   * A runner.
   *
   * @param time of the measurement; the warm-up takes three quarters of that on top
   * @param profiles folder for flame graphs; null for none
   */
  Jmh(Duration time, Path profiles) {
    this.time = time;
    this.profiles = profiles;
  }

  /** Runs a method of a benchmark class with these parameters. */
  Scores run(Class<?> benchmark, String method, Map<String, String> parameters) throws IOException {
    TimeValue iteration = TimeValue.nanoseconds(time.toNanos() / MEASUREMENTS);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(benchmark.getName() + "." + method) + "$")
            .forks(1)
            .warmupIterations(WARM_UPS)
            .warmupTime(iteration)
            .measurementIterations(MEASUREMENTS)
            .measurementTime(iteration)
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    parameters.forEach(options::param);
    if (profiles != null) {
      options.addProfiler(
          AsyncProfiler.class,
          "event=itimer;output=flamegraph;libPath="
              + AsyncProfilerLoader.getAsyncProfilerPath()
              + ";dir="
              + profiles);
    }
    try {
      return new Scores(new Runner(options.build()).runSingle());
    } catch (RunnerException e) {
      throw new BenchmarkException("JMH failed: " + e.getMessage(), e);
    }
  }

  static final class Scores {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private final RunResult result;

    Scores(RunResult result) {
      this.result = result;
    }

    /** The score, in the benchmark's unit. */
    double score() {
      return result.getPrimaryResult().getScore();
    }

    /** Bytes that an operation allocated, whatever thread did it. */
    double allocatedBytes() {
      return counter(ALLOCATED);
    }

    double counter(String name) {
      Result<?> counted = result.getSecondaryResults().get(name);
      if (counted == null) {
        throw new BenchmarkException("JMH counted no " + name);
      }
      return counted.getScore();
    }
  }
}
