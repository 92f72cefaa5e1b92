package arashi.store.index;

import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import arashi.store.database.WorkLease;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Folds segments into one, in steps of one short transaction each. Searches read the inputs until
 * the last step.
 *
 * <pre>
 *   READ_IDS    of some inputs per step
 *   WRITE_IDS   the ids of the output: this fixes its mails
 *   TERMS       some blocks per step, and the last term that is complete
 *   FLIP        the output becomes live, the inputs become replaced
 * </pre>
 *
 * <p>Copies of mails that are stale ({@link StaleMails}) before WRITE_IDS are omitted. Copies that
 * become stale later are stale in the output.
 *
 * <p>Each transaction locks the output's row and verifies that this node still has the lease. If a
 * node dies, another node resumes its fold from the ids, if written, and the last term. Blocks; not
 * thread-safe.
 */
final class Fold {
  private static final int IDS_PER_STEP = 4_000; // 24 KB

  private final Transactions transactions;
  private final SearchIndex index;
  private final long account;
  private final long output;
  private final long owner;
  private final List<SegmentRow> inputs;
  private final List<long[]> inputIds = new ArrayList<>();
  private final List<Block> written = new ArrayList<>();
  private Phase phase = Phase.READ_IDS;
  private byte[] builtTo;
  private IdMerge ids; // null before WRITE_IDS
  private SegmentMerge merge; // null before TERMS
  private BlockWriter writer;

  private enum Phase {
    READ_IDS,
    WRITE_IDS,
    TERMS,
    FLIP
  }

  private Fold(
      Transactions transactions,
      SearchIndex index,
      long account,
      long owner,
      SegmentRow output,
      List<SegmentRow> inputs) {
    this.transactions = transactions;
    this.index = index;
    this.account = account;
    this.output = output.segment();
    this.owner = owner;
    this.builtTo = output.builtTo();
    this.inputs = inputs;
  }

  /** Claims segments for a new fold; returns null if one is already claimed or replaced. */
  static Fold begin(
      Transactions transactions,
      SearchIndex index,
      long account,
      long owner,
      List<SegmentRow> segments) {
    List<Long> names = segments.stream().map(SegmentRow::segment).toList();
    return transactions.write(
        tx -> {
          List<SegmentRow> inputs =
              new SegmentTable(tx, account)
                  .lockFree(names).stream().filter(SegmentRow::isFree).toList();
          if (inputs.size() < names.size()) {
            return null;
          }
          SegmentRow output = SegmentRow.building(index.newSegment(), lease(index, owner));
          new SegmentTable(tx, account).insert(output);
          tx.update(
              "UPDATE search_segment SET target = ? WHERE account = ? AND segment IN (?)",
              output.segment(),
              account,
              names);
          return new Fold(transactions, index, account, owner, output, inputs);
        });
  }

  /**
   * Resumes an abandoned fold; returns null if another node was faster.
   *
   * @param seen its output, as read without a lock
   */
  static Fold resume(
      Transactions transactions, SearchIndex index, long account, long owner, SegmentRow seen) {
    return transactions.write(
        tx -> {
          SegmentRow now = new SegmentTable(tx, account).lock(seen.segment()).orElse(null);
          if (now == null
              || now.state() != SegmentRow.State.BUILDING
              || !now.lease().equals(seen.lease())) {
            return null;
          }
          tx.update(
              """
              UPDATE search_segment SET owner = ?, lease_until = ?
              WHERE account = ? AND segment = ?
              """,
              owner,
              lease(index, owner).until(),
              account,
              now.segment());
          List<SegmentRow> inputs =
              new SegmentTable(tx, account)
                  .all().stream().filter(row -> row.target() == now.segment()).toList();
          return new Fold(transactions, index, account, owner, now, inputs);
        });
  }

  private static WorkLease<Long> lease(SearchIndex index, long owner) {
    return new WorkLease<>(owner, index.time().instant().plus(index.limits().lease()));
  }

  /**
   * Runs one step.
   *
   * @return false after the last step
   * @throws LeaseLostException if another node has taken over the fold
   */
  boolean step() {
    switch (phase) {
      case READ_IDS -> readIds();
      case WRITE_IDS -> writeIds();
      case TERMS -> mergeTerms();
      case FLIP -> {
        transactions.write(this::flip);
        return false;
      }
    }
    return true;
  }

  /** Reads the ids of one large input or of several small ones. */
  private void readIds() {
    int mails = 0;
    while (inputIds.size() < inputs.size() && mails < IDS_PER_STEP) {
      SegmentRow input = inputs.get(inputIds.size());
      inputIds.add(transactions.read(tx -> new SegmentTable(tx, account).ids(input.segment())));
      mails += input.mails();
    }
    if (inputIds.size() == inputs.size()) {
      phase = Phase.WRITE_IDS;
    }
  }

  private void writeIds() {
    ids = transactions.write(this::writeIds);
    phase = ids.ids().length == 0 ? Phase.FLIP : Phase.TERMS;
  }

