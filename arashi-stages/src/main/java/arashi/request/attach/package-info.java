/** {@code POST /drafts/attach}: attaches files to a draft. Runs on the mail-store pool. */
package arashi.request.attach;
