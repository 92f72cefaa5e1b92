/**
 * What every benchmark needs: a small browser, the CPU time of processes, timing.
 *
 * <p>A browser belongs to one thread. A closed loop runs one thread for each of its users.
 */
package benchmarks.load;
