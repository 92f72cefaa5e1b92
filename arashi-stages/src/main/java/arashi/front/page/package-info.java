/**
 * What all pages share: frame, folder pane, rows of mails, formats of the locale, notices.
 *
 * <p>Handlers and routes call it on any thread. Nothing blocks but {@link
 * arashi.front.page.RawMails} and the look-up of folders that are not cached, which run on the
 * mail-store pool.
 */
package arashi.front.page;
