package arashi.store.mail;

import java.util.List;
import java.util.Optional;

/**
 * A page of a listing.
 *
 * @param rows at most the requested number, in order
 * @param previous key for reading the rows before this page; present if there are any, or were when
 *     this page was reached from there
 * @param next key for reading the rows after this page; present if there are any
 */
public record ItemPage(List<Item> rows, Optional<PageKey> previous, Optional<PageKey> next) {}
