package seda.kernel.export;

/**
 * A stage in JMX. Counts are since the start. Times are milliseconds, from the last full window,
 * over all service classes.
 */
public interface StageMXBean {

  /** Returns the name of the domain. */
  String getDomain();

  /** Returns the number of waiting events. */
  int getQueueLength();

  /** Returns the capacity of the queue in credits. */
  int getQueueCapacity();

  /** Returns the batch limit in force, in events. */
  int getBatchLimit();

  /** Returns the accepted events. */
  long getAccepted();

  /** Returns the refused events. */
  long getRejected();

  /** Returns the completed events. */
  long getCompleted();

  /** Returns the events on which the handler failed. */
  long getFailed();

  /** Returns the events accepted and then shed. */
  long getShed();

  /** Returns the median response time. */
  double getResponseMillis50();

  /** Returns the 90th percentile of the response time. */
  double getResponseMillis90();

  /** Returns the 99th percentile of the response time. */
  double getResponseMillis99();

  /** Returns the estimated CPU time in the handler, in seconds. */
  double getCpuSeconds();
}
