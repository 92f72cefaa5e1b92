/** Asynchronous files as stages. */
module seda.fileio {
  requires transitive seda.kernel;
  requires org.slf4j;

  exports seda.fileio;
}
