package arashi.store.mail;

import java.util.List;
import java.util.Optional;

/**
 * Some rows of a listing, in its order.
 *
 * @param rows at most as many as were asked for
 * @param previous if there is (or was, when this page was reached from there) something before: the
 *     key to read what lies before it
 * @param next if there is something after: the key to read what lies after it
 */
public record ItemPage(List<Item> rows, Optional<PageKey> previous, Optional<PageKey> next) {}
