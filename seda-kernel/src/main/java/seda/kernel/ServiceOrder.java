package seda.kernel;

/** The order in which a worker pool serves several stages. */
public enum ServiceOrder {
  /** The stage whose next event has waited longest. */
  FIFO,
  /** The stage with the most waiting credits. */
  LONGEST_QUEUE,
  /** The stage whose next event has the lowest rank; FIFO among equals. */
  PRIORITY,
  /**
   * The stage whose next event has the least slack: its arrival plus its stage's response-time
   * target minus its stage's 90th percentile of the service time. After J. W. S. Liu, <i>Real-Time
   * Systems</i>, 2000, 4.5 (least slack time first, without preemption).
   */
  LEAST_SLACK
}
