/**
 * The code of {@code docs/netio.md} and {@code docs/fileio.md}, between {@code // snippet} and
 * {@code // end}, compiled and run. {@link guide.DocumentsTest} compares the two.
 */
package guide;
