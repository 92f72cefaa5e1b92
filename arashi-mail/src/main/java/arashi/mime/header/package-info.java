/**
 * The header of a mail as fields of bytes.
 *
 * <pre>
 *   mail ──► RawFields ──► RawField: name, body
 *   HeaderWriter ──► fields in ASCII, but for addresses of SMTPUTF8 ──► SevenBitHeader: none of these
 *        └── EncodedWords
 * </pre>
 */
package arashi.mime.header;
