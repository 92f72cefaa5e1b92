/**
 * {@code arashi bench live} and {@code arashi bench jobs}: lists are read while pages follow their
 * accounts, and while jobs change whole folders.
 */
package benchmarks.live;
