package benchmarks.mail;

import benchmarks.load.CpuMeter;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.Product;
import benchmarks.load.Profiler;
import benchmarks.load.Sample;
import benchmarks.mail.MailResults.Cell;
import benchmarks.mail.MailResults.MixResult;
import benchmarks.mail.MixUser.Step;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/** Fills mailboxes, warms the service up, and measures in rounds, in which sizes take turns. */
final class MailBenchmark {
  private final Product product;
  private final Plan plan;
  private final Progress progress;
  private final Path out;
  private final CpuMeter meter;
  private final List<Mailbox> mailboxes = new ArrayList<>();
  private final Map<Mailbox, Probes> probes = new LinkedHashMap<>();
  private final Map<Cell, List<Sample>> types = new HashMap<>();
  private final Map<List<Integer>, MixResult> mixes = new LinkedHashMap<>();
  private final Mix mix = Mix.load();

  /**
   * A benchmark of a product.
   *
   * @param out where a profile goes
   */
  MailBenchmark(Product product, Plan plan, Progress progress, Path out)
      throws IOException, SQLException {
    this.product = product;
    this.plan = plan;
    this.progress = progress;
    this.out = out;
    this.meter = new CpuMeter(product.process(), product.databaseProcess().orElse(null));
  }

  /** Steps that {@link Progress} will see. */
  static int steps(Plan plan) {
    int types = plan.types.size();
    return plan.sizes.size() * (1 + (1 + plan.rounds) * (types + plan.clients.size()));
  }

  /**
   * Measures it all.
   *
   * @param supply to fill mailboxes with
   */
  MailResults run(MailSupply supply) throws IOException, SQLException, InterruptedException {
    Mailboxes maker = new Mailboxes(product, meter, supply);
    try {
      for (int size : plan.sizes.stream().sorted().distinct().toList()) {
        progress.step("import of %,d mails", size);
        mailboxes.add(maker.make(size));
      }
      everyType("warm-up", plan::warmUp, false);
      everyMix("warm-up", 0);
      mixes.clear();
      Map<String, Double> profile = measured();
      for (Probes user : probes.values()) {
        user.close();
      }
      return new MailResults(
          mailboxes,
          types,
          List.copyOf(mixes.values()),
          product.complaints().size(),
          product.databaseVersion(),
          meter.seesDatabase(),
          profile);
    } finally {
      if (product.usesOtherServer()) {
        for (Mailbox mailbox : mailboxes) {
          maker.remove(mailbox);
        }
      }
    }
  }

  private Map<String, Double> measured() throws IOException, InterruptedException {
    if (!plan.profile) {
      rounds();
      return Map.of();
    }
    try (Profiler profiler = Profiler.attach(product.process())) {
      rounds();
      return profiler.dump(out.resolve("mail-profile.stacks"), out.resolve("mail-profile.html"));
    }
  }

  private void rounds() throws IOException, InterruptedException {
    for (int round = 1; round <= plan.rounds; round++) {
      everyType("round " + round, plan::requests, true);
      everyMix("round " + round, round);
    }
  }

  @FunctionalInterface
  private interface Amount {
    int of(MeasuredRequest type);
  }

  private void everyType(String what, Amount requests, boolean kept) throws IOException {
    for (Mailbox mailbox : mailboxes) {
      // Mails that were moved have other addresses now.
      Probes before = probes.put(mailbox, new Probes(product.address(), mailbox));
      if (before != null) {
        before.close();
      }
    }
    for (MeasuredRequest type : plan.types) {
      for (Mailbox mailbox : mailboxes) {
        progress.step("%s: %s, %,d mails", what, type.title(), mailbox.size());
        if (requests.of(type) == 0) {
          continue;
        }
        Sample sample =
            probes.get(mailbox).of(type).measure(requests.of(type), Plan.LONGEST_PROBE, meter);
        if (kept) {
          types
              .computeIfAbsent(new Cell(type, mailbox.size()), cell -> new ArrayList<>())
              .add(sample);
        }
      }
    }
  }

  private void everyMix(String what, int round) throws IOException, InterruptedException {
    for (int users : plan.clients) {
      for (Mailbox mailbox : mailboxes) {
        progress.step("%s: mix, %d users, %,d mails", what, users, mailbox.size());
        MixResult result = mix(mailbox, users, round);
        mixes.merge(List.of(users, mailbox.size()), result, MailBenchmark::sum);
      }
    }
  }

  private static MixResult sum(MixResult one, MixResult other) {
    List<Sample> rounds = new ArrayList<>(one.rounds());
    rounds.addAll(other.rounds());
    Map<Step, Sample> steps = new EnumMap<>(one.steps());
    other.steps().forEach((step, sample) -> steps.merge(step, sample, Sample::plus));
    return new MixResult(one.size(), one.users(), rounds, steps, one.gone() + other.gone());
  }

  private MixResult mix(Mailbox mailbox, int count, int round)
      throws IOException, InterruptedException {
    List<MixUser> users = new ArrayList<>();
    URI server = product.address();
    Duration think = Duration.ofMillis(plan.thinkMillis);
    for (int i = 0; i < count; i++) {
      MixUser user = new MixUser(server, mailbox, mix, think, 1_000L * round + i);
      user.logIn();
      users.add(user);
    }
    Cpu before = meter.read();
    long start = System.nanoTime();
    together(users, Duration.ofSeconds(plan.seconds));
    Duration wall = Duration.ofNanos(System.nanoTime() - start);
    Cpu used = meter.read().since(before);
    Map<Step, Sample> steps = new EnumMap<>(Step.class);
    Histogram all = Sample.histogram();
    int gone = 0;
    for (MixUser user : users) {
      for (Map.Entry<Step, Histogram> step : user.times().entrySet()) {
        all.add(step.getValue());
        steps.merge(
            step.getKey(), new Sample(Cpu.NONE, Duration.ZERO, step.getValue()), Sample::plus);
      }
      gone += user.gone();
      user.close();
    }
    List<Sample> rounds = List.of(new Sample(used, wall, all));
    return new MixResult(mailbox.size(), count, rounds, steps, gone);
  }

  /** One thread for each user. */
  private static void together(List<MixUser> users, Duration time) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(users.size());
    try {
      List<Future<?>> running = new ArrayList<>();
      for (MixUser user : users) {
        running.add(
            threads.submit(
                () -> {
                  user.run(time);
                  return null;
                }));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new BenchmarkException("a user failed: " + e.getCause().getMessage(), e);
    } finally {
      threads.shutdownNow();
    }
  }
}
