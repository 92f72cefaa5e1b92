package seda.kernel;

/** Which of several stages a worker pool serves next. */
public enum ServiceOrder {
  /** The stage whose next event has waited longest. */
  FIFO,
  /** The stage with most credits waiting. */
  LONGEST_QUEUE,
  /** The stage whose next event has the lowest rank of service class; of equal ones, FIFO. */
  PRIORITY,
  /**
   * The stage whose next event has least time to lose: its arrival plus its stage's response-time
   * target minus the stage's typical service time. After J. W. S. Liu, <i>Real-Time Systems</i>,
   * 2000, 4.5 (least slack time first, without preemption).
   */
  LEAST_SLACK
}
