package arashi.deploy.torture;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * Two nodes and imports fold the index of one account, while something is killed in each round. At
 * any moment a search finds what a scan of the raw mail finds.
 */
final class Folding {
  /** Lines of the configuration of each node. */
  static final String[] SETTINGS = {FoldedAccount.SETTINGS, "demo = false"};

  private final Tally tally;
  private final Random random;
  private final Node first;
  private final Node second;
  private final FoldedAccount account;

  /** Damage of a round. */
  @FunctionalInterface
  interface Damage {
    /** Kills something, and starts what each round needs. */
    void strike(int round) throws Exception;

    /** Starts what the rounds can do without for a while. */
    default void mend(int round) throws Exception {}
  }

  /** Nodes that run, over one database that has no user yet. */
  Folding(
      Tally tally,
      Random random,
      Node first,
      Node second,
      Path folder,
      FoldedAccount.Connector database) {
    this.tally = tally;
    this.random = random;
    this.first = first;
    this.second = second;
    first.addUser(FoldedAccount.USER);
    this.account = new FoldedAccount(tally, random, folder, database);
  }

  /** All rounds. */
  void run(int rounds, Damage damage) throws Exception {
    account.add(first::command).finish();
    Scan fixed = account.scan();
    try (Searcher atFirst = searcher(first, fixed);
        Searcher atSecond = searcher(second, fixed)) {
      for (int round = 0; round < rounds; round++) {
        tally.round();
        Node busy = round % 2 == 0 ? first : second;
        Node other = round % 2 == 0 ? second : first;
        FoldedAccount.Coming mails = account.add(busy::command);
        account.awaitFold();
        long begin = System.nanoTime();
        damage.strike(round);
        tally.recovered(atFirst.awaitBack(begin));
        tally.recovered(atSecond.awaitBack(begin));
        damage.mend(round);
        account.deleteSome(other.url(), fixed);
        mails.finish();
        account.check(List.of(first.url(), second.url())); // they still fold
      }
      account.awaitNoFold();
      account.check(List.of(first.url(), second.url()));
      tally.note(
          atFirst.complete() + atSecond.complete() + " searches beside the kills were compared");
    }
  }

  private Searcher searcher(Node node, Scan fixed) {
    Random own = new Random(random.nextLong());
    return new Searcher(node::url, FoldedAccount.USER, fixed, own, tally);
  }
}
