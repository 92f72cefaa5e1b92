/**
 * The addresses that accounts write as, with names and signatures. Which they may use is asked of
 * the addresses of the service each time; a row says only what goes with one.
 *
 * <p><b>Threads.</b> Every method blocks on the database, and is safe from any thread.
 */
package arashi.store.identity;
