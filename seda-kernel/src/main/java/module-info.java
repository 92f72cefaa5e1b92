/** The SEDA kernel: stages, their queues and admission, and the thread domains that run them. */
module seda.kernel {
  requires org.jctools.core;
  requires org.slf4j;

  exports seda.kernel;
}
