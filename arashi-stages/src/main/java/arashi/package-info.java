/**
 * The mail service: one stage per request type, wired in {@link arashi.MailStages}.
 *
 * <pre>
 *   front      routes, sessions, cross-site guard, busy and error pages
 *   request    one package per request type: its descriptor, event, handler, limits
 *   store      mail, accounts and jobs in MySQL
 *   mime       parses raw mail into pages and search terms
 *   target     classes, targets, quality: from the admins' settings to the stages
 *   delivery   LMTP and SMTP sessions of arriving mail
 *   console    pages of admins and operators
 *   ingest     import of mail from files
 * </pre>
 *
 * <p>A request package uses {@code front}, {@code store} and {@code mime}, and no other request
 * package.
 */
package arashi;
