package seda.kernel.export;

/** One thread domain, for JMX consoles. */
public interface DomainMXBean {

  /** {@code processors} or {@code pool}. */
  String getKind();

  /** Threads it has now. */
  int getThreads();

  /** Threads it has at least. */
  int getMinThreads();

  /** Threads it has at most. */
  int getMaxThreads();

  /** CPU time of the threads that it has now. */
  double getCpuSeconds();
}
