package arashi.deploy.torture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts of one scenario: a row of the table. Safe from any thread. */
final class Tally {
  /**
   * The promise is ten seconds. A busy machine may need more for the same work, so a full run fails
   * only beyond this, and a short one if the service does not come back at all; the table has the
   * measured time.
   */
  private static final Duration MOST_RECOVERY = Duration.ofSeconds(30);

  private static final int EXAMPLES = 5;
  private static final int NOTES = 10;
  private static final String SKIPPED = "skipped: ";

  private final String scenario;
  private final Map<Fault, List<String>> faults = new EnumMap<>(Fault.class);
  private final Map<String, Integer> notes = new LinkedHashMap<>();
  private int rounds;
  private long acknowledged;
  private long refused;
  private long inDoubt;
  private Duration slowest = Duration.ZERO;
  private String ending = "";

  Tally(String scenario) {
    this.scenario = scenario;
    for (Fault fault : Fault.values()) {
      faults.put(fault, new ArrayList<>());
    }
  }

  synchronized void round() {
    rounds++;
  }

  /** Counts acknowledged changes or mails. */
  synchronized void acknowledged(long more) {
    acknowledged += more;
  }

  synchronized void refused() {
    refused++;
  }

  /** A change that may be made or not: no answer came, or one that says so. */
  synchronized void inDoubt() {
    inDoubt++;
  }

  /** Time from the end of a fault to the first request that was served again. */
  synchronized void recovered(Duration took) {
    if (took.compareTo(slowest) > 0) {
      slowest = took;
    }
    Duration most = Plan.judgesTimes() ? MOST_RECOVERY : Pulse.LONGEST_OUTAGE;
    if (took.compareTo(most) >= 0) {
      fault(Fault.OTHER, "round " + rounds + ": back only after " + seconds(took) + " s");
    }
  }

  synchronized void fault(Fault kind, String what) {
    faults.get(kind).add(what);
  }

  /** Something worth reading that is no fault. */
  synchronized void note(String what) {
    notes.merge(what, 1, Integer::sum);
  }

  /** The scenario did not run to its end. */
  synchronized void ended(String how) {
    ending = how;
  }

  /** The scenario did not run at all. */
  synchronized void skipped(String why) {
    ending = SKIPPED + why;
  }

  synchronized boolean sound() {
    return faults.values().stream().allMatch(List::isEmpty);
  }

  static final String HEAD =
      """
      | scenario | rounds | acknowledged | refused | in doubt | lost | doubled | refused but done | counters differ | orphans | other faults | slowest recovery |
      | -------- | -----: | -----------: | ------: | -------: | ---: | ------: | ---------------: | --------------: | ------: | -----------: | ---------------: |
      """;

  synchronized String row() {
    if (ending.startsWith(SKIPPED)) {
      return "| " + scenario + " | skipped |" + " |".repeat(10) + "\n";
    }
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %s |%n",
        scenario,
        rounds,
        acknowledged,
        refused,
        inDoubt,
        count(Fault.LOST),
        count(Fault.DOUBLED),
        count(Fault.REFUSED_BUT_DONE),
        count(Fault.COUNTERS),
        count(Fault.ORPHAN),
        count(Fault.OTHER),
        slowest.isZero() ? "" : seconds(slowest) + " s");
  }

  private int count(Fault kind) {
    return faults.get(kind).size();
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f", time.toMillis() / 1000.0);
  }

  /** Faults by example, notes, and how it ended. */
  synchronized String details() {
    StringBuilder text = new StringBuilder();
    faults.forEach(
        (kind, all) ->
            all.stream().limit(EXAMPLES).forEach(one -> line(text, kind + ": " + one.strip())));
    notes.entrySet().stream().limit(NOTES).forEach(note -> line(text, times(note)));
    if (!ending.isEmpty()) {
      line(text, ending);
    }
    return text.toString();
  }

  private static String times(Map.Entry<String, Integer> note) {
    return note.getValue() == 1 ? note.getKey() : note.getValue() + " times: " + note.getKey();
  }

  private void line(StringBuilder text, String what) {
    text.append("- ").append(scenario).append(": ").append(what.replace('\n', ' ')).append('\n');
  }
}
