/** The Gnutella packet router, as stages. */
module gnutella {
  requires transitive seda.kernel;
  requires transitive seda.netio;
  requires org.slf4j;

  exports gnutella;
  exports gnutella.protocol;
  exports gnutella.routing;
}
