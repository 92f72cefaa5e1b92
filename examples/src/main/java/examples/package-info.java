/**
 * Small services that a reader can copy: each is one file with a {@code main} method, and each has
 * a test that runs it.
 *
 * <ul>
 *   <li>{@link examples.EchoServer}: TCP lines, and an answer to each line even under overload.
 *   <li>{@link examples.TimeServer}: UDP datagrams at a bounded rate.
 *   <li>{@link examples.Crawler}: outgoing connections, and pages written with {@code AsyncFile}.
 * </ul>
 */
package examples;
