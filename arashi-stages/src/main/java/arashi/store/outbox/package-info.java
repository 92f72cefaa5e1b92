/** Mail that leaves: what is sent, to whom, and how far that is. */
package arashi.store.outbox;
