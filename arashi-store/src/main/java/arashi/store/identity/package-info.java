/**
 * The addresses that accounts write as, with names and signatures. The address rows decide at each
 * use which addresses an account may use; an identity row holds only the settings.
 *
 * <p><b>Threads.</b> Every method blocks on the database, and is safe from any thread.
 */
package arashi.store.identity;
