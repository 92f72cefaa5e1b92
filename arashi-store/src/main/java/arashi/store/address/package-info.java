/**
 * Domains, addresses of accounts, and aliases: resolves recipients to accounts.
 *
 * <pre>
 *   Addresses      looks an address up: own local part, then that before "+", then the catch-all
 *   AddressEdit    domains, addresses and aliases, as operators change them
 *       │
 *       └── AddressRows ──► domain, address, alias_target
 * </pre>
 *
 * <p>Addresses are compared case-insensitively, and internationalized domains by their A-labels
 * (RFC 5890). A removed address stays as a tombstone, so that nobody else gets it by accident.
 *
 * <p><b>Threads.</b> Every method that touches the database blocks, and is safe from any thread.
 * Changes lock the rows of all domains and thus run one after another.
 */
package arashi.store.address;
