/** What all pages share: frame, folder pane, rows of mails, formats of the locale, notices. */
package arashi.front.page;
