/**
 * Serves parts of a mail as files, all of them as an archive, and the original mail.
 *
 * <pre>
 *   mail-store pool:  attachment ── SlicedContent: first slice ──► response, or its head and first piece
 *   processors:       Download ◄── the socket has taken a piece
 *   mail-store pool:  attachment-slice (in the background) ── SlicedContent: next slice ──► Download
 * </pre>
 *
 * <p>A file of any size takes {@link arashi.request.attachment.Download#MEMORY_BYTES} at most.
 */
package arashi.request.attachment;
