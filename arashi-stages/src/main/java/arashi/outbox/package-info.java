/**
 * Outgoing mail: submission, delivery to local mailboxes and the relay, retries, reports.
 *
 * <pre>
 *   request.send ──► Submission ──► store.outbox.Outbox (held)
 *                                        │
 *   OutboxStages ──► Sending.step ◄── Departures.claim
 *                      │      └─► LocalHandover ──► delivery.Mailboxes
 *                      └─► Sending.relay ──► SmtpRelay ──► RelayDialogue (the library's SMTP)
 *                                        └─► Departures.commit (before the dot), settle
 *                                                           └─► FailureReport, to the inbox
 *   DraftFolder ──► store.draft.Drafts.file: items of the folder Drafts
 * </pre>
 *
 * <p><b>Threads.</b> Everything blocks: {@code outbox} on the mail-store pool, {@code relay} on a
 * pool of its own, because a relay may be slow.
 *
 * <p><b>No duplicates.</b> A claim is leased and committed before any network use. The attempt is
 * committed, and the lease checked, before the final dot. A crash between the dot and the
 * settlement leaves the mail in doubt: it is sent again with the same bytes, and the page says so.
 */
package arashi.outbox;
