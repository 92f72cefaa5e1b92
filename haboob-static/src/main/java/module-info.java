/** The static web server: a page cache as stages. */
module haboob {
  requires transitive seda.kernel;
  requires transitive seda.netio;
  requires com.github.benmanes.caffeine;
  requires org.slf4j;
  requires seda.fileio;

  exports haboob;
  exports haboob.cache;
}
