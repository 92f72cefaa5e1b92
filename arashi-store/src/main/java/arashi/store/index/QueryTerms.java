package arashi.store.index;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The terms of a query. A mail matches if it has all present ones, or, in an account with mail of
 * an earlier parser version, all earlier ones.
 *
 * @param present distinct, in byte order
 * @param earlier terms that earlier versions made of the same words, likewise; empty if they are
 *     the same
 * @param since first parser version that makes the present terms
 */
public record QueryTerms(List<byte[]> present, List<byte[]> earlier, int since) {

  /** Encodes the terms of a query. */
  public static QueryTerms of(Collection<String> present, Collection<String> earlier, int since) {
    List<byte[]> terms = List.copyOf(SearchTerms.of(present));
    List<byte[]> others = List.copyOf(SearchTerms.of(earlier));
    return new QueryTerms(terms, areEqual(terms, others) ? List.of() : others, since);
  }

  private static boolean areEqual(List<byte[]> terms, List<byte[]> others) {
    return Arrays.deepEquals(terms.toArray(), others.toArray());
  }
}
