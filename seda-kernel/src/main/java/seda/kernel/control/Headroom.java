package seda.kernel.control;

import seda.kernel.WorkState;

/**
 * Headroom below a target for errors of the prediction, of one class of one stage, as a share of
 * the target: 0.95 for bursts and 0.6 under sustained overload. Sustained overload begins after an
 * interval with refusals in which no event was served without waiting. It ends after two intervals
 * without a refusal. Refusals at all stages of the threads count: otherwise the stage that refuses
 * first would refuse for all of them. Not thread-safe.
 */
final class Headroom {
  static final double BURST = 0.95;
  static final double SUSTAINED = 0.6;

  private double share = BURST;
  private long start;
  private boolean refused;
  private boolean servedAtOnce;
  private boolean refusedBefore;
  private int quiet;

  double share() {
    return share;
  }

  boolean isSustained() {
    return share == SUSTAINED;
  }

  /** True if an event was refused in this interval or the one before. */
  boolean hasRefused() {
    return refused || refusedBefore;
  }

  void refused() {
    refused = true;
  }

  void servedAtOnce() {
    servedAtOnce = true;
  }

  /** Ends the interval if it lasted that long. */
  void endIfDue(WorkState work, int rank, long interval, long now) {
    if (now - start < interval) {
      return;
    }
    if (refused || work.refusedSince(rank, start)) {
      quiet = 0;
      if (!servedAtOnce && !work.idleSince(start)) {
        share = SUSTAINED;
      }
    } else if (++quiet >= 2) {
      share = BURST;
    }
    refusedBefore = refused;
    refused = false;
    servedAtOnce = false;
    start = now;
  }
}
