package arashi.compose;

/**
 * A reference to a part of a stored mail.
 *
 * @param mail hash of the raw mail, in hex
 * @param n number of the part, see {@link arashi.mime.view.PartInfo#n}
 */
public record PartOfMail(String mail, int n) {}
