/** The SEDA kernel: stages, their queues and admission, and the thread domains that run them. */
module seda.kernel {
  requires java.management;
  requires HdrHistogram;
  requires org.jctools.core;
  requires org.slf4j;
  requires transitive typesafe.config;

  exports seda.kernel;
  exports seda.kernel.admission;
  exports seda.kernel.config;
  exports seda.kernel.control;
  exports seda.kernel.export;
  exports seda.kernel.graph;
  exports seda.kernel.simulation;

  uses seda.kernel.config.AdmissionProvider;
}
