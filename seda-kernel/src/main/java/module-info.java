/** The SEDA kernel: stages, their queues and admission, and the thread domains that run them. */
module seda.kernel {
  requires java.management;
  requires HdrHistogram;
  requires org.jctools.core;
  requires org.slf4j;

  exports seda.kernel;
  exports seda.kernel.admission;
  exports seda.kernel.control;
}
