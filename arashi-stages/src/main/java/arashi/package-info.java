/**
 * The mail service: one stage per request type, listed in {@code MailStages}.
 *
 * <pre>
 *   front      routes, sessions, cross-site guard, busy and error pages
 *   request    one package per request type: its descriptor, event, handler, limits
 *   target     classes, targets, quality: from the admins' settings to the stages
 *   delivery   LMTP and SMTP sessions of arriving mail
 *   console    pages of admins and operators
 *   ingest     import of mail from files
 *   compose    mail that users write
 *   outbox     sends mail to the relay
 *   remote     images and unsubscriptions from other hosts
 * </pre>
 *
 * <p>A request package uses {@code front}, {@code arashi.store} and {@code arashi.mime}, and no
 * other request package.
 */
package arashi;
