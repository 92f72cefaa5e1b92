/** The addresses that accounts write as, with names and signatures. */
package arashi.store.identity;
