/**
 * Who receives mail for which address: domains, addresses of accounts, aliases.
 *
 * <pre>
 *   Addresses      looks an address up: own local part, then that before "+", then the catch-all
 *   AddressEdit    domains, addresses and aliases, as operators change them
 *       │
 *       └── AddressRows ──► domain, address, alias_target
 * </pre>
 *
 * <p>Addresses are compared without regard to case, and internationalised domains by their A-labels
 * (RFC 5890). A removed address stays as a tombstone: nobody else gets it by accident.
 *
 * <p><b>Threads.</b> Every method that touches the database blocks, and is safe from any thread.
 * Changes lock the rows of all domains, so that they happen one after another.
 */
package arashi.store.address;
