package arashi.deploy.torture;

import arashi.deploy.Arashi;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A signal ends each command at any moment of its start: nothing is left, and the next one runs.
 */
@Torture
class SignalTest {
  private static final List<String> SIGNALS =
      List.of("TERM", Processes.ignoresInterrupts() ? "TERM" : "INT", "KILL");

  /** Longest delay of a signal to a command without a service, in milliseconds. */
  private static final int LONGEST_START = 4_000;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  @DisplayName("signals while a command starts")
  void leavesNothingBehindAndStartsAgain(Tally tally) throws Exception {
    Random random = Plan.random("signals");
    try (Victim victim = Victim.shared().start()) {
      Import mails = new Import(victim, tally, "signalled", 300, 300);
      victim.stop();
      List<String[]> commands =
          List.of(
              new String[] {"run", "--port", "0"},
              new String[] {"user", "list"},
              new String[] {"import", "--user", mails.user(), mails.file().toString()});
      for (int round = 0; round < Plan.rounds(20, 2); round++) {
        tally.round();
        for (int n = 0; n < commands.size(); n++) {
          String signal = SIGNALS.get((round + n) % SIGNALS.size());
          strike(victim, tally, random, signal, commands.get(n));
        }
      }
      Arashi.Outcome list = victim.command("user", "list").end();
      if (list.exit() != 0) {
        tally.fault(Fault.OTHER, "the last start failed: " + Import.lastLine(list));
      }
      mails.finish();
      victim.start();
      mails.audit();
    }
  }

  private static void strike(
      Victim victim, Tally tally, Random random, String signal, String[] arguments) {
    Arashi.Running command = victim.command(arguments);
    boolean ended = Processes.ends(command.handle(), Plan.between(random, 50, LONGEST_START));
    if (!ended) {
      Processes.signal(command.handle(), signal);
    }
    String what = signal + " of " + arguments[0];
    if (!Processes.ends(command.handle(), PATIENCE)) {
      tally.fault(Fault.OTHER, what + " did not end it in " + PATIENCE);
      command.handle().destroyForcibly();
    }
    Arashi.Outcome outcome = command.end();
    if (ended && outcome.exit() != 0) {
      tally.fault(Fault.OTHER, "a start after a signal failed: " + Import.lastLine(outcome));
    }
    victim.countOrphans(tally, what);
  }
}
