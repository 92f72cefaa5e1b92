package seda.kernel.control;
import java.time.Duration;
import java.util.List;
import seda.kernel.admission.Levels;
import seda.kernel.control.SimulatedMix.RequestType;
class SameSendersScratch {
  static final List<RequestType> T =
      List.of(
          new RequestType("folders", 250, 0.05, 100),
          new RequestType("list", 450, 0.36, 100),
          new RequestType("show", 600, 0.47, 100),
          new RequestType("delete", 900, 0.05, 100),
          new RequestType("refile", 900, 0.03, 100),
          new RequestType("flag", 700, 0.03, 100),
          new RequestType("search", 800, 0.01, 100));
  public static void main(String[] a) {
    double spare = Double.parseDouble(a[0]);
    long lease = Long.parseLong(a[1]), longest = Long.parseLong(a[2]);
    int seconds = Integer.parseInt(a[3]);
    Levels.Settings s = new Levels.Settings(Duration.ofSeconds(30), Duration.ofMillis(lease), 8192);
    for (String l : a[4].split(",")) for (String n : a[5].split(",")) for (String m : a[6].split(",")) {
      long t = System.nanoTime();
      SimulatedAccounts sim = new SimulatedAccounts(T, Integer.parseInt(n), m.equals("random") ? null : s, 1);
      double load = Double.parseDouble(l);
      if (m.equals("users")) sim.obedientUsers(Duration.ofNanos((long) (Integer.parseInt(n) / (load * sim.capacity()) * 1e9)));
      else sim.openLoop(load * sim.capacity());
      sim.run(seconds);
      System.out.printf("%s x%s n=%s: goodput %.3f p90 %.2f refused %.4f least %.2f sessions %d finished %.3f absence %.1f theta %.3f (%.1f s) late %d %s%n", m, l, n, sim.goodput(), sim.worstP90(), sim.refused(), sim.leastShare(), sim.sessions(), sim.finished(), sim.longestAbsence(), sim.served(), (System.nanoTime() - t) / 1e9, sim.refusedIn(), "");
    }
  }
}
