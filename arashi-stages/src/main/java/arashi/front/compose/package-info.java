/**
 * What the requests share by which a mail is written: the form that holds all of it, and the page
 * that shows the form. Any thread; what asks for identities blocks on the database.
 *
 * <pre>
 *   POST ──► MailForm ──► arashi.compose.Draft ──► saved, sent
 *                │                   │
 *                └──── refused ──────┴──► ComposePages ──► the form again, whole
 * </pre>
 */
package arashi.front.compose;
