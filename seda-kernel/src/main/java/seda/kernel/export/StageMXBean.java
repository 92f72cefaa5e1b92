package seda.kernel.export;

/**
 * One stage, for JMX consoles. Counts are since the start; times are those of the last complete
 * window, over all service classes, in milliseconds.
 */
public interface StageMXBean {

  /** Who runs it. */
  String getDomain();

  /** Events waiting. */
  int getQueueLength();

  /** Most credits that may wait. */
  int getQueueCapacity();

  /** Most events of a batch, as set now. */
  int getBatchLimit();

  /** Events taken. */
  long getAccepted();

  /** Events turned away. */
  long getRejected();

  /** Events handled to their end. */
  long getCompleted();

  /** Events on which the handler failed. */
  long getFailed();

  /** Events accepted and then given up. */
  long getShed();

  /** Median of the response times. */
  double getResponseMillis50();

  /** Their 90th percentile. */
  double getResponseMillis90();

  /** Their 99th percentile. */
  double getResponseMillis99();

  /** CPU time in the handler, estimated. */
  double getCpuSeconds();
}
