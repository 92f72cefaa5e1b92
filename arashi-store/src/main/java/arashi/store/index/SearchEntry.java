package arashi.store.index;

import java.util.Collection;

/**
 * A message with its search terms.
 *
 * @param message its id, non-negative
 * @param terms distinct, in byte order, as returned by {@link SearchTerms#of}
 */
public record SearchEntry(long message, Collection<byte[]> terms) {}
