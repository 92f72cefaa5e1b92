package seda.kernel.export;

/** A thread domain in JMX. */
public interface DomainMXBean {

  /** Returns {@code processors} or {@code pool}. */
  String getKind();

  /** Returns the current number of threads. */
  int getThreads();

  /** Returns the lower bound of the threads. */
  int getMinThreads();

  /** Returns the upper bound of the threads. */
  int getMaxThreads();

  /** Returns the CPU time of all threads of the domain, in seconds. */
  double getCpuSeconds();
}
