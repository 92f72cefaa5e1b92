/**
 * Shared code of the requests that compose mail: the form with the whole mail, and the page of the
 * form. Any thread; methods that read identities block on the database.
 *
 * <pre>
 *   POST ──► MailForm ──► arashi.compose.Draft ──► saved, sent
 *                │                   │
 *                └──── refused ──────┴──► ComposePages ──► the form again, whole
 * </pre>
 */
package arashi.front.compose;
