/** Sockets as stages, and HTTP/1.1 over them. */
module seda.netio {
  requires transitive seda.kernel;
  requires org.eclipse.jetty.http;
  requires org.slf4j;

  exports seda.netio;
  exports seda.netio.http;
}
