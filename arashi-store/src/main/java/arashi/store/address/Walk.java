package arashi.store.address;

import arashi.store.address.AddressRows.Entry;
import arashi.store.address.Resolution.Target;
import arashi.store.database.Tx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Resolves an address to accounts, depth first. One instance per look-up.
 *
 * <pre>
 *   ada+lists@example.org:  ada+lists ─ none ─► ada (detail "lists") ─ none ─► the catch-all
 *   the entry found:         an account ─► a target
 *                            an alias ───► recursion into each of its targets
 *                            a tombstone ► nobody: the catch-all does not get its mail
 * </pre>
 */
final class Walk {
  /** Maximum length of a chain of aliases. */
  static final int MAX_CHAIN = 8;

  /** Maximum entries visited per look-up. */
  static final int MAX_ENTRIES = 500;

  private final Tx tx;
  private final Map<Long, Target> targets = new LinkedHashMap<>();
  private final Set<Address> seen = new HashSet<>();
  private final Deque<Address> path = new ArrayDeque<>();
  private boolean loops;

  private Walk(Tx tx) {
    this.tx = tx;
  }

  /** Resolves an address. */
  static Resolution of(Tx tx, Address address) {
    Walk walk = new Walk(tx);
    boolean domainIsOurs = walk.follow(address, "");
    if (!domainIsOurs) {
      return new Resolution.Foreign();
    }
    if (!walk.targets.isEmpty()) {
      return new Resolution.Found(List.copyOf(walk.targets.values()));
    }
    return walk.loops ? new Resolution.Looping() : new Resolution.Unknown();
  }

  /** Returns true if the aliases of an address form a loop, or exceed a limit. */
  static boolean loops(Tx tx, Address address) {
    Walk walk = new Walk(tx);
    walk.follow(address, "");
    return walk.loops;
  }

  /** Returns whether the address's domain is local. */
  private boolean follow(Address address, String outerDetail) {
    List<Address> candidates = new ArrayList<>(List.of(address));
    if (!address.base().equals(address)) {
      candidates.add(address.base());
    }
    candidates.add(address.catchAll());
    AddressRows.Found found = AddressRows.find(tx, candidates);
    Optional<Entry> entry =
        candidates.stream()
            .filter(found.entries()::containsKey)
            .map(found.entries()::get)
            .findFirst();
    if (entry.isPresent() && !entry.get().removed()) {
      boolean isBase =
          entry.get().address().equals(address.base()) && !entry.get().address().isCatchAll();
      String detail = isBase ? address.detail() : "";
      enter(entry.get(), detail.isEmpty() ? outerDetail : detail);
    }
    return found.domainIsOurs();
  }

  private void enter(Entry entry, String detail) {
    if (entry.account().isPresent()) {
      long account = entry.account().get();
      targets.putIfAbsent(account, new Target(account, detail));
      return;
    }
    if (path.contains(entry.address()) || path.size() == MAX_CHAIN || seen.size() == MAX_ENTRIES) {
      loops = true;
      return;
    }
    if (!seen.add(entry.address())) {
      return; // visited through another alias
    }
    path.push(entry.address());
    for (Address target : entry.targets()) {
      follow(target, detail);
    }
    path.pop();
  }
}