  private IdMerge writeIds(Tx tx) {
    requireLease(tx);
    StaleCopies stale = staleCopies(tx);
    long[] before = new SegmentTable(tx, account).ids(output);
    if (before.length > 0) {
      // Ids written before must stay, even if all their copies are stale now.
      return IdMerge.of(
          inputIds,
          (input, id) -> Ids.contains(before, id) && (!stale.has(input, id) || stale.hasAllOf(id)));
    }
    LongPredicate isAlive = isAlive(tx);
    IdMerge merged = IdMerge.of(inputIds, (input, id) -> isAlive.test(id) && !stale.has(input, id));
    long[] kept = merged.ids();
    if (kept.length > 0) {
      List<Block> blocks = new ArrayList<>(List.of(Ids.directory(kept)));
      for (int first = 0; first < kept.length; first += Ids.PER_BLOCK) {
        blocks.add(Ids.block(kept, first));
      }
      new SegmentTable(tx, account).insertBlocks(output, blocks);
      tx.update(
          """
          UPDATE search_segment
          SET mails = ?, newest = ?, oldest = ?, lease_until = ?
          WHERE account = ? AND segment = ?
          """,
          kept.length,
          kept[0],
          kept[kept.length - 1],
          lease(index, owner).until(),
          account,
          output);
    }
    return merged;
  }

  private StaleCopies staleCopies(Tx tx) {
    Map<Long, Set<Long>> bySegment = StaleMails.messages(tx, account, inputs);
    return new StaleCopies(
        inputIds,
        inputs.stream().map(input -> bySegment.getOrDefault(input.segment(), Set.of())).toList());
  }

  private LongPredicate isAlive(Tx tx) {
    Set<Long> dead = new HashSet<>();
    for (SegmentRow input : inputs) {
      dead.addAll(new SegmentTable(tx, account).dead(input.oldest(), input.newest()));
    }
    return id -> !dead.contains(id);
  }

  private void mergeTerms() {
    if (merge == null) {
      startMerge();
    }
    byte[] to = builtTo;
    while (merge.hasNext() && written.size() < index.limits().blocksPerStep()) {
      to = merge.next();
    }
    writer.flush();
    byte[] last = to;
    transactions.write(
        tx -> {
          requireLease(tx);
          new SegmentTable(tx, account).insertBlocks(output, written);
          return tx.update(
              """
              UPDATE search_segment SET built_to = ?, lease_until = ?
              WHERE account = ? AND segment = ?
              """,
              last,
              lease(index, owner).until(),
              account,
              output);
        });
    builtTo = last;
    written.clear();
    if (!merge.hasNext()) {
      phase = Phase.FLIP;
    }
  }

  private void startMerge() {
    int ahead = Math.max(2, index.limits().blocksPerStep() / inputs.size());
    List<SegmentMerge.Input> streams = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      SegmentRow input = inputs.get(i);
      BlockStream blocks = new BlockStream(transactions, account, input.segment(), builtTo, ahead);
      SegmentReader reader = new SegmentReader(blocks, input.mails(), builtTo);
      streams.add(new SegmentMerge.Input(reader, ids.ordinals()[i]));
    }
    writer = new BlockWriter(index.limits().blockBytes(), written::add);
    merge = new SegmentMerge(streams, writer);
  }

  private Void flip(Tx tx) {
    requireLease(tx);
    int replaced =
        tx.update(
            """
            UPDATE search_segment SET state = ?
            WHERE account = ? AND target = ? AND state = ?
            """,
            SegmentRow.State.REPLACED.code,
            account,
            output,
            SegmentRow.State.LIVE.code);
    if (replaced != inputs.size()) {
      throw ByteSource.damaged("segments of a fold are missing");
    }
    // The inputs are locked now, so no more of their mails become stale.
    StaleCopies stale = staleCopies(tx);
    if (ids.ids().length == 0) {
      new SegmentTable(tx, account).delete(output);
    } else {
      List<Long> late = stale.among(ids.ids());
      StaleMails.insert(tx, account, output, late);
      tx.update(
          """
          UPDATE search_segment
          SET state = ?, owner = 0, lease_until = 0, built_to = '', stale = ?
          WHERE account = ? AND segment = ?
          """,
          SegmentRow.State.LIVE.code,
          late.size(),
          account,
          output);
    }
    new SegmentTable(tx, account).forgetDead(dropped(stale));
    return null;
  }

  /**
   * Returns the deleted mails that no segment contains any more. A stale copy is not the last copy.
   */
  private List<Long> dropped(StaleCopies stale) {
    List<Long> dropped = new ArrayList<>();
    for (int i = 0; i < inputIds.size(); i++) {
      for (int ordinal = 0; ordinal < inputIds.get(i).length; ordinal++) {
        long id = inputIds.get(i)[ordinal];
        if (ids.ordinals()[i][ordinal] == IdMerge.DROPPED && !stale.has(i, id)) {
          dropped.add(id);
        }
      }
    }
    return dropped;
  }

  private void requireLease(Tx tx) {
    SegmentRow now =
        new SegmentTable(tx, account).lock(output).orElseThrow(LeaseLostException::new);
    if (now.state() != SegmentRow.State.BUILDING
        || now.lease().owner() != owner
        || !Arrays.equals(now.builtTo(), builtTo)) {
      throw new LeaseLostException();
    }
  }
}
