/**
 * What stands in mail without being MIME: uuencoded and yEnc files, {@code winmail.dat}, content
 * within signatures (CMS), and calendars. Each reader takes bytes, is bounded by them, and answers
 * with nothing where they are not what they claim.
 *
 * <p><b>Threads.</b> All is stateless, and CPU work for a worker pool.
 */
package arashi.mime.unpack;
