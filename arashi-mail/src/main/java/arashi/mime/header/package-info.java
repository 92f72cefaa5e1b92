/**
 * The header of a mail as fields of bytes.
 *
 * <pre>
 *   RawFields ──► RawField: name, body
 * </pre>
 */
package arashi.mime.header;
