package arashi.deploy.torture;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two nodes fold one account's index, each by a Galera peer of its own; peers are killed. */
@Torture
class GaleraKillTest {
  @Test
  @DisplayName("Galera peers killed while two nodes fold an index")
  void findsWhatAScanFinds(Tally tally) throws Exception {
    Plan.skipIfShort();
    Random random = Plan.random("galera");
    Path folder = Victim.emptyFolder("galera");
    try (Galera galera = new Galera(folder);
        Node first = new Node(folder.resolve("first"), galera.login(0), Folding.SETTINGS).start();
        Node second =
            new Node(folder.resolve("second"), galera.login(1), Folding.SETTINGS).start()) {
      new Folding(tally, random, first, second, folder, galera::connect)
          .run(Plan.rounds(9, 0), new OnePeer(galera));
    }
  }

  /** The peer of no node, of the second node, of the first node. */
  private record OnePeer(Galera galera) implements Folding.Damage {
    private static int peer(int round) {
      return Galera.PEERS - 1 - round % Galera.PEERS;
    }

    @Override
    public void strike(int round) {
      galera.kill(peer(round));
    }

    @Override
    public void mend(int round) throws Exception {
      galera.rejoin(peer(round));
    }
  }
}
