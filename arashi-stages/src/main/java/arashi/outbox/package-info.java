/** Mail leaves: submission, hand-over to local mailboxes and to the relay, retries, reports. */
package arashi.outbox;
