/** Parts of a mail as files, and the mail as it came. Runs on the mail-store pool. */
package arashi.request.attachment;
