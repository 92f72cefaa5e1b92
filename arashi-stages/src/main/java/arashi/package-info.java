/**
 * The mail service: one stage per request type, wired in {@link arashi.MailStages}.
 *
 * <pre>
 *   front      route, session, guard against other sites, busy and error pages
 *   request    one package per request type: its descriptor, event, handler, limits
 *   store      what is kept in MySQL
 *   mime       raw mail to what is shown and searched
 *   target     classes, targets, quality: what admins set, and how it reaches the stages
 *   delivery   mail that arrives: sessions of LMTP and SMTP
 *   console    what admins and operators see
 *   ingest     mail from files
 * </pre>
 *
 * <p>A request package uses {@code front}, {@code store} and {@code mime}, and no other request
 * package.
 */
package arashi;
