package arashi.store.index;

import java.util.Collection;

/**
 * A message to be found by its terms.
 *
 * @param message its id, not negative
 * @param terms distinct, in the order of their bytes, as {@link SearchTerms#of} gives them
 */
public record SearchEntry(long message, Collection<byte[]> terms) {}
