/**
 * Bounds on what one account has at work at the same time, so that none shuts out the others.
 *
 * <p>The dispatcher calls {@link arashi.front.turn.AccountTurns} and {@link
 * arashi.front.turn.UploadTurns} on processors, where nothing blocks. Handlers call {@link
 * arashi.front.turn.SelectedMails} on the mail-store pool, which blocks on the database.
 */
package arashi.front.turn;
