/**
 * Unpacks content that mail carries outside MIME: uuencoded and yEnc files, {@code winmail.dat},
 * content within signatures (CMS), and calendars. Each reader is bounded by its input and returns
 * empty results for malformed bytes.
 *
 * <p><b>Threads.</b> Stateless; CPU-bound work for a worker pool.
 */
package arashi.mime.unpack;
